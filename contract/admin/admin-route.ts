import { z } from 'zod/mini'
import { paging, route, write } from '../parts.ts'
import { searchWords } from '../values/list-inputs.ts'

type Schema = z.ZodMiniType
type Shape = z.core.$ZodShape

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

/** What an admin reads of one thing, or of all there are; `params` are those in its path. */
export const adminRead = <Data extends Schema, Params extends Shape | undefined = undefined>(
  path: string,
  name: string,
  data: Data,
  params?: Params,
) => route(`GET admin_master/${path}`, `own:admin-${name}`, { auth: 'admin', params, data })

/** How many open reports the admin saw who settles them; where more are open the call is refused with `decided_meanwhile`. */
export const seenReports = z.optional(z.int())

/** What an admin does to one thing; the server writes it into the audit log. */
export const adminWrite = <Body extends Shape, Data extends Schema | undefined = undefined>(
  name: string,
  body: Body,
  data?: Data,
) => write(`POST admin_master/${name}`, `own:${name}`, { auth: 'admin', body: z.object(body), data })
