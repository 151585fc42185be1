import { z } from 'zod/mini'
import type { Auth, HttpMethod, Route } from './http.ts'
import { okShape, paging } from './parts.ts'
import { searchWords } from './values/list-inputs.ts'

type Schema = z.ZodMiniType
type Shape = z.core.$ZodShape

/** What a call takes, and what it answers beside success and a sentence. */
interface Terms<A, P, B, D, R> {
  /** Only for a person who is signed in where it is left out. */
  auth?: A
  params?: P
  body?: B
  data?: D
  /** What stands beside `data`. */
  reply?: R
}
type Reply<D, R> = z.ZodMiniObject<typeof okShape & (D extends Schema ? { data: D } : unknown) & R>

const declare =
  (write: boolean) =>
  <
    A extends Auth = 'required',
    P extends Shape | undefined = undefined,
    B extends Schema | undefined = undefined,
    D extends Schema | undefined = undefined,
    R extends Shape = Record<never, Schema>,
  >(
    call: `${HttpMethod} ${string}`,
    id: string,
    { auth, params, body, data, reply }: Terms<A, P, B, D, R> = {},
  ): Route<P extends Shape ? z.ZodMiniObject<P> : undefined, B, Reply<D, R>, A> => {
    const [method, path] = call.split(' ')
    return {
      method: method as HttpMethod,
      path: path ?? '',
      id,
      write,
      auth: (auth ?? 'required') as A,
      params: (params && z.object(params)) as P extends Shape ? z.ZodMiniObject<P> : undefined,
      body: body as B,
      reply: z.object({ ...okShape, ...(data && { data }), ...reply }) as Reply<D, R>,
    }
  }

/** Declares a call that the server mounts: its method and its path below `basePath`, and the requirement it fulfils. */
export const route = declare(false)
/** The same of a write: it carries a key, and has its effect once. */
export const write = declare(true)

/** Rows of a page of the admin area. */
export const adminPageSize = 20

/** A page of a list of the admin area, found by words; `inputs`: what else narrows it. */
export const adminList = <Row extends Schema, Inputs extends Shape>(name: string, row: Row, inputs: Inputs) =>
  route(`POST admin_master/${name}`, `own:admin-${name}`, {
    auth: 'admin',
    body: z.object({ ...paging(adminPageSize), search: searchWords, ...inputs }),
    data: z.array(row),
    reply: { totalCount: z.int() },
  })

/** What an admin does to one thing; the server writes it into the audit log. */
export const adminWrite = <Body extends Shape, Data extends Schema | undefined = undefined>(
  name: string,
  body: Body,
  data?: Data,
) => write(`POST admin_master/${name}`, `own:${name}`, { auth: 'admin', body: z.object(body), data })
