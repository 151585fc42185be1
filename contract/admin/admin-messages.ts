import { z } from 'zod/mini'
import { adminList, adminRead, adminWrite } from './admin-route.ts'
import { id, instant, write } from '../parts.ts'
import { knownOr } from '../values/list-inputs.ts'

/** Kinds of messages. A test drive is listed only while it is held; after its release only the seller sees the test drive. */
export const messageKinds = ['contact', 'insurance', 'test-drive'] as const
export type MessageKind = (typeof messageKinds)[number]
/** `held`: the message looks like spam and notified nobody. */
export const messageStates = ['open', 'done', 'held'] as const
export type AdminMessageState = (typeof messageStates)[number]

/** A message that a person sent with a form. */
export const adminMessage = z.object({
  _id: id,
  kind: z.enum(messageKinds),
  state: z.enum(messageStates),
  fullname: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  /** The full text; in a list only its beginning. */
  message: z.string(),
  created_at: instant,
  handled_at: z.nullable(instant),
})
export type AdminMessage = z.output<typeof adminMessage>

export const adminMessageRoutes = {
  /** Lists messages, newest first. */
  adminListMessages: adminList('list-messages', adminMessage, {
    kind: knownOr([...messageKinds, 'all'] as const, 'all'),
    state: knownOr([...messageStates, 'all'] as const, 'all'),
  }),
  adminGetMessage: adminRead('message/:id', 'get-message', adminMessage, { id }),
  /** Marks a message as done or open. Fails with `decided_meanwhile` when the message already has that mark. */
  markMessage: adminWrite('mark-message', { id, done: z.boolean() }, adminMessage),
  /**
   * Releases a held message that is not spam: its e-mails are sent and a seller sees the test drive. `letters` is the number
   * of e-mails that were waiting.
   */
  releaseMessage: write('POST admin_master/release-message', 'own:release-message', {
    auth: 'admin',
    body: z.object({ id }),
    reply: { letters: z.int() },
  }),
  /** Deletes a spam message together with its e-mails. */
  dropMessage: adminWrite('drop-message', { id }),
}
