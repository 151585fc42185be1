import { AppError } from '#contract/errors.ts'
import { basePath, pathOf, type ReplyOf, type Route } from '#contract/http.ts'
import { errorOf } from './request.ts'
import { objectOf } from './http-client.ts'
import { sendFile, type FileAnswer, type FileCall } from './send-file.ts'
import type { HttpClient } from './send.ts'

export type FileResult<T> = { ok: true; body: T } | { ok: false; error: AppError }

const refused = (answer: FileAnswer & { ok: false }) =>
  ({ ok: false, error: errorOf(answer.error, answer.status) }) as const

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
