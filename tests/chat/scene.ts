import { randomUUID } from 'node:crypto'
import { isUnread, type ChatsState } from '../../src/local/chat/chat-store.ts'
import type { Chat } from '../../src/local/database/records.ts'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import type { ChatWorld, ChatWorldPerson, ChatWorldPhone } from './world.ts'

/** The scene of a case of the conformance suite: people of its own, and phones that record everything they receive. */
export interface Scene {
  world: ChatWorld
  person: (name: string) => Promise<ChatWorldPerson>
  /** Opens another phone of this person, which listens from the start. */
  phone: (person: ChatWorldPerson) => Promise<Seat>
  /** Returns two people who never wrote to each other, each with a live phone. */
  pair: () => Promise<readonly [Seat, Seat]>
  end: () => Promise<void>
}

/** A person with one phone. */
export interface Seat extends ChatWorldPhone {
  me: string
  person: ChatWorldPerson
  /** All states that the store has reported, oldest first. */
  states: readonly ChatsState[]
  /** Count of the badge for each of these states. */
  badges: readonly (number | undefined)[]
  chat: (other: string) => Chat | undefined
  /** The texts of the chat with `other` on this phone, oldest first. */
  words: (other: string) => readonly string[]
  /** Sends a message. Resolves with its id once the store has stored it. */
  say: (to: string, message: string, o?: { id?: string; timestamp?: number }) => Promise<string>
  /** Waits until the phone has a state for which `holds` is true. */
  until: (what: string, holds: () => boolean) => Promise<void>
  /** Waits until the last text of the chat is `message`. */
  sees: (other: string, message: string) => Promise<void>
}

/** Rejects with `what` when `holds` is not true in time; checks again on each call of `changed`. */
function waiting(patience: number) {
  const looks = new Set<() => void>()
  return {
    changed: () => [...looks].forEach((look) => look()),
    until: (what: string, holds: () => boolean, told: () => string) =>
      new Promise<void>((done, fail) => {
        const timer = setTimeout(() => {
          looks.delete(look)
          fail(new Error(`Waited ${patience} ms in vain until ${what}; told last: ${told()}`))
        }, patience)
        const look = () => {
          if (!holds()) return
          clearTimeout(timer)
          looks.delete(look)
          done()
        }
        looks.add(look)
        look()
      }),
  }
}

async function seatOf(
  world: ChatWorld,
  person: ChatWorldPerson,
): Promise<Seat & { leave: () => Promise<void> }> {
  const phone = await world.phone(person)
  const states: ChatsState[] = []
  const badges: (number | undefined)[] = []
  const wait = waiting(world.patience ?? 20_000)
  const unsubscribe = phone.store.subscribeChats((state) => {
    states.push(state)
    badges.push(state.live ? state.chats.filter((one) => isUnread(one, person.id)).length : undefined)
    wait.changed()
  })
  const chat = (other: string) => states.at(-1)?.chats.find((c) => c.other === other)
  const words = (other: string) => wordsOf(chat(other)?.messages ?? [])
  const told = () =>
    JSON.stringify({ live: states.at(-1)?.live, badge: badges.at(-1), chats: states.at(-1)?.chats }).slice(
      0,
      1500,
    )
  const until: Seat['until'] = (what, holds) => wait.until(`${person.name}: ${what}`, holds, told)
  return {
    ...phone,
    me: person.id,
    person,
    states,
    badges,
    chat,
    words,
    until,
    say: async (to, message, o = {}) => {
      const { id = randomUUID(), timestamp = Date.now() } = o
      await phone.store.send(to, { id, message, timestamp })
      return id
    },
    sees: (other, message) => until(`the last words are "${message}"`, () => words(other).at(-1) === message),
    leave: async () => {
      unsubscribe()
      await phone.store.close()
      await phone.discard?.()
    },
  }
}

export const wordsOf = (messages: readonly ChatMessage[]): string[] => messages.map((m) => m.message)

/** Waits until the phone is live. */
const isLive = (seat: Seat) => seat.until('the store answers', () => seat.states.at(-1)?.live === true)

export function sceneOf(world: ChatWorld): Scene {
  const leaves: (() => Promise<void>)[] = []
  const phone: Scene['phone'] = async (person) => {
    const seat = await seatOf(world, person)
    leaves.push(seat.leave)
    await isLive(seat)
    return seat
  }
  return {
    world,
    person: (name) => world.person(name),
    phone,
    pair: async () => {
      const [ann, ben] = [await world.person('Ann'), await world.person('Ben')]
      return [await phone(ann), await phone(ben)]
    },
    end: async () => {
      await Promise.all(leaves.splice(0).map((leave) => leave()))
    },
  }
}

/** Returns all messages of the chat with `other`: those of the state, and all older ones, page by page. */
export async function wholeChat(seat: Seat, other: string): Promise<ChatMessage[]> {
  const found: ChatMessage[] = [...(seat.chat(other)?.messages ?? [])]
  for (let pages = 0; pages < 100; pages++) {
    const older = await seat.store.loadOlder(other, found[0]?.n ?? 1)
    if (older.length === 0) return found
    found.unshift(...older)
  }
  throw new Error('The pages of older messages have no end.')
}

/** Returns the code of the error, or `done` when nothing is thrown. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) =>
      typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error),
  )
