// Reads the text of a table from the disk: gzipped or not, in any of the usual encodings.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { importLimits, type ImportOptions } from '#contract/selling/import.ts'
import { judge, type Judged, MixedDecoder } from './encoding.ts'

/** Thrown when the whole file cannot be read; the message tells the dealer why. */
export class UnreadableTable extends Error {}

export const tooManyColumns = `This table has more than ${importLimits.columns} columns.`

/** Bytes from which the format of a file is determined. */
const headBytes = 64 * 1024

interface Unpacking {
  read?: (count: number) => void
  /** Maximum unpacked bytes, and the message for a larger file. */
  most: number
  refusal?: string
}

/** Yields the bytes of a file, unpacked if it is gzipped. */
async function* bytesOf(path: string, packed: boolean, o: Unpacking): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  if (o.read) file.on('data', (chunk) => o.read?.(chunk.length))
  if (!packed) return yield* file as AsyncIterable<Buffer>
  const unpacking = createGunzip()
  // An error destroys the last stream, so that its reader below gets the error.
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

/** Yields the bytes of a gzipped or plain file, up to the maximum unpacked size. */
export async function* packedBytes(
  path: string,
  o: Unpacking = { most: importLimits.unfolded },
): AsyncGenerator<Buffer> {
  yield* bytesOf(path, await isPacked(path), o)
}

const isNotUtf8 = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'

/** Returns the encoding: UTF-8 if the whole file is valid, UTF-16 by its mark; other files are judged by all bytes. */
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
  // If the dealer has not chosen an encoding, invalid bytes become U+FFFD, by which their rows are found.
  const mixed = encoding === 'utf-8' && !asks ? new MixedDecoder() : undefined
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) {
    const text = mixed ? mixed.decode(chunk, false) : decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = mixed ? mixed.decode(Buffer.alloc(0), true) : decoder.decode()
  if (rest !== '') yield rest
}

/** Maximum characters of a line. The parser limits only the text between separators, not their number. */
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
  /** Beginning of the text, enough to determine its format; a short text is complete in it. */
  head: string
  /** Rest of the text, in pieces. */
  rest: AsyncGenerator<string>
  judged: Judged
}
export interface Read {
  /** Maximum bytes of an unpacked file. */
  most: number
  /** Encoding that the dealer has chosen for a file that is not UTF-8. */
  encoding?: ImportOptions['encoding']
}

/** Opens the text of a file. @param o.read called with the number of bytes read */
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
