// Multipart forms that are too large to be held: read part by part, so that a form of ten photos takes the memory of one.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { AppError } from '#contract/errors.ts'
import { uploadLimits } from '#contract/sync/uploads.ts'

export interface FormPart {
  name: string
  /** Of files; empty where none was given. */
  filename: string | undefined
  /** Of a file larger than the reader takes: as many as it takes, and one more. */
  bytes: Buffer
}
export type FormParts = AsyncIterable<FormPart>

/** Bytes of what is above a part. */
const mostHead = 16 * 1024

const unreadable = () => new AppError('validation_failed', { msg: 'The form could not be read.' })
/** Pictures are files also where they come without a name. */
const isFile = (_name?: string, type = '', filename?: string) =>
  filename !== undefined || /^(?:image\/|application\/octet-stream)/.test(type)
/** Browsers write a quote in a name as %22. */
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
    // The form itself says what went wrong.
    file.on('error', () => undefined)
  })
  return { boy, ready }
}

/** The parts of a form in their order; throws `validation_failed` for what is none. */
export async function* formParts(body: AsyncIterable<Buffer>, type: string, most: number): FormParts {
  let total = 0
  try {
    const { boy, ready } = splitter(type)
    // Of several failures the first one rejects it.
    const finished = once(
      boy.on('error', () => undefined),
      'finish',
    )
    for await (const chunk of body) {
      total += chunk.length
      if (total > most) throw new AppError('payload_too_large')
      // The next bytes are asked for when these are read, so that no more than a part is held.
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

/** Reads with `read` so many forms at once, each of another person: each has a picture in memory. */
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

/** Browsers send an empty file without a name for a field that nobody filled in. */
async function* filledIn(parts: FormParts): FormParts {
  for await (const part of parts) if (part.bytes.length > 0 || part.filename !== '') yield part
}

/** A form that is still on its way. */
export class StreamedForm {
  private readonly payload: Readable
  private readonly type: string
  constructor(payload: Readable, type: string) {
    this.payload = payload
    this.type = type
  }
  /** What was not read is let go, else a person who sends it would never get the answer. */
  async read<T>(reader: (parts: FormParts) => T, most: number): Promise<Awaited<T>> {
    try {
      const chunks = this.payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
      return await reader(filledIn(formParts(chunks, this.type, most)))
    } finally {
      this.payload.resume()
    }
  }
}
