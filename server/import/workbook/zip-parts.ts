// The parts of a workbook, which is a zip file. They are unpacked while they are read, and what they unfold to is counted:
// the sizes that the file itself states are not believed.
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
/** Spreadsheets that are zip files too, by what stands uncompressed near their beginning. */
const otherZips: readonly (readonly [sign: string, sentence: string])[] = [
  ['mimetypeapplication/vnd.oasis.opendocument.spreadsheet', otherwise('an OpenDocument spreadsheet (.ods)')],
  ['xl/workbook.bin', otherwise('a binary workbook (.xlsb)')],
  ['Index/Document.iwa', otherwise('a spreadsheet of Numbers')],
]
/** What to say of a zip file that begins so; undefined for what may be a workbook. */
export const otherZip = (beginning: Buffer): string | undefined =>
  otherZips.find(([sign]) => beginning.includes(sign, 0, 'latin1'))?.[1]
export const tooLarge = 'Unpacked, this workbook is too large. Save its sheet as CSV and choose that file.'

/** Parts that a workbook may have: one with a picture in every row has very many. */
const mostParts = 200_000

/** One that travelled packed is held in memory, up to what an upload may have. */
async function openZip(path: string): Promise<ZipFile> {
  const how = { autoClose: false, lazyEntries: true }
  if (!(await isPacked(path))) return openPromise(path, how)
  return fromBufferPromise(
    await buffer(packedBytes(path, { most: importLimits.file, refusal: tooLarge })),
    how,
  )
}

/** What `work` gives; whatever is wrong with the file is said in one sentence. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof UnreadableTable ? error : new UnreadableTable(damaged)
  }
}

export class ZipParts {
  readonly #zip: ZipFile
  /** By name without case, which does not count in a workbook. */
  readonly #entries = new Map<string, Entry>()
  #left: number

  private constructor(zip: ZipFile, most: number) {
    this.#zip = zip
    this.#left = most
  }

  /** @param most bytes that all that is read may unfold to */
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

  /** The text of a part in pieces; of none when there is no such part. */
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
