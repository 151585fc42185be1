import type { ErrorCode } from '#contract/errors.ts'
import { basePath, headers as names } from '#contract/http.ts'
import { timedRequest, objectOf } from './http-client.ts'
import { refusalOf, type Refusal } from './refusal.ts'
import type { HttpClient } from './send.ts'

/** A whole file as the body of one call, and answers that are files. Only while somebody looks on: nothing waits here. */
export interface FileCall {
  method: 'GET' | 'POST'
  /** Below the base path, with its query. */
  path: string
  token: string | undefined
  key?: string
  /** With its type. */
  body?: Blob
}
export type FileAnswer = { ok: true; file: Blob } | { ok: false; status: number; error: Refusal }

/** Milliseconds: many megabytes on a slow road. */
const limit = 10 * 60_000

const unknown = (code: ErrorCode): FileAnswer => ({ ok: false, status: 0, error: { code } })

async function read(response: Response): Promise<FileAnswer> {
  if (response.redirected || response.headers.get(names.api) !== '1') return unknown('not_our_server')
  const { status, headers } = response
  if (response.ok) return { ok: true, file: await response.blob() }
  return { ok: false, status, error: refusalOf(status, objectOf(await response.text()) ?? {}, headers) }
}

export function sendFile(http: HttpClient, call: FileCall): Promise<FileAnswer> {
  const headers = {
    ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
    ...(call.key !== undefined && { [names.idempotencyKey]: `"${call.key}"` }),
    ...(call.body && { 'content-type': call.body.type }),
  }
  const init = { method: call.method, headers, ...(call.body && { body: call.body }) }
  const isContact = (answer: FileAnswer) => answer.ok || answer.status !== 0
  return timedRequest(http, basePath + call.path, init, { limits: [limit, limit], read, unknown, isContact })
}
