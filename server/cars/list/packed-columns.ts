// Columns of cars as bytes, in the order of bytes of this machine.
import { textColumns, type CarColumns, type TextColumn } from '#catalogue'

type Numbers = Float64Array | Uint32Array | Uint16Array

const bytesOf = (numbers: Numbers) => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)

/** How long each text is in bytes, and all of them one after the other. */
function packTexts(texts: readonly string[]): Buffer[] {
  const lengths = Uint32Array.from(texts, (text) => Buffer.byteLength(text))
  const bytes = Buffer.from(texts.join(''))
  return [bytesOf(Uint32Array.of(texts.length, bytes.length)), bytesOf(lengths), bytes]
}

/** One piece of an index file. */
export function packColumns(c: CarColumns): Buffer {
  const numbers: Numbers[] = [c.created, c.price, c.km, ...textColumns.map((name) => c[name]), c.year]
  return Buffer.concat([
    bytesOf(Uint32Array.of(c.ids.length)),
    ...numbers.map(bytesOf),
    ...[c.ids, ...textColumns.map((name) => c.dict[name])].flatMap(packTexts),
  ])
}

/** What `packColumns` wrote; of other bytes nothing can be relied on. */
export function unpackColumns(packed: Buffer): CarColumns {
  let at = 0
  const take = (bytes: number): ArrayBuffer => {
    const from = packed.byteOffset + at
    at += bytes
    return packed.buffer.slice(from, from + bytes) as ArrayBuffer
  }
  const whole = (n: number) => new Uint32Array(take(n * 4))
  const texts = (): string[] => {
    const [count = 0, bytes = 0] = whole(2)
    const lengths = whole(count)
    const from = at
    at += bytes
    const encoding = isPlain(packed, from, at) ? 'latin1' : 'utf8'
    let start = from
    return Array.from(lengths, (length) => {
      const text = packed.toString(encoding, start, start + length)
      start += length
      return text
    })
  }
  const [rows = 0] = whole(1)
  const created = new Float64Array(take(rows * 8))
  const price = new Float64Array(take(rows * 8))
  const km = whole(rows)
  const codes = Object.fromEntries(textColumns.map((name) => [name, whole(rows)]))
  const year = new Uint16Array(take(rows * 2))
  const ids = texts()
  const dict = Object.fromEntries(textColumns.map((name) => [name, texts()]))
  return { ...(codes as Record<TextColumn, Uint32Array>), ids, created, price, year, km, dict: dict as Dict }
}

type Dict = CarColumns['dict']

/** Each byte is one character, which is read faster. */
function isPlain(bytes: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if ((bytes[i] ?? 0) > 127) return false
  return true
}
