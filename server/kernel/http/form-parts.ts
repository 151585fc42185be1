// Reads multipart forms that are too large for memory, part by part, so that a form of ten photos takes the memory of one.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { AppError } from '#contract/errors.ts'
import { uploadLimits } from '#contract/sync/uploads.ts'

export interface FormPart {
  name: string
  /** Name of a file, empty when the form gives none; undefined for a field. */
  filename: string | undefined
  /** Content. A file over the limit is cut off one byte after it, so that the reader recognises the file as too large. */
  bytes: Buffer
}
export type FormParts = AsyncIterable<FormPart>

/** Maximum bytes of the headers of a part. */
const mostHead = 16 * 1024

const unreadable = () => new AppError('validation_failed', { msg: 'The form could not be read.' })
/** Returns whether a part is a file: a picture without a file name is one too. */
const isFile = (_name?: string, type = '', filename?: string) =>
  filename !== undefined || /^(?:image\/|application\/octet-stream)/.test(type)
/** Decodes the name of a field: browsers write a quote in a name as %22. */
const nameOf = (given: string | undefined) => (given ?? '').replaceAll('%22', '"')

function splitter(type: string): { boy: BusboyInstance; ready: FormPart[] } {
  const ready: FormPart[] = []
  const most = uploadLimits.bytes + 1
  const limits = { fieldNameSize: 200, fieldSize: most, fileSize: most, headerSize: mostHead }
  const boy = new Busboy({ headers: { 'content-type': type }, isPartAFile: isFile, limits })
  boy.on('field', (name, value) => {
    ready.push({ name: nameOf(name), filename: undefined, bytes: Buffer.from(value) })
  })
  boy.on('file', (name, file, filename) => {
    const chunks: Buffer[] = []
    file.on('data', (chunk: Buffer) => chunks.push(chunk))
    file.on('end', () => {
      ready.push({ name: nameOf(name), filename: filename || '', bytes: Buffer.concat(chunks) })
    })
    // The error of the form reports the failure.
    file.on('error', () => undefined)
  })
  return { boy, ready }
}

/**
 * Yields the parts of a form in their order. Throws `validation_failed` for an invalid form, `payload_too_large` for more
 * than `most` bytes.
 */
export async function* formParts(body: AsyncIterable<Buffer>, type: string, most: number): FormParts {
  let total = 0
  try {
    const { boy, ready } = splitter(type)
    // The first error rejects `finished`; the empty listener ignores further errors.
    const finished = once(
      boy.on('error', () => undefined),
      'finish',
    )
    for await (const chunk of body) {
      total += chunk.length
      if (total > most) throw new AppError('payload_too_large')
      // The next chunk is requested after the parser has taken this one, so that memory holds no more than one part.
      await Promise.race([finished, new Promise<void>((resolve) => boy.write(chunk, () => resolve()))])
      yield* ready.splice(0)
    }
    boy.end()
    await finished
    yield* ready.splice(0)
  } catch (error) {
    throw error instanceof AppError ? error : unreadable()
  }
}

/**
 * Returns a reader that reads at most `most` forms at once, one per user, because each form has a picture in memory. Throws
 * `unavailable` for further forms.
 */
export function fewAtOnce<O extends { user: string }, T>(
  most: number,
  read: (parts: FormParts, o: O) => Promise<T>,
): typeof read {
  const reading = new Set<string>()
  return async (parts, o) => {
    if (reading.size >= most || reading.has(o.user)) throw new AppError('unavailable', { retryAfter: 5 })
    reading.add(o.user)
    try {
      return await read(parts, o)
    } finally {
      reading.delete(o.user)
    }
  }
}

/** Skips empty files without a name: browsers send one for a field that nobody filled in. */
async function* filledIn(parts: FormParts): FormParts {
  for await (const part of parts) if (part.bytes.length > 0 || part.filename !== '') yield part
}

/** Form whose body is still arriving. */
export class StreamedForm {
  private readonly payload: Readable
  private readonly type: string
  constructor(payload: Readable, type: string) {
    this.payload = payload
    this.type = type
  }
  /** Reads the form and discards the unread rest: otherwise the client would never get the response. */
  async read<T>(reader: (parts: FormParts) => T, most: number): Promise<Awaited<T>> {
    try {
      const chunks = this.payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
      return await reader(filledIn(formParts(chunks, this.type, most)))
    } finally {
      this.payload.resume()
    }
  }
}
