// Detects the encoding of a table and decodes it. A file that is UTF-8 except for a few bytes was merged from two encodings. The
// file as a whole is decoded in another encoding only if the dealer says so.
import type { ImportOptions, ImportReading } from '#contract/selling/import.ts'
import { cut } from './memoize.ts'

export type Judged = Omit<ImportReading, 'header_line'>

/** Maximum number of lines that the dealer sees in both readings, and bytes shown before and after the invalid byte. */
const mostLines = 3
const around = 30
/**
 * Number of other bytes per UTF-8 letter above which a file is windows-1252 without a question: such files contain some UTF-8
 * letters by chance.
 */
const certain = 10

const western = new TextDecoder('windows-1252')
const westernCharacters = Array.from({ length: 256 }, (_, byte) => western.decode(Uint8Array.of(byte)))

/** Finds, in bytes read as latin1, a character of UTF-8 beyond ASCII, or any other byte beyond ASCII. */
const beyondAscii =
  /[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2}|[\x80-\xff]/g
const lineEndOrBeyond = new RegExp(String.raw`\r\n?|\n|${beyondAscii.source}`, 'g')
/** An incomplete character of UTF-8, or a possible first half of a line end, at the end of the bytes. */
const begun = /(?:\r|[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})$/

/** Cuts bytes into pieces without splitting a character of UTF-8 or a line end. */
class WholeCharacters {
  #rest = ''

  /** @param last whether these are the last bytes; then an incomplete character is returned, too */
  take(chunk: Buffer, last: boolean): string {
    const bytes = this.#rest + chunk.toString('latin1')
    const end = last ? -1 : bytes.search(begun)
    this.#rest = end < 0 ? '' : bytes.slice(end)
    return end < 0 ? bytes : bytes.slice(0, end)
  }
}

/** Decodes UTF-8, and every byte that is not UTF-8 as windows-1252. */
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

/** Returns both readings of the text around a byte on its line, with dots where the line continues. */
function readings(bytes: string, at: number): Pick<Judged['lines'][number], 'utf-8' | 'windows-1252'> {
  const [head, tail] = [bytes.slice(Math.max(0, at - around), at), bytes.slice(at, at + around)]
  const line = head.replace(/^.*[\r\n]/s, '')
  // A character that the excerpt cuts at its start is left out.
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

/** Determines the encoding of a file that is not valid UTF-8. @param chosen encoding that the dealer has chosen */
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
  // The end of the file may cut a character.
  count(whole.take(Buffer.alloc(0), true))
  const isWestern = bad > certain * good
  const encoding = chosen ?? (isWestern ? 'windows-1252' : 'utf-8')
  if (other && !isWestern) lines.push(other)
  return { encoding, asks: chosen === undefined && !isWestern, lines }
}
