import { AppError } from '#contract/errors.ts'
import { basePath, headers as names, pathOf, type ReplyOf, type Route } from '#contract/http.ts'
import {
  errorOf,
  isOurs,
  timedRequest,
  objectOf,
  type HttpClient,
  refusedBy,
  type Refused,
  unknownOutcome,
} from './http-client.ts'
import { sendBytes } from './upload.ts'

/** Milliseconds, for many megabytes over a slow network. */
const limit = 10 * 60_000

export type FileResult<T> = { ok: true; body: T } | { ok: false; error: AppError }

const refused = ({ error, status }: Refused) => ({ ok: false, error: errorOf(error, status) }) as const

export interface FileUpload {
  /** File with its type. */
  file: Blob
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  token: string | undefined
  key: string
}

/** Sends a file as the body of a request of the contract; the reply is parsed by the contract. The request is not queued. */
export async function callWithFile<R extends Route>(
  http: HttpClient,
  route: R,
  o: FileUpload,
): Promise<FileResult<ReplyOf<R>>> {
  const query = o.query ? `?${new URLSearchParams(o.query).toString()}` : ''
  const answer = await sendBytes(http, {
    method: 'POST',
    path: pathOf(route, o.params) + query,
    token: o.token,
    headers: { 'content-type': o.file.type, [names.idempotencyKey]: `"${o.key}"` },
    body: o.file,
    limit,
  })
  if (!answer.ok) return refused(answer)
  const reply = route.reply?.safeParse(answer.body)
  if (!reply?.success) return { ok: false, error: new AppError('bad_reply') }
  return { ok: true, body: reply.data as ReplyOf<R> }
}

async function read(response: Response): Promise<{ ok: true; file: Blob } | Refused> {
  if (!isOurs(response)) return unknownOutcome('not_our_server')
  if (response.ok) return { ok: true, file: await response.blob() }
  return refusedBy(response, objectOf(await response.text()))
}

/** Requests a file that only this person may see, such as a report; `path` is below the base path. */
export async function fetchFile(
  http: HttpClient,
  path: string,
  token: string | undefined,
): Promise<FileResult<Blob>> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const init = { method: 'GET', headers }
  const answer = await timedRequest(http, basePath + path, init, { limits: [limit, limit], read })
  return answer.ok ? { ok: true, body: answer.file } : refused(answer)
}
