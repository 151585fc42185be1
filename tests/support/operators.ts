import { z } from 'zod/mini'
import type { TestServer } from './api.ts'
import { addUser, adminSession } from './motorkin.ts'

/** Admins in tests, and the log of their actions. */

/** Returns the tokens of two admins and of a person without the role, by name. */
export async function operators(server: TestServer): Promise<Record<'ann' | 'ben' | 'nobody', string>> {
  const token = async (id: string, role: 'admin' | 'user') => {
    const user = await addUser(server.db, { id, role, fullname: `Name of ${id}` })
    return role === 'admin' ? adminSession(server, user) : server.token(user)
  }
  return {
    ann: await token('ann', 'admin'),
    ben: await token('ben', 'admin'),
    nobody: await token('nobody', 'user'),
  }
}

const loggedAction = z.object({
  operator_id: z.nullable(z.string()),
  action: z.string(),
  thing: z.string(),
  thing_id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  note: z.string(),
})
export type LoggedAction = z.output<typeof loggedAction>

/** Returns the logged actions on an object, oldest first. */
export const loggedActions = ({ db }: Pick<TestServer, 'db'>, thingId: string): Promise<LoggedAction[]> =>
  db.rows(loggedAction, {
    text: `select operator_id, action, thing, thing_id, before, after, note from audit_log where thing_id = $1
      order by at, id`,
    values: [thingId],
  })

const emailRow = z.object({ recipient: z.string(), subject: z.string(), body_text: z.string() })
/** Returns the queued e-mails to this address, oldest first. */
export const emailsTo = ({ db }: Pick<TestServer, 'db'>, recipient: string) =>
  db.rows(emailRow, {
    text: 'select recipient, subject, body_text from mail_outbox where recipient = $1 order by created_at, id',
    values: [recipient],
  })

/** Tells whether of two concurrent requests one succeeded and the other got a conflict. */
export const oneWon = (statuses: readonly number[]): boolean =>
  statuses.length === 2 && statuses.includes(200) && statuses.includes(409)
