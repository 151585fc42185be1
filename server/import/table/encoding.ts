// Which encoding a table is in, and its text. A file that is UTF-8 but for a few bytes was put together of two: it is never
// turned into another encoding as a whole unless a person says so.
import type { ImportOptions, ImportReading } from '#contract/selling/import.ts'
import { cut } from './memoize.ts'

export type Judged = Omit<ImportReading, 'header_line'>

/** Lines that a person sees in both readings, and their bytes before and behind the one that is no UTF-8. */
const mostLines = 3
const around = 30
/** A western file has letters that happen to be UTF-8; so many others to one make it western without asking. */
const certain = 10

const western = new TextDecoder('windows-1252')
const westernCharacters = Array.from({ length: 256 }, (_, byte) => western.decode(Uint8Array.of(byte)))

/** Bytes as characters of their numbers: a character of UTF-8, or whatever else is no ASCII, each byte by itself. */
const beyondAscii =
  /[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2}|[\x80-\xff]/g
const lineEndOrBeyond = new RegExp(String.raw`\r\n?|\n|${beyondAscii.source}`, 'g')
/** At the end, where a character of UTF-8 or the end of a line may go on. */
const begun = /(?:\r|[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})$/

/** Bytes in pieces that no character of UTF-8 and no end of a line lies across. */
class WholeCharacters {
  #rest = ''

  /** @param last there is nothing behind these bytes, so a letter that was begun is none */
  take(chunk: Buffer, last: boolean): string {
    const bytes = this.#rest + chunk.toString('latin1')
    const end = last ? -1 : bytes.search(begun)
    this.#rest = end < 0 ? '' : bytes.slice(end)
    return end < 0 ? bytes : bytes.slice(0, end)
  }
}

/** UTF-8 in which every byte that is none is a letter of windows-1252. */
export class MixedDecoder {
  readonly #whole = new WholeCharacters()

  decode(chunk: Buffer, last: boolean): string {
    return this.#whole
      .take(chunk, last)
      .replace(beyondAscii, (found) =>
        found.length > 1
          ? Buffer.from(found, 'latin1').toString()
          : (westernCharacters[found.charCodeAt(0)] ?? ''),
      )
  }
}

const shown = (text: string) => cut(text.replace(/\p{Cc}/gu, ' ').trim(), 120)

/** Both readings of what is around a letter, on its own line; dots where the line goes on. */
function readings(bytes: string, at: number): Pick<Judged['lines'][number], 'utf-8' | 'windows-1252'> {
  const [head, tail] = [bytes.slice(Math.max(0, at - around), at), bytes.slice(at, at + around)]
  const line = head.replace(/^.*[\r\n]/s, '')
  // Of a letter that is cut through nothing is shown.
  const front = line === head ? line.replace(/^[\x80-\xbf]+/, '') : line
  const end = tail.search(/[\r\n]/)
  const before = line === head && front.length < at ? '…' : ''
  const after = end < 0 && at + around < bytes.length ? '…' : ''
  const part = Buffer.from(front + (end < 0 ? tail : tail.slice(0, end)), 'latin1')
  const excerpt = (text: string) => before + shown(text) + after
  return {
    'utf-8': excerpt(new MixedDecoder().decode(part, true)),
    'windows-1252': excerpt(western.decode(part)),
  }
}

/** Judges a file that is not UTF-8 as a whole. @param chosen what the dealer said */
export async function judge(
  chunks: AsyncIterable<Buffer>,
  chosen: ImportOptions['encoding'],
): Promise<Judged> {
  const lines: Judged['lines'] = []
  let [good, bad, line] = [0, 0, 1]
  let other: Judged['lines'][number] | undefined
  const count = (bytes: string): void => {
    for (const { 0: found, index } of bytes.matchAll(lineEndOrBeyond)) {
      if (/^[\r\n]/.test(found)) line += 1
      else if (found.length > 1) {
        good += 1
        other ??= { line, ...readings(bytes, index) }
      } else {
        bad += 1
        if (lines.length < mostLines && lines.at(-1)?.line !== line)
          lines.push({ line, ...readings(bytes, index) })
      }
    }
  }
  const whole = new WholeCharacters()
  for await (const chunk of chunks) count(whole.take(chunk, false))
  // A letter that the end of the file cuts through.
  count(whole.take(Buffer.alloc(0), true))
  const isWestern = bad > certain * good
  const encoding = chosen ?? (isWestern ? 'windows-1252' : 'utf-8')
  if (other && !isWestern) lines.push(other)
  return { encoding, asks: chosen === undefined && !isWestern, lines }
}
