import { openingMessage } from '#contract/chat/chat.ts'
import { ownChats } from '../../chat/own-chats.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { demoId } from '../demo-id.ts'
import { randomOf, seedOf } from '../random.ts'
import type { Person } from './sellers.ts'

const minute = 60_000
const day = 24 * 60 * minute

interface Asked {
  buyer: Person | undefined
  dealer: Person
  /** Who else has asked the dealer. */
  others: readonly Person[]
  cars: readonly { creator: string; status: string; title: string }[]
  seed: number
  today: number
}
/** Minutes that the dealer took for each of those who asked before. */
const took = [12, 25, 31, 38, 90, 180, 600]
const answer = 'Good day, yes, it is still here. When would you like to come and see it?'

/** Others were answered by the demo dealer, as fast as the dealer's page says; the buyer still waits. */
export async function writeChats(
  sql: Sql,
  { buyer, dealer, others, cars, seed, today }: Asked,
): Promise<void> {
  const offered = cars.filter(({ creator, status }) => creator === dealer.id && status === 'active')
  const [car] = offered
  if (!car || !buyer) return
  const random = randomOf(seedOf(seed, 'chat'))
  const write = (sender: Person, receiver: Person, message: string, at: number) =>
    ownChats.append(sql, {
      id: demoId(at, random),
      sender: sender.id,
      receiver: receiver.id,
      message,
      at: new Date(at),
    })
  for (const [n, other] of others.slice(0, took.length).entries()) {
    const { title } = offered[n % offered.length] ?? car
    const asked = today - (n + 2) * 5 * day
    await write(other, dealer, openingMessage(title), asked)
    await write(dealer, other, answer, asked + (took[n] ?? 0) * minute)
  }
  await write(buyer, dealer, openingMessage(car.title), today)
}
