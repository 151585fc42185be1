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

/** Milliseconds in which the same question about the same car is one question. */
const sameQuestion = 60 * 60_000

/** Tells a seller that a person asks; how to reach that person is theirs to tell. */
const openingEmail = (o: { from: string; asker: string; car: string }): EmailWords => ({
  subject: `New message about ${headerLine(o.car)}`,
  lines: [`${headerLine(o.from)} wants to know about your car "${headerLine(o.car)}".`],
  link: { url: `/chat?with=${encodeURIComponent(o.asker)}`, words: 'Open the chat' },
})

type SellerQuestion = BodyOf<typeof chatRoutes.saveChatInfo> & { store: ServerChatStore; asker: string }

/** The message and its e-mail, both or neither. */
export async function askSeller(sql: Sql, deps: Deps, o: SellerQuestion): Promise<void> {
  const { store, asker, receiver, car_id } = o
  if (receiver === asker) throw new AppError('to_yourself')
  // A reference is its author's own: nobody can take that of another.
  const id = o.client_ref === undefined ? deps.newId() : messageId(asker, o.client_ref)
  // Before anything is judged: what was sent in time stays sent when its copy arrives late.
  if (o.client_ref !== undefined && (await store.isStored(sql, id))) return
  // Before the car: a person who leaves is held first and their cars after, and two ways round would wait for each other.
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
    // Who opens the car again, or sends once more from another page, has another key: two of the same words in a row
    // would only be noise. Once something else was said, or after a while, it is a question of its own.
    ...(isOpening && { notSince: new Date(at.getTime() - sameQuestion) }),
  })
  if (!added || !(await wantsEmail(sql, receiver, asker))) return
  await markEmailed(sql, chatKey(asker, receiver), at)
  const mail = { dedup_key: id, recipient: to.email, created_at: at, forget: true }
  await writeEmail(sql, deps, openingEmail({ from: from.fullname, asker, car: car.title }), mail)
}
