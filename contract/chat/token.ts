import { z } from 'zod/mini'
import { id, route } from '../parts.ts'

/** What signs a phone in at Firestore, where the operator keeps the chats there. */
const chatToken = z.object({
  /** The caller's id, as Firestore knows them. */
  uid: id,
  /** A custom token of Firebase Authentication; to be exchanged within minutes. */
  token: z.string(),
  /** Milliseconds from now: the rules let nothing through after it, so a phone asks for another token before. */
  lasts: z.int(),
})
export type ChatToken = z.output<typeof chatToken>

export const chatTokenRoutes = {
  /** `subscription_required` without a paid plan, `not_found` where the server keeps the chats itself. */
  chatToken: route('POST chat/token', 'own:chat-token', { data: chatToken }),
}
