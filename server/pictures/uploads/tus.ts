// tus 1.0: the library handles the protocol and the files; this server decides who may upload what.
import { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { Server, type Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { pictureWords, uploadLimits } from '#contract/sync/uploads.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { KeyedMutex, tusLocker } from './keyed-mutex.ts'
import { findByFile, type UploadRow } from './uploads-store.ts'

export type Tus = ReturnType<typeof openTus>

const handedOn = [
  'tus-resumable',
  'upload-length',
  'upload-defer-length',
  'upload-concat',
  'upload-metadata',
  'upload-offset',
  'content-length',
] as const

/** Returns the request for tus, with an internal address and only the headers that tus needs. */
function requestOf(request: FastifyRequest, file: string): Request {
  const headers = new Headers({ 'x-file': file })
  for (const name of handedOn) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const { method, raw } = request
  if (method !== 'PATCH') return new Request(`http://uploads/${file}`, { method, headers })
  headers.set('content-type', request.headers['content-type'] ?? '')
  const body = Readable.toWeb(raw) as ReadableStream<Uint8Array>
  return new Request(`http://uploads/${file}`, { method, headers, body, duplex: 'half' })
}

const codes: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  410: 'gone',
  415: 'unsupported_media_type',
}

/** Returns the error for a refusal of tus. */
async function errorOf(response: Response): Promise<AppError> {
  const { status } = response
  if (status === 413) return new AppError('payload_too_large', { msg: pictureWords.bytes })
  if (status === 409) return new AppError('key_in_progress', { msg: 'The upload stands at another byte.' })
  if (status >= 500 && status !== 501) return new AppError('internal')
  return new AppError(codes[status] ?? 'validation_failed', { msg: (await response.text()).trim() })
}

/** Returns whether the client has disconnected: nobody receives the response, so this is no failure of the server. */
const brokeOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

export function openTus(parts: string, db: Db) {
  // The rows of uploads are the only state; tus reads them and writes nothing.
  const configstore = {
    async get(file: string) {
      const row = await findByFile(db, file)
      return row && ({ id: file, size: row.size, offset: 0 } as Upload)
    },
    set: () => Promise.resolve(),
    delete: () => Promise.resolve(),
  }
  const store = new FileStore({ directory: parts, configstore })
  // Unknown lengths, concatenation and removal are not offered, so they need no checks.
  store.extensions = ['creation']
  /** Failures of this server inside tus, such as an unreachable database. Without them tus would respond with a 500. */
  const failures = new WeakMap<Request, AppError>()
  const server = new Server({
    path: '/',
    datastore: store,
    maxSize: uploadLimits.bytes,
    locker: tusLocker(new KeyedMutex()),
    namingFunction: (request) => request.headers.get('x-file') ?? '',
    onResponseError: (request, error) => {
      if (error instanceof AppError) failures.set(request, error)
      return undefined
    },
  })
  return {
    /** Passes the request to tus with the name of the upload's file; throws for an error response. */
    async handle(request: FastifyRequest, row: UploadRow): Promise<Response> {
      if (brokeOff(request)) throw new AppError('bad_json')
      const asked = requestOf(request, row.file)
      const response = await server.handleWeb(asked)
      if (brokeOff(request)) throw new AppError('bad_json')
      if (response.status >= 400) throw failures.get(asked) ?? (await errorOf(response))
      return response
    },
    /** Returns the number of received bytes; undefined when there is no file. */
    async offsetOf(row: UploadRow): Promise<number | undefined> {
      try {
        return (await store.getUpload(row.file)).offset
      } catch (error) {
        // tus throws plain objects.
        const status = (error as { status_code?: number }).status_code
        if (status === 404 || status === 410) return undefined
        throw error
      }
    },
    /** Returns the tus capabilities of the server. */
    abilities: () => server.handleWeb(new Request('http://uploads/', { method: 'OPTIONS' })),
  }
}

const handedBack = [
  'tus-resumable',
  'tus-version',
  'tus-extension',
  'tus-max-size',
  'upload-offset',
  'upload-length',
]

/** Copies status and headers of tus, without those that would open our API to other sites. */
export function answerAs(reply: FastifyReply, response: Response): FastifyReply {
  for (const name of handedBack) {
    const value = response.headers.get(name)
    if (value !== null) void reply.header(name, value)
  }
  return reply.code(response.status).header('cache-control', 'no-store')
}
