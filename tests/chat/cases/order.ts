import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { chatLimits } from '#contract/chat/message-rules.ts'
import type { ChatCase } from '../conformance.ts'
import { type Seat, wholeChat, wordsOf } from '../scene.ts'

const count = (n: number, words: string) => Array.from({ length: n }, (_, i) => `${words} ${i}`)
/** Returns the texts of one sender. */
const own = (all: readonly string[], name: string) => all.filter((w) => w.startsWith(name))
const inTurn = async (from: Seat, to: Seat, words: readonly string[]) => {
  for (const text of words) await from.say(to.me, text)
}
/** Waits until both phones have received `last` messages of their chat. */
const bothHave = (ann: Seat, ben: Seat, last: number) =>
  Promise.all(
    [[ann, ben.me] as const, [ben, ann.me] as const].map(([seat, other]) =>
      seat.until(`message ${last} arrives`, () => seat.chat(other)?.messages.at(-1)?.n === last),
    ),
  )

export const orderCases: readonly ChatCase[] = [
  {
    title: 'Two who write first at the same moment share one chat [R-CHAT-14 R-STATE-19 R-ENT-35]',
    play: async ({ pair, world }) => {
      for (let round = 0; round < 5; round++) {
        const [ann, ben] = await pair()
        await Promise.all([ann.say(ben.me, 'from Ann'), ben.say(ann.me, 'from Ben')])
        await bothHave(ann, ben, 2)
        expect([...ann.words(ben.me)].sort()).toEqual(['from Ann', 'from Ben'])
        expect(ben.words(ann.me)).toEqual(ann.words(ben.me))
        expect(await world.storedKeys(ben.person)).toHaveLength(1)
      }
    },
  },
  {
    title: 'Forty messages from both sides at once are all there, in one order [R-CHAT-13 R-CHAT-16]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      await Promise.all([inTurn(ann, ben, count(20, 'Ann')), inTurn(ben, ann, count(20, 'Ben'))])
      await bothHave(ann, ben, 40)
      const all = ann.words(ben.me)
      expect(ben.words(ann.me)).toEqual(all)
      expect(own(all, 'Ann')).toEqual(count(20, 'Ann'))
      expect(own(all, 'Ben')).toEqual(count(20, 'Ben'))
      expect(ann.chat(ben.me)?.messages.map((m) => m.n)).toEqual(count(40, '').map((_, i) => i + 1))
    },
  },
  {
    title: 'Twenty messages that leave at the same moment are all kept, each once [R-CHAT-13]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      await ann.say(ben.me, 'Hello')
      const more = count(20, 'Ann')
      await Promise.all(more.map((text) => ann.say(ben.me, text)))
      await bothHave(ann, ben, 21)
      expect(ben.words(ann.me)).toEqual(ann.words(ben.me))
      expect(ben.words(ann.me).slice(1).sort()).toEqual([...more].sort())
    },
  },
  {
    title: 'The order is that of the store; a clock that lies is only shown [R-CHAT-16]',
    play: async ({ pair, phone, person }) => {
      const [ann, ben] = await pair()
      const times = [4_070_908_800_000, 0, 1_790_000_000_000, 86_400_000]
      for (const [i, timestamp] of times.entries()) {
        const [from, to] = i % 2 === 0 ? [ann, ben] : [ben, ann]
        await from.say(to.me, `message ${i}`, { timestamp })
      }
      await bothHave(ann, ben, 4)
      for (const seat of [ann, ben, await phone(ann.person)]) {
        const messages = seat.states.at(-1)?.chats[0]?.messages ?? []
        expect(wordsOf(messages)).toEqual(count(4, 'message'))
        // A store may correct a clock that is in the future.
        expect(messages.slice(1).map((m) => m.timestamp)).toEqual(times.slice(1))
      }
      // A wrong clock does not move a chat in the list.
      const cleo = await phone(await person('Cleo'))
      await cleo.say(ann.me, 'from the past', { timestamp: 1000 })
      await ann.sees(cleo.me, 'from the past')
      expect(ann.states.at(-1)?.chats.map((c) => c.other)).toEqual([cleo.me, ben.me])
    },
  },
  {
    title: 'The same message sent twice is there once [R-CHAT-13]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      const id = await ann.say(ben.me, 'Hello')
      await ann.say(ben.me, 'Hello', { id })
      await ben.say(ann.me, 'Hi')
      // A repeated message is also recognised after other messages.
      await ann.say(ben.me, 'Hello', { id })
      await ann.say(ben.me, 'last')
      await ben.sees(ann.me, 'last')
      expect(ben.words(ann.me)).toEqual(['Hello', 'Hi', 'last'])
    },
  },
  {
    title: 'The same message sent from two tabs at once is there once [R-CHAT-13]',
    play: async ({ pair, phone }) => {
      const [ann, ben] = await pair()
      const tab = await phone(ann.person)
      const ids = Array.from({ length: 8 }, () => randomUUID())
      for (const [i, id] of ids.entries())
        await Promise.all([ann, tab, ann].map((seat) => seat.say(ben.me, `message ${i}`, { id })))
      await ann.say(ben.me, 'last')
      await ben.sees(ann.me, 'last')
      expect(ben.words(ann.me)).toEqual([...count(8, 'message'), 'last'])
    },
  },
  {
    title: 'The same id with other words is the message that was first [R-CHAT-13]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      const id = await ann.say(ben.me, 'as first written')
      await ann.say(ben.me, 'other words', { id })
      await ann.say(ben.me, 'last')
      await ben.sees(ann.me, 'last')
      expect(ben.words(ann.me)).toEqual(['as first written', 'last'])
    },
  },
  {
    about: 'many messages',
    title: 'Of 260 messages a phone has the newest; pages lead to the first [R-CHAT-16]',
    play: async ({ pair, phone }) => {
      const [ann, ben] = await pair()
      await Promise.all([inTurn(ann, ben, count(130, 'Ann')), inTurn(ben, ann, count(130, 'Ben'))])
      await bothHave(ann, ben, 260)
      const late = await phone(ann.person)
      await late.until('the chat is there', () => late.chat(ben.me)?.messages.at(-1)?.n === 260)
      for (const seat of [ann, ben, late]) {
        const told = seat.states.at(-1)?.chats[0]?.messages ?? []
        expect(told.length).toBeGreaterThan(0)
        expect(told.length).toBeLessThanOrEqual(chatLimits.tail)
        const all = await wholeChat(seat, seat === ben ? ann.me : ben.me)
        expect(all.map((m) => m.n)).toEqual(count(260, '').map((_, i) => i + 1))
        expect(own(wordsOf(all), 'Ann')).toEqual(count(130, 'Ann'))
        expect(own(wordsOf(all), 'Ben')).toEqual(count(130, 'Ben'))
        expect(new Set(all.map((m) => m.id)).size).toBe(260)
      }
    },
  },
  {
    about: 'roll-over',
    title: 'Nothing is lost when both write while older messages are moved away [R-CHAT-13 R-CHAT-16]',
    play: async ({ pair, phone }) => {
      const [ann, ben] = await pair()
      const tab = await phone(ann.person)
      // A store that moves older messages to another place does so during these messages.
      await inTurn(ann, ben, count(68, 'before'))
      await Promise.all([
        inTurn(ann, ben, count(16, 'Ann')),
        inTurn(tab, ben, count(16, 'Tab')),
        inTurn(ben, ann, count(16, 'Ben')),
      ])
      await bothHave(ann, ben, 116)
      const all = wordsOf(await wholeChat(ann, ben.me))
      expect(all.slice(0, 68)).toEqual(count(68, 'before'))
      for (const name of ['Ann', 'Tab', 'Ben']) expect(own(all, name)).toEqual(count(16, name))
      expect(all).toHaveLength(116)
      expect(wordsOf(await wholeChat(ben, ann.me))).toEqual(all)
    },
  },
]
