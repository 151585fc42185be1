import { adminMessageRoutes } from '#contract/admin/admin-messages.ts'
import { AppError } from '#contract/errors.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { operatorOf } from '../audit.ts'
import { dropMessage, markMessage, releaseMessage } from './message-actions.ts'
import { adminMessageById, adminMessages } from './messages-store.ts'

const success = true as const

async function shown(sql: Sql, id: string) {
  const message = await adminMessageById(sql, id)
  if (!message) throw new AppError('not_found', { msg: 'There is no such message.' })
  return message
}

export function mountAdminMessages(mount: Mount, deps: Deps): void {
  mount(adminMessageRoutes.adminListMessages, async ({ body, sql }) => ({
    success,
    msg: 'Success',
    ...(await adminMessages(sql, body)),
  }))

  mount(adminMessageRoutes.adminGetMessage, async ({ params, sql }) => ({
    success,
    msg: 'Success',
    data: await shown(sql, params.id),
  }))

  mount(adminMessageRoutes.markMessage, async ({ body, user, sql }) => {
    await markMessage(sql, deps, operatorOf(user), body)
    const msg = body.done ? 'Marked as done.' : 'Open again.'
    return { success, msg, data: await shown(sql, body.id) }
  })

  mount(adminMessageRoutes.releaseMessage, async ({ body, user, sql }) => {
    const emails = await releaseMessage(sql, deps, operatorOf(user), body)
    const late = 'Released. Its letters are gone, as all that waited for 30 days.'
    return { success, msg: emails > 0 ? 'Released. Its letters leave now.' : late, letters: emails }
  })

  mount(adminMessageRoutes.dropMessage, async ({ body, user, sql }) => {
    await dropMessage(sql, deps, operatorOf(user), body)
    return { success, msg: 'Deleted, with its letters.' }
  })
}
