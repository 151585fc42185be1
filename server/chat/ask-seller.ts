import { fieldError, found } from '../kernel/call.ts'
import { AppError } from '#contract/errors.ts'
import { chatKey, type chatRoutes, openingMessage } from '#contract/chat/chat.ts'
import type { BodyOf } from '#contract/http.ts'
import { ledgerOf } from '../cars/ads/ads-store.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { type EmailWords, headerLine, writeEmail } from '../kernel/mail/outbox.ts'
import { askedCar, heldPeople, cannotWrite, isBlocked } from './people-store.ts'
import { type ServerChatStore, messageId } from './chat-store.ts'
import { markEmailed, wantsEmail } from './email-unread.ts'
import { needPlan } from './may-write.ts'

/** Milliseconds within which a repeated opening question counts as the same. */
const sameQuestion = 60 * 60_000

/** Returns the e-mail that tells a seller of a question. It contains no contact data, which the asker may give in the chat. */
const openingEmail = (o: { from: string; asker: string; car: string }): EmailWords => ({
  subject: `New message about ${headerLine(o.car)}`,
  lines: [`${headerLine(o.from)} wants to know about your car "${headerLine(o.car)}".`],
  link: { url: `/chat?with=${encodeURIComponent(o.asker)}`, words: 'Open the chat' },
})

type SellerQuestion = BodyOf<typeof chatRoutes.saveChatInfo> & { store: ServerChatStore; asker: string }

/** Stores the message and queues its e-mail in one transaction. */
export async function askSeller(sql: Sql, deps: Deps, o: SellerQuestion): Promise<void> {
  const { store, asker, receiver, car_id } = o
  if (receiver === asker) throw new AppError('to_yourself')
  // The id contains the author, so nobody can use the reference of another person.
  const id = o.client_ref === undefined ? deps.newId() : messageId(asker, o.client_ref)
  // This check comes first: a late duplicate of a stored message succeeds even if the sender may no longer write.
  if (o.client_ref !== undefined && (await store.isStored(sql, id))) return
  // People are locked before the car, as in the deletion of an account; the reverse order would risk a deadlock.
  const people = await heldPeople(sql, [asker, receiver])
  const from = people.get(asker)
  if (!from) throw new AppError('unauthenticated')
  const car = await askedCar(sql, car_id)
  if (!car) found(await ledgerOf(sql, car_id), 'This car could not be found.')
  if (car?.status !== 'active') throw new AppError('gone')
  const to = people.get(receiver)
  if (car.creator !== receiver || !to) throw fieldError('receiver', 'This is not the seller of the car.')
  if (await isBlocked(sql, asker, receiver)) throw cannotWrite()

  const at = deps.now()
  const opening = openingMessage(car.title)
  const { message = opening } = o
  const isOpening = message === opening
  if (!isOpening) await needPlan(sql, asker, at)
  const added = await store.append(sql, {
    id,
    sender: asker,
    receiver,
    message,
    at,
    car: car_id,
    // A repeated click, or one from another page, has a new key, so the key does not detect the repetition. After another
    // message, or after an hour, the same text is a new question.
    ...(isOpening && { notSince: new Date(at.getTime() - sameQuestion) }),
  })
  if (!added || !(await wantsEmail(sql, receiver, asker))) return
  await markEmailed(sql, chatKey(asker, receiver), at)
  const mail = { dedup_key: id, recipient: to.email, created_at: at, forget: true }
  await writeEmail(sql, deps, openingEmail({ from: from.fullname, asker, car: car.title }), mail)
}
