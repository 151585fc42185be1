import type { FastifyBaseLogger } from 'fastify'
import { emailUnread } from '../chat/emails/email-unread.ts'
import { deliverChats, deliveryTopic } from '../chat/firestore/deliveries.ts'
import { emailUnreadInFirestore } from '../chat/firestore/unread-rounds.ts'
import type { Deps } from '../kernel/deps.ts'
import { firebaseOf } from '../kernel/firebase.ts'
import { repeat, type Repeated } from './repeat.ts'

/** Milliseconds after which what could not be carried at once is looked at. */
const carrying = 5000
const minute = 60_000

/** What chats need beside answers: e-mails about unread messages, and carrying to Firestore where chats are there. */
export function startChatJobs(deps: Deps, log: Pick<FastifyBaseLogger, 'error'>): Repeated[] {
  const saying = (words: string) => (error: unknown) => log.error(error, words)
  const untold = saying('people could not be told of unread messages')
  if (!firebaseOf(deps.config)) return [repeat(() => emailUnread(deps), minute, untold)]
  const carry = repeat(
    (stopping) => deliverChats(deps, stopping),
    carrying,
    saying('messages could not be carried to Firestore'),
  )
  // A round that is under way may have looked already.
  const unlisten = deps.db.listen(deliveryTopic, () => void carry.now().then(carry.now))
  const stop = () => {
    unlisten()
    return carry.stop()
  }
  return [{ ...carry, stop }, repeat(() => emailUnreadInFirestore(deps), minute, untold)]
}
