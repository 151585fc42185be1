import { AppError } from '#contract/errors.ts'
import { dropForm, releaseForm } from '../enquiries/forms-store.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { audit, type AdminAction, operatorOf } from './audit.ts'
import { adminMessageById, adminMessages, markHandled } from './messages-store.ts'
import { adminMessageRoutes } from '#contract/admin/admin-messages.ts'
import { type Mount, ok } from '../kernel/call.ts'

const noMessage = () => new AppError('not_found', { msg: 'There is no such message.' })
/** A person who looks at it reads what it says by now. */
const meanwhile = () => new AppError('decided_meanwhile', { msg: 'Somebody was here before you.' })

/** A message is done, or open again. */
const markMessage: AdminAction<{ id: string; done: boolean }> = async (sql, deps, by, { id, done }) => {
  if (!(await markHandled(sql, id, done ? deps.now() : null)))
    throw (await adminMessageById(sql, id)) ? meanwhile() : noMessage()
  await audit(sql, deps, by, {
    action: done ? 'close-message' : 'reopen-message',
    thing: 'form',
    id,
    before: { done: !done },
    after: { done },
  })
}

/** It is no spam: how many of its e-mails leave now. */
export const releaseMessage: AdminAction<{ id: string }, number> = async (sql, deps, by, { id }) => {
  const mails = await releaseForm(sql, id, deps.now())
  if (mails === undefined) throw (await adminMessageById(sql, id)) ? meanwhile() : noMessage()
  const before = { held: true }
  await audit(sql, deps, by, { action: 'release-message', thing: 'form', id, before, after: { held: false } })
  return mails
}

/** It is spam: neither it nor its e-mails are kept, and the log says only what kind of thing it was. */
export const dropMessage: AdminAction<{ id: string }> = async (sql, deps, by, { id }) => {
  const known = await adminMessageById(sql, id)
  if (!(await dropForm(sql, id))) throw known ? meanwhile() : noMessage()
  const before = { held: true, kind: known?.kind, created_at: known?.created_at }
  await audit(sql, deps, by, { action: 'drop-message', thing: 'form', id, before })
}

async function shown(sql: Sql, id: string) {
  const message = await adminMessageById(sql, id)
  if (!message) throw new AppError('not_found', { msg: 'There is no such message.' })
  return message
}

export function mountAdminMessages(mount: Mount, deps: Deps): void {
  mount(adminMessageRoutes.adminListMessages, async ({ body, sql }) => ({
    ...ok,
    ...(await adminMessages(sql, body)),
  }))

  mount(adminMessageRoutes.adminGetMessage, async ({ params, sql }) => ({
    ...ok,
    data: await shown(sql, params.id),
  }))

  mount(adminMessageRoutes.markMessage, async ({ body, user, sql }) => {
    await markMessage(sql, deps, operatorOf(user), body)
    const msg = body.done ? 'Marked as done.' : 'Open again.'
    return { ...ok, msg, data: await shown(sql, body.id) }
  })

  mount(adminMessageRoutes.releaseMessage, async ({ body, user, sql }) => {
    const emails = await releaseMessage(sql, deps, operatorOf(user), body)
    const late = 'Released. Its letters are gone, as all that waited for 30 days.'
    return { ...ok, msg: emails > 0 ? 'Released. Its letters leave now.' : late, letters: emails }
  })

  mount(adminMessageRoutes.dropMessage, async ({ body, user, sql }) => {
    await dropMessage(sql, deps, operatorOf(user), body)
    return { ...ok, msg: 'Deleted, with its letters.' }
  })
}
