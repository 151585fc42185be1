import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ChatCase } from '../conformance.ts'
import { codeOf } from '../scene.ts'

export const networkCases: readonly ChatCase[] = [
  {
    title: 'A message whose answer was lost is there once when it is sent again [R-CHAT-13]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      for (const text of ['first of the chat', 'second']) {
        const id = randomUUID()
        await ann.loseNextAnswer()
        // A store may detect the lost response and send again by itself.
        await codeOf(ann.say(ben.me, text, { id }))
        await ben.sees(ann.me, text)
        await ann.say(ben.me, text, { id })
      }
      await ann.say(ben.me, 'last')
      await ben.sees(ann.me, 'last')
      expect(ben.words(ann.me)).toEqual(['first of the chat', 'second', 'last'])
    },
  },
  {
    title: 'Without a network a store refuses to send, and sends nothing later [R-EXT-01]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      await ann.say(ben.me, 'before')
      await ann.sees(ben.me, 'before')
      await ann.offline()
      const id = randomUUID()
      expect(await codeOf(ann.say(ben.me, 'in the lift', { id }))).toBe('offline')
      await ann.until('it is not live', () => ann.states.at(-1)?.live === false)
      // The known messages remain.
      expect(ann.words(ben.me)).toEqual(['before'])
      await ann.online()
      await ann.until('it is live', () => ann.states.at(-1)?.live === true)
      await ben.say(ann.me, 'after')
      await ann.sees(ben.me, 'after')
      expect(ann.words(ben.me)).toEqual(['before', 'after'])
      // The outbox sends the message once.
      await ann.say(ben.me, 'in the lift', { id })
      await ben.sees(ann.me, 'in the lift')
      expect(ben.words(ann.me)).toEqual(['before', 'after', 'in the lift'])
    },
  },
  {
    title: 'A phone that was offline catches up, in order and without a gap [R-CHAT-15]',
    play: async ({ pair, phone, person }) => {
      const [ann, ben] = await pair()
      const cleo = await phone(await person('Cleo'))
      await ann.say(ben.me, 'before')
      await ben.sees(ann.me, 'before')
      await ben.offline()
      await ben.until('it is not live', () => ben.states.at(-1)?.live === false)
      for (const text of ['one', 'two', 'three']) await ann.say(ben.me, text)
      await cleo.say(ben.me, 'I am new here')
      await ben.online()
      await ben.sees(ann.me, 'three')
      await ben.sees(cleo.me, 'I am new here')
      expect(ben.words(ann.me)).toEqual(['before', 'one', 'two', 'three'])
      await ben.until('the badge says 2', () => ben.badges.at(-1) === 2)
      expect(ben.states.at(-1)).toMatchObject({ live: true })
      // No intermediate state had a gap.
      for (const { chats } of ben.states)
        for (const { messages } of chats)
          expect(messages.map((m) => m.n)).toEqual(messages.map((_, i) => i + 1))
    },
  },
  {
    title: 'What was sent while the other was away is there when they come [R-CHAT-15 R-EXT-02]',
    play: async ({ pair, phone, person }) => {
      const [ann] = await pair()
      const dora = await person('Dora')
      const ids = []
      for (const text of ['one', 'two', 'three']) ids.push(await ann.say(dora.id, text))
      const late = await phone(dora)
      await late.sees(ann.me, 'three')
      await late.until('the badge says 1', () => late.badges.at(-1) === 1)
      expect(late.chat(ann.me)?.messages.map((m) => m.id)).toEqual(ids)
    },
  },
  {
    title: 'Marks made meanwhile by the other are told to a phone that comes back [R-STATE-25]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      const id = await ann.say(ben.me, 'Hello')
      await ann.sees(ben.me, 'Hello')
      await ann.offline()
      await ann.until('it is not live', () => ann.states.at(-1)?.live === false)
      await ben.sees(ann.me, 'Hello')
      await ben.store.markRead(ann.me, id)
      await ann.online()
      await ann.until('it is read', () => ann.chat(ben.me)?.receiverHasRead === true)
      expect(ann.chat(ben.me)).toMatchObject({ readTo: 1, deliveredTo: 1 })
    },
  },
  {
    title: 'A closed store tells nothing any more [R-CHAT-15]',
    play: async ({ pair, phone }) => {
      const [ann, ben] = await pair()
      const tablet = await phone(ben.person)
      await ann.say(ben.me, 'one')
      await Promise.all([ben.sees(ann.me, 'one'), tablet.sees(ann.me, 'one')])
      await ben.until('the badge says 1', () => ben.badges.at(-1) === 1)
      await ben.store.close()
      const [states, badges] = [ben.states.length, ben.badges.length]
      for (const text of ['two', 'three']) {
        await ann.say(ben.me, text)
        await tablet.sees(ann.me, text)
      }
      await ben.offline()
      await ben.online()
      await ann.say(ben.me, 'four')
      await tablet.sees(ann.me, 'four')
      expect([ben.states.length, ben.badges.length]).toEqual([states, badges])
    },
  },
  {
    title: 'Who unsubscribes is told nothing any more, and the others still are [R-CHAT-15]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      let told = 0
      const stop = ben.store.subscribeChats(() => (told += 1))
      await ann.say(ben.me, 'one')
      await ben.sees(ann.me, 'one')
      expect(told).toBeGreaterThan(0)
      stop()
      const before = told
      await ann.say(ben.me, 'two')
      await ben.sees(ann.me, 'two')
      expect(told).toBe(before)
    },
  },
]
