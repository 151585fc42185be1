import { chatKey, openingMessage } from '#contract/chat/chat.ts'
import { markEmailed } from '../../server/chat/email-unread.ts'
import { markChats } from '../../server/chat/marks.ts'
import { ownChats } from '../../server/chat/own-chats.ts'
import type { Sql } from '../../server/kernel/db/sql.ts'
import { demoId, type Random, randomOf, seedOf } from '../random.ts'
import type { NewCar } from '../../server/cars/cars-write.ts'
import type { World } from '../car/one-car.ts'
import type { DemoPerson } from './sellers.ts'
import talks from './talks.json' with { type: 'json' }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const notOlderThan = 2013

type Car = Pick<NewCar, 'id' | 'creator' | 'status' | 'title' | 'price' | 'bodytype' | 'year'>
interface ChatParties extends World {
  buyer: DemoPerson | undefined
  cars: readonly Car[]
}

/**
 * Messages between two people about a car of one of them. Lines with `<` come from the person who asks, lines with `>` from
 * the owner; an empty line means the next day.
 */
interface Talk {
  /** Days before the current day on which the chat begins. */
  ago: number
  /** Minutes until the first answer. */
  took: number
  /** Whether the last message is unread. */
  unread?: boolean
  lines: readonly string[]
}

interface ChatLine {
  at: number
  mine: boolean
  message: string
}
/** Returns the lines with sender and time: minutes apart within a day, and the next morning after an empty line. */
function timed(
  talk: Talk,
  opening: string,
  { today, random }: { today: number; random: Random },
): ChatLine[] {
  let at = today - talk.ago * day + (7 + random.whole(0, 4)) * hour
  const told: ChatLine[] = [{ at, mine: false, message: opening }]
  for (const line of talk.lines) {
    if (line === '') at += day - (at % day) + (6 + random.whole(0, 2)) * hour
    else {
      at += (told.length === 1 ? talk.took : random.whole(1, 9)) * minute
      told.push({ at, mine: line.startsWith('>'), message: line.slice(2) })
    }
  }
  return told
}

/** Writes chats of the demo dealer and the demo seller with buyers; the demo buyer waits for an answer. */
export async function writeChats(sql: Sql, o: ChatParties): Promise<void> {
  const { buyer, seller, dealer, today } = o
  const random = randomOf(seedOf(o.seed, 'chat'))
  const offeredBy = ({ id }: DemoPerson) => o.cars.filter((c) => c.creator === id && c.status === 'active')
  const send = async (sender: DemoPerson, receiver: DemoPerson, message: string, at: number, car: Car) => {
    const id = demoId(at, random)
    const ends = { sender: sender.id, receiver: receiver.id }
    await ownChats.append(sql, { id, ...ends, message, at: new Date(at), car: car.id })
    // The chat counts as notified, so that the demo sends no e-mails.
    await markEmailed(sql, chatKey(sender.id, receiver.id), new Date(at))
    return id
  }
  const hold = async (owner: DemoPerson, asker: DemoPerson | undefined, car: Car | undefined, talk: Talk) => {
    if (!asker || !car) return
    const told = timed(talk, openingMessage(car.title), { today, random })
    let last = ''
    const mark = async (written: ChatLine | undefined, as: 'delivered' | 'read') => {
      const [reader, writer] = written?.mine ? [asker, owner] : [owner, asker]
      await markChats(sql, { user: reader.id, chats: [{ other: writer.id, last }], as })
    }
    for (const [n, line] of told.entries()) {
      // A person who answers has read the previous message.
      const before = told[n - 1]
      if (before && before.mine !== line.mine) await mark(before, 'read')
      const { at, mine, message } = line
      last = await send(mine ? owner : asker, mine ? asker : owner, message, at, car)
    }
    await mark(told.at(-1), talk.unread ? 'delivered' : 'read')
  }

  const [ofDealer, ofSeller] = [offeredBy(dealer), offeredBy(seller)]
  // Haggling fits cheap cars, and the questions do not fit very old ones.
  const modest = (cars: readonly Car[]) => {
    const younger = cars.filter(({ year }) => year >= notOlderThan)
    return (younger.length > 0 ? younger : cars).toSorted((a, b) => a.price - b.price)
  }
  const pick = (cars: readonly Car[], n: number) => modest(cars)[n % Math.max(1, modest(cars).length)]
  const { ZA, NG } = o.sellers
  for (const [n, talk] of talks.dealer.entries()) await hold(dealer, ZA.privates[n], pick(ofDealer, n), talk)
  const roomy = modest(ofDealer).find(({ bodytype }) => bodytype === 'SUV') ?? pick(ofDealer, 0)
  await hold(dealer, ZA.privates[talks.dealer.length], roomy, talks.long)
  for (const [n, talk] of talks.seller.entries()) await hold(seller, NG.privates[n], pick(ofSeller, n), talk)
  await hold(dealer, seller, pick(ofDealer, 9), talks.between)
  const [car] = ofDealer
  if (car && buyer) await send(buyer, dealer, openingMessage(car.title), today, car)
}
