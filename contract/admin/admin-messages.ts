import { z } from 'zod/mini'
import { adminList, adminRead, adminWrite } from './admin-route.ts'
import { id, instant, write } from '../parts.ts'
import { knownOr } from '../values/list-inputs.ts'

/** A test drive is here only while it is held: after that it is its seller's. */
export const messageKinds = ['contact', 'insurance', 'test-drive'] as const
export type MessageKind = (typeof messageKinds)[number]
/** `held`: looks like spam, and nobody was notified of it. */
export const messageStates = ['open', 'done', 'held'] as const
export type AdminMessageState = (typeof messageStates)[number]

/** What a person sent with a form. */
export const adminMessage = z.object({
  _id: id,
  kind: z.enum(messageKinds),
  state: z.enum(messageStates),
  fullname: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  /** In a list its beginning. */
  message: z.string(),
  created_at: instant,
  handled_at: z.nullable(instant),
})
export type AdminMessage = z.output<typeof adminMessage>

export const adminMessageRoutes = {
  /** Newest first. */
  adminListMessages: adminList('list-messages', adminMessage, {
    kind: knownOr([...messageKinds, 'all'] as const, 'all'),
    state: knownOr([...messageStates, 'all'] as const, 'all'),
  }),
  adminGetMessage: adminRead('message/:id', 'get-message', adminMessage, { id }),
  /** Answered, or not any more; `decided_meanwhile` when it says so already. */
  markMessage: adminWrite('mark-message', { id, done: z.boolean() }, adminMessage),
  /** No spam: its e-mails leave, and a seller sees the test drive. `letters`: how many of them still waited. */
  releaseMessage: write('POST admin_master/release-message', 'own:release-message', {
    auth: 'admin',
    body: z.object({ id }),
    reply: { letters: z.int() },
  }),
  /** Spam: it is deleted with its e-mails. */
  dropMessage: adminWrite('drop-message', { id }),
}
