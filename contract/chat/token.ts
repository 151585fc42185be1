import { z } from 'zod/mini'
import { id, route } from '../parts.ts'

/** Credentials that sign a phone in to Firestore, for an operator who stores the chats there. */
const chatToken = z.object({
  /** The caller's user id in Firestore. */
  uid: id,
  /** A custom token of Firebase Authentication; the phone must exchange the token within minutes. */
  token: z.string(),
  /** Milliseconds from now until the Firestore rules refuse access. The phone requests the next token before that. */
  lasts: z.int(),
})
export type ChatToken = z.output<typeof chatToken>

export const chatTokenRoutes = {
  /** Fails with `subscription_required` without a paid plan, and with `not_found` when the server itself stores the chats. */
  chatToken: route('POST chat/token', 'own:chat-token', { data: chatToken }),
}
