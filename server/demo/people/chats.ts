import { openingMessage } from '#contract/users/chat.ts'
import { ownChats } from '../../chat/own-chats.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { demoId } from '../demo-id.ts'
import { randomOf, seedOf } from '../random.ts'
import type { Person } from './sellers.ts'

interface Asked {
  buyer: Person | undefined
  dealer: Person
  cars: readonly { creator: string; status: string; title: string }[]
  seed: number
  today: number
}

/** Somebody waits for an answer of the demo dealer. */
export async function writeChats(sql: Sql, { buyer, dealer, cars, seed, today }: Asked): Promise<void> {
  const car = cars.find(({ creator, status }) => creator === dealer.id && status === 'active')
  if (!car || !buyer) return
  await ownChats.append(sql, {
    id: demoId(today, randomOf(seedOf(seed, 'chat'))),
    sender: buyer.id,
    receiver: dealer.id,
    message: openingMessage(car.title),
    at: new Date(today),
  })
}
