import { AppError } from '#contract/errors.ts'
import { basePath, headers as names, pathOf, type ReplyOf, type Route } from '#contract/http.ts'
import {
  errorOf,
  timedRequest,
  objectOf,
  type HttpClient,
  refusedBy,
  type Refused,
  unknownOutcome,
} from './http-client.ts'

/** A whole file as the body of one call, and answers that are files. Only while somebody looks on: nothing waits here. */
interface FileCall {
  method: 'GET' | 'POST'
  /** Below the base path, with its query. */
  path: string
  token: string | undefined
  key?: string
  /** With its type. */
  body?: Blob
}
type FileAnswer = { ok: true; file: Blob } | Refused

/** Milliseconds: many megabytes on a slow road. */
const limit = 10 * 60_000

async function read(response: Response): Promise<FileAnswer> {
  if (response.redirected || response.headers.get(names.api) !== '1') return unknownOutcome('not_our_server')
  if (response.ok) return { ok: true, file: await response.blob() }
  return refusedBy(response, objectOf(await response.text()))
}

function sendFile(http: HttpClient, call: FileCall): Promise<FileAnswer> {
  const headers = {
    ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
    ...(call.key !== undefined && { [names.idempotencyKey]: `"${call.key}"` }),
    ...(call.body && { 'content-type': call.body.type }),
  }
  const init = { method: call.method, headers, ...(call.body && { body: call.body }) }
  const isContact = (answer: FileAnswer) => answer.ok || answer.status !== 0
  const limits = [limit, limit] as const
  return timedRequest(http, basePath + call.path, init, { limits, read, unknown: unknownOutcome, isContact })
}

export type FileResult<T> = { ok: true; body: T } | { ok: false; error: AppError }

const refused = ({ error, status }: Refused) => ({ ok: false, error: errorOf(error, status) }) as const

/** Sends a file to a call of the contract; its reply is parsed by the contract. */
export async function callWithFile<R extends Route>(
  http: HttpClient,
  route: R,
  call: Omit<FileCall, 'method' | 'path'> & {
    params?: Readonly<Record<string, string>>
    query?: Readonly<Record<string, string>>
  },
): Promise<FileResult<ReplyOf<R>>> {
  const { params, query, ...rest } = call
  const place = pathOf(route, params).slice(basePath.length)
  const path = query ? `${place}?${new URLSearchParams(query).toString()}` : place
  const answer = await sendFile(http, { ...rest, method: 'POST', path })
  if (!answer.ok) return refused(answer)
  const reply = route.reply?.safeParse(objectOf(await answer.file.text()))
  if (!reply?.success) return { ok: false, error: new AppError('bad_reply') }
  return { ok: true, body: reply.data as ReplyOf<R> }
}

/** Fetches a file that only this person may see, such as a report. */
export async function fetchFile(
  http: HttpClient,
  path: string,
  token: string | undefined,
): Promise<FileResult<Blob>> {
  const answer = await sendFile(http, { method: 'GET', path, token })
  return answer.ok ? { ok: true, body: answer.file } : refused(answer)
}
