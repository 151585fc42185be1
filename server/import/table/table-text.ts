// The text of a table as it is on the disk: packed or not, in any of the usual encodings.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { importLimits, type ImportOptions } from '#contract/selling/import.ts'
import { judge, type Judged, MixedDecoder } from './encoding.ts'

/** The file as a whole cannot be read; the message says why, for the person who chose it. */
export class UnreadableTable extends Error {}

export const tooManyColumns = `This table has more than ${importLimits.columns} columns.`

/** Enough of a file to know how it is written. */
const headBytes = 64 * 1024

interface Unpacking {
  read?: (count: number) => void
  /** Bytes that it may unfold to, and what is said of a larger one. */
  most: number
  refusal?: string
}

/** The bytes of a file, unpacked when it is packed. */
async function* bytesOf(path: string, packed: boolean, o: Unpacking): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  if (o.read) file.on('data', (chunk) => o.read?.(chunk.length))
  if (!packed) return yield* file as AsyncIterable<Buffer>
  const unpacking = createGunzip()
  // What goes wrong on the way ends the last of the streams, which is read below.
  pipeline(file, unpacking).catch((error: unknown) => unpacking.destroy(error as Error))
  let unfolded = 0
  try {
    for await (const chunk of unpacking as AsyncIterable<Buffer>) {
      unfolded += chunk.length
      if (unfolded > o.most) throw new UnreadableTable(o.refusal ?? 'Unpacked, this file is too large.')
      yield chunk
    }
  } catch (error) {
    throw error instanceof UnreadableTable ? error : new UnreadableTable('This packed file is damaged.')
  }
}

export async function isPacked(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/** The bytes of a file whether or not it travelled packed, up to what a table may unfold to. */
export async function* packedBytes(
  path: string,
  o: Unpacking = { most: importLimits.unfolded },
): AsyncGenerator<Buffer> {
  yield* bytesOf(path, await isPacked(path), o)
}

const isNotUtf8 = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'

/** UTF-8 when all of it is; UTF-16 says so itself; any other file is judged by all its bytes. */
async function encodingOf(path: string, packed: boolean, o: Read): Promise<Judged> {
  const { most } = o
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let first = true
  try {
    for await (const chunk of bytesOf(path, packed, { most })) {
      if (first && chunk[0] === 0xff && chunk[1] === 0xfe)
        return { encoding: 'utf-16le', asks: false, lines: [] }
      if (first && chunk.subarray(0, headBytes).includes(0)) {
        throw new UnreadableTable('This is not a table. Please save it as .xlsx or .csv.')
      }
      first = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
  } catch (error) {
    if (!isNotUtf8(error)) throw error
    return await judge(bytesOf(path, packed, { most }), o.encoding)
  }
  return { encoding: 'utf-8', asks: false, lines: [] }
}

async function* decoded(bytes: AsyncIterable<Buffer>, { encoding, asks }: Judged): AsyncGenerator<string> {
  // Where nobody has said what they are, bytes that are no UTF-8 become the sign for what cannot be read.
  const mixed = encoding === 'utf-8' && !asks ? new MixedDecoder() : undefined
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) {
    const text = mixed ? mixed.decode(chunk, false) : decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = mixed ? mixed.decode(Buffer.alloc(0), true) : decoder.decode()
  if (rest !== '') yield rest
}

/** Signs of one line. The parser counts only what is between separators, and would take any number of these. */
const longestLine = 2 * importLimits.row
async function* withLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let open = 0
  for await (const text of texts) {
    const last = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
    open = last < 0 ? open + text.length : text.length - 1 - last
    if (open > longestLine) throw new UnreadableTable('A line of this table is too long to be a row of cars.')
    yield text
  }
}

export interface TableText {
  /** The beginning of the text, long enough to tell how the table is written; a short file is all in it. */
  head: string
  /** What follows it, in pieces. */
  rest: AsyncGenerator<string>
  judged: Judged
}
export interface Read {
  /** Bytes that a packed file may unfold to. */
  most: number
  /** What was said of a file that is no UTF-8. */
  encoding?: ImportOptions['encoding']
}

/** Opens the text of a file. @param o.read called with the bytes read */
export async function openText(
  path: string,
  o: Read & { read: (count: number) => void },
): Promise<TableText> {
  const packed = await isPacked(path)
  const judged = await encodingOf(path, packed, o)
  const rest = withLines(decoded(bytesOf(path, packed, o), judged))
  let head = ''
  while (head.length < headBytes) {
    const next = await rest.next()
    if (next.done) break
    head += next.value
  }
  return { head, rest, judged }
}
