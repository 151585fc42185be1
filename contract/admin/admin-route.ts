import { z } from 'zod/mini'
import { route } from '../http.ts'
import { okShape, paging } from '../parts.ts'
import { searchWords } from '../values/list-inputs.ts'

/** A page of a list of the admin area, found by words; `inputs`: what else narrows it. */
export const adminList = <Row extends z.ZodMiniType, Inputs extends z.core.$ZodShape>(
  name: string,
  row: Row,
  inputs: Inputs,
  pageSize = 20,
) =>
  route('POST', `admin_master/${name}`, {
    id: `own:admin-${name}`,
    auth: 'admin',
    body: z.object({ ...paging(pageSize), search: searchWords, ...inputs }),
    reply: z.object({ ...okShape, data: z.array(row), totalCount: z.int() }),
  })

/** What an admin does to one thing; the server writes it into the audit log. */
export const adminWrite = <Body extends z.core.$ZodShape, Reply extends z.ZodMiniType>(
  name: string,
  body: Body,
  reply: Reply,
) =>
  route('POST', `admin_master/${name}`, {
    id: `own:${name}`,
    auth: 'admin',
    write: true,
    body: z.object(body),
    reply,
  })
