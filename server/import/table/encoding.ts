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

/** Bytes of the UTF-8 character that begins here; 0 when none does, -1 when the bytes end before one can be told. */
function characterLengthAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first >= 0xf0 && first <= 0xf4 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0
  if (length === 0 || first > 0xf4) return 0
  for (let i = 1; i < length; i += 1) {
    const next = bytes[at + i]
    if (next === undefined) return -1
    const least = i > 1 ? 0x80 : first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
    const most = i > 1 ? 0xbf : first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
    if (next < least || next > most) return 0
  }
  return length
}

/** UTF-8 in which every byte that is none is a letter of windows-1252. */
export class MixedDecoder {
  #rest = Buffer.alloc(0)

  /** @param last there is nothing behind these bytes, so a letter that was begun is none */
  decode(chunk: Buffer, last: boolean): string {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    let text = ''
    let from = 0
    let at = 0
    while (at < bytes.length) {
      const length = characterLengthAt(bytes, at)
      if (length < 0 && !last) break
      if (length < 1) {
        text += bytes.toString('utf8', from, at) + (westernCharacters[bytes[at] ?? 0] ?? '')
        from = at + 1
      }
      at += Math.max(1, length)
    }
    this.#rest = Buffer.from(bytes.subarray(at))
    return text + bytes.toString('utf8', from, at)
  }
}

const shown = (text: string) => cut(text.replace(/\p{Cc}/gu, ' ').trim(), 120)

/** Both readings of what is around a letter, on its own line; dots where the line goes on. */
function readings(bytes: Buffer, at: number): Pick<Judged['lines'][number], 'utf-8' | 'windows-1252'> {
  const isEnd = (byte: number) => byte === 10 || byte === 13
  let from = Math.max(0, at - around)
  const end = bytes.subarray(from, at).findLastIndex(isEnd)
  if (end >= 0) from += end + 1
  else while (from < at && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1
  const length = bytes.subarray(at, at + around).findIndex(isEnd)
  const part = bytes.subarray(from, length < 0 ? at + around : at + length)
  const before = end < 0 && from > 0 ? '…' : ''
  const after = length < 0 && at + around < bytes.length ? '…' : ''
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
  let rest: Buffer = Buffer.alloc(0)
  let before = 0
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    let at = 0
    for (; at < bytes.length;) {
      const byte = bytes[at] ?? 0
      if (byte < 0x80) {
        if (byte === 13 || (byte === 10 && before !== 13)) line += 1
        before = byte
        at += 1
        continue
      }
      const length = characterLengthAt(bytes, at)
      if (length < 0) break
      if (length > 0) {
        good += 1
        other ??= { line, ...readings(bytes, at) }
      } else {
        bad += 1
        if (lines.length < mostLines && lines.at(-1)?.line !== line)
          lines.push({ line, ...readings(bytes, at) })
      }
      before = byte
      at += Math.max(1, length)
    }
    rest = bytes.subarray(at)
  }
  // A letter that the end of the file cuts through.
  if (rest.length > 0 && lines.length < mostLines) lines.push({ line, ...readings(rest, 0) })
  const isWestern = bad + rest.length > certain * good
  const encoding = chosen ?? (isWestern ? 'windows-1252' : 'utf-8')
  if (other && !isWestern) lines.push(other)
  return { encoding, asks: chosen === undefined && !isWestern, lines }
}
