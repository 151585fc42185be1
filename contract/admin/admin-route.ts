import { z } from 'zod/mini'
import { paging, route, write } from '../parts.ts'
import { searchWords } from '../values/list-inputs.ts'

type Schema = z.ZodMiniType
type Shape = z.core.$ZodShape

/** Number of rows per page in the admin area. */
export const adminPageSize = 20

/** Declares an admin list with pages and a text search; `inputs` are its additional filters. */
export const adminList = <Row extends Schema, Inputs extends Shape>(name: string, row: Row, inputs: Inputs) =>
  route(`POST admin_master/${name}`, `own:admin-${name}`, {
    auth: 'admin',
    body: z.object({ ...paging(adminPageSize), search: searchWords, ...inputs }),
    data: z.array(row),
    reply: { totalCount: z.int() },
  })

/** Declares an admin read of one item or of a short list; `params` are the parameters of the path. */
export const adminRead = <Data extends Schema, Params extends Shape | undefined = undefined>(
  path: string,
  name: string,
  data: Data,
  params?: Params,
) => route(`GET admin_master/${path}`, `own:admin-${name}`, { auth: 'admin', params, data })

/** Number of open reports that the admin saw. The call fails with `decided_meanwhile` when more reports are open. */
export const seenReports = z.optional(z.int())

/** Declares an admin write on one item; the server records each write in the audit log. */
export const adminWrite = <Body extends Shape, Data extends Schema | undefined = undefined>(
  name: string,
  body: Body,
  data?: Data,
) => write(`POST admin_master/${name}`, `own:${name}`, { auth: 'admin', body: z.object(body), data })
