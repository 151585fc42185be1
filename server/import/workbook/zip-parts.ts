// The parts of a workbook, which is a zip file. They are unpacked while they are read, and the unpacked bytes are counted: the
// sizes in the file itself are not trusted.
import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { importLimits } from '#contract/selling/import.ts'
import { isPacked, packedBytes, UnreadableTable } from '../table/table-text.ts'

export const damaged = 'This workbook is damaged. Open it, save it again and choose that file.'
export const isProtected =
  'This workbook is protected by a password. Save it without one and choose it again.'
export const otherKind =
  'This file is not an .xlsx workbook. Open it, save it as .xlsx or .csv and choose that file.'
const otherwise = (what: string): string =>
  `This is ${what}. Open it, save it as .xlsx or .csv and choose that file.`
/** Other spreadsheets that are zip files, by an uncompressed text near their beginning. */
const otherZips: readonly (readonly [sign: string, sentence: string])[] = [
  ['mimetypeapplication/vnd.oasis.opendocument.spreadsheet', otherwise('an OpenDocument spreadsheet (.ods)')],
  ['xl/workbook.bin', otherwise('a binary workbook (.xlsb)')],
  ['Index/Document.iwa', otherwise('a spreadsheet of Numbers')],
]
/** Returns the message for a zip file of another kind; undefined if it may be a workbook. */
export const otherZip = (beginning: Buffer): string | undefined =>
  otherZips.find(([sign]) => beginning.includes(sign, 0, 'latin1'))?.[1]
export const tooLarge = 'Unpacked, this workbook is too large. Save its sheet as CSV and choose that file.'

/** Maximum number of parts: a workbook with a picture in every row has very many. */
const mostParts = 200_000

/** Opens the zip file. A gzipped one is unpacked into memory, up to the size of an upload. */
async function openZip(path: string): Promise<ZipFile> {
  const how = { autoClose: false, lazyEntries: true }
  if (!(await isPacked(path))) return openPromise(path, how)
  return fromBufferPromise(
    await buffer(packedBytes(path, { most: importLimits.file, refusal: tooLarge })),
    how,
  )
}

/** Returns the result of `work`; any other error of the file becomes one message. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof UnreadableTable ? error : new UnreadableTable(damaged)
  }
}

export class ZipParts {
  readonly #zip: ZipFile
  /** Entries by lower-case name, because case does not count in a workbook. */
  readonly #entries = new Map<string, Entry>()
  #left: number

  private constructor(zip: ZipFile, most: number) {
    this.#zip = zip
    this.#left = most
  }

  /** @param most maximum unpacked bytes of all parts that are read */
  static async open(path: string, most: number): Promise<ZipParts> {
    const zip = await readable(openZip(path))
    const parts = new ZipParts(zip, most)
    try {
      if (zip.entryCount > mostParts) throw new UnreadableTable(tooLarge)
      await readable(parts.#list())
    } catch (error) {
      parts.close()
      throw error
    }
    return parts
  }

  async #list(): Promise<void> {
    for await (const entry of this.#zip.eachEntry()) this.#entries.set(entry.fileName.toLowerCase(), entry)
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase())
  }

  /** Yields the text of a part in pieces; nothing if the part is missing. */
  async *text(name: string): AsyncGenerator<string> {
    const entry = this.#entries.get(name.toLowerCase())
    if (!entry) return
    if (entry.isEncrypted()) throw new UnreadableTable(isProtected)
    const bytes = await readable(this.#zip.openReadStreamPromise(entry))
    const decoder = new TextDecoder()
    try {
      for (const chunks = bytes[Symbol.asyncIterator](); ;) {
        const next: IteratorResult<Buffer, unknown> = await readable(chunks.next())
        if (next.done) break
        this.#left -= next.value.length
        if (this.#left < 0) throw new UnreadableTable(tooLarge)
        yield decoder.decode(next.value, { stream: true })
      }
      yield decoder.decode()
    } finally {
      bytes.destroy()
    }
  }

  close(): void {
    this.#zip.close()
  }
}
