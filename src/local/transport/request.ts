import { AppError, isErrorCode } from '#contract/errors.ts'
import { pathOf, type BodyInputOf, type ReplyOf, type Route } from '#contract/http.ts'
import { codeOfStatus, type Refusal } from './refusal.ts'
import { send, type HttpResult, type HttpClient } from './send.ts'

/** A call of the contract: its reply is parsed by the contract before anyone sees it. Pages only, it needs schemas. */
export interface RequestOptions<R extends Route> {
  params?: Record<string, string>
  body?: BodyInputOf<R>
  token?: string | undefined
  key?: string | undefined
  device?: string | undefined
  cookies?: boolean | undefined
}

/** What a call of the contract comes to. */
export type Reply<R extends Route> = HttpResult<ReplyOf<R>, AppError>

export function errorOf({ code, ...rest }: Refusal, status: number): AppError {
  return new AppError(isErrorCode(code) ? code : codeOfStatus(status), rest)
}

export async function request<R extends Route>(
  http: HttpClient,
  route: R,
  o: RequestOptions<R> = {},
): Promise<Reply<R>> {
  const answer = await send(http, {
    method: route.method,
    path: pathOf(route, o.params),
    body: o.body,
    token: route.auth === 'none' ? undefined : o.token,
    key: o.key,
    device: o.device,
    cookies: o.cookies,
  })
  if (!answer.ok) return { ...answer, error: errorOf(answer.error, answer.status) }
  const reply = route.reply?.safeParse(answer.body)
  if (reply?.success === false) return { ok: false, status: 0, error: new AppError('bad_reply') }
  return { ...answer, body: reply?.data as ReplyOf<R> }
}

/** A call in the name of the signed-in person; handed to the rooms that read. */
export type AuthedRequest = <R extends Route>(
  route: R,
  o?: Pick<RequestOptions<R>, 'params' | 'body' | 'key' | 'cookies'>,
) => Promise<Reply<R>>
