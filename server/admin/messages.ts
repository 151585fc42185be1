import { AppError } from '#contract/errors.ts'
import { dropForm, releaseForm } from '../enquiries/forms-store.ts'
import { part, raw, type Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { actionMount, type AdminAction, meanwhile, operatorOf, operation } from './audit.ts'
import {
  type AdminMessage,
  adminMessage,
  adminMessageRoutes,
  type AdminMessageState,
  type MessageKind,
} from '#contract/admin/admin-messages.ts'
import { found, type Mount, ok, okData, okWith } from '../kernel/call.ts'
import { z } from 'zod/mini'
import { hasWords, instantColumn, type RowPage, pageOf, type PageQuery } from '../kernel/db/lists.ts'

const messageRow = z.extend(adminMessage, {
  created_at: instantColumn,
  handled_at: z.nullable(instantColumn),
})

const state = `case when held_at is not null then 'held' when handled_at is not null then 'done' else 'open' end`
/** Messages sent with forms. A test drive belongs to its seller and is listed only while it is held as spam. */
const messages = `(select id as _id, 'contact' as kind, ${state} as state, fullname, email, mobile_number as phone,
      subject, message, created_at, handled_at from contact_messages
    union all select id, 'insurance', ${state}, '', '', phone, 'Insurance: please call back', '', created_at, handled_at
      from insurance_inquiries
    union all select id, 'test-drive', 'held', fullname, email, mobile_number,
      'Test drive: ' || car_brand || ' ' || car_model, '', created_at, null from test_drives where held_at is not null) m`

/** Returns one page of messages, newest first, each with the first 200 characters of its text. */
export const adminMessages = (
  sql: Sql,
  q: PageQuery & { kind: MessageKind | 'all'; state: AdminMessageState | 'all' },
): Promise<RowPage<AdminMessage>> =>
  pageOf(sql, messageRow, q, {
    columns:
      '_id, kind, state, fullname, email, phone, subject, left(message, 200) as message, created_at, handled_at',
    from: part`from ${raw(messages)} where (${q.kind} = 'all' or kind = ${q.kind})
      and (${q.state} = 'all' or state = ${q.state})
      and ${hasWords(q.search, "concat_ws(' ', fullname, email, phone, subject, message)")}`,
    order: 'created_at desc, _id desc',
  })

const adminMessageById = (sql: Sql, id: string): Promise<AdminMessage | undefined> =>
  sql.first(messageRow)`select * from ${raw(messages)} where _id = ${id}`

const tables = ['contact_messages', 'insurance_inquiries'] as const

/** Marks a message as done or open. Returns false when it is marked so, is held, or does not exist. */
async function markHandled(sql: Sql, id: string, at: Date | null): Promise<boolean> {
  let changed = 0
  for (const table of tables) {
    changed += await sql.exec`update ${raw(table)} set handled_at = ${at} where id = ${id} and held_at is null
      and (handled_at is null) = (${at}::timestamptz is not null)`
  }
  return changed > 0
}

const noSuch = 'There is no such message.'
const refused = (message: AdminMessage | undefined): AppError =>
  message ? meanwhile('Somebody was here before you.') : new AppError('not_found', { msg: noSuch })

const markMessage: AdminAction<{ id: string; done: boolean }> = async (
  { sql, deps, audit },
  { id, done },
) => {
  if (!(await markHandled(sql, id, done ? deps.now() : null))) throw refused(await adminMessageById(sql, id))
  await audit(done ? 'close-message' : 'reopen-message', 'form', id, {
    before: { done: !done },
    after: { done },
  })
}

/** Releases a message that is not spam; returns the number of its e-mails that are sent now. */
export const releaseMessage: AdminAction<{ id: string }, number> = async ({ sql, deps, audit }, { id }) => {
  const mails = await releaseForm(sql, id, deps.now())
  if (mails === undefined) throw refused(await adminMessageById(sql, id))
  await audit('release-message', 'form', id, { before: { held: true }, after: { held: false } })
  return mails
}

/** Deletes a spam message and its e-mails; the audit log holds only the kind and time of the message. */
export const dropMessage: AdminAction<{ id: string }> = async ({ sql, audit }, { id }) => {
  const known = await adminMessageById(sql, id)
  if (!(await dropForm(sql, id))) throw refused(known)
  const before = { held: true, kind: known?.kind, created_at: known?.created_at }
  await audit('drop-message', 'form', id, { before })
}

const shown = async (sql: Sql, id: string) => found(await adminMessageById(sql, id), noSuch)

export function mountAdminMessages(mount: Mount, deps: Deps): void {
  mount(adminMessageRoutes.adminListMessages, ({ body, sql }) => okWith(adminMessages(sql, body)))

  mount(adminMessageRoutes.adminGetMessage, ({ params, sql }) => okData(shown(sql, params.id)))

  const act = actionMount(mount, deps)
  const marked = ({ done }: { done: boolean }) => (done ? 'Marked as done.' : 'Open again.')
  act(adminMessageRoutes.markMessage, markMessage, marked, (sql, { id }) => shown(sql, id))

  mount(adminMessageRoutes.releaseMessage, async ({ body, user, sql }) => {
    const emails = await releaseMessage(operation(sql, deps, operatorOf(user)), body)
    const late = 'Released. Its e-mails are gone, as all that waited for 30 days.'
    return { ...ok, msg: emails > 0 ? 'Released. Its e-mails leave now.' : late, letters: emails }
  })

  act(adminMessageRoutes.dropMessage, dropMessage, 'Deleted, with its e-mails.')
}
