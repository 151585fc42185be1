import { expect } from 'vitest'
import type { ChatCase } from '../conformance.ts'

export const readCases: readonly ChatCase[] = [
  {
    title: 'A message is unread for its receiver, and for nobody else [R-STATE-23 R-EXT-02]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      await ann.say(ben.me, 'Hello')
      await ben.until('the badge says 1', () => ben.badges.at(-1) === 1)
      await ann.sees(ben.me, 'Hello')
      await ben.sees(ann.me, 'Hello')
      expect(ben.chat(ann.me)).toMatchObject({ receiverHasRead: false, ownReadTo: 0 })
      expect(ann.chat(ben.me)).toMatchObject({ receiverHasRead: false, readTo: 0 })
      expect(ann.badges.filter((n) => n !== undefined && n > 0)).toEqual([])
    },
  },
  {
    title: 'Once its receiver reads it, both see it read [R-STATE-25 R-CHAT-08]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      await ann.say(ben.me, 'one')
      const two = await ann.say(ben.me, 'two')
      await ben.until('the badge says 1', () => ben.badges.at(-1) === 1)
      await ben.store.markRead(ann.me, two)
      await ann.until('it is read', () => ann.chat(ben.me)?.receiverHasRead === true)
      expect(ann.chat(ben.me)).toMatchObject({ readTo: 2, lastSender: ann.me })
      await ben.until('the badge is gone', () => ben.badges.at(-1) === 0)
      await ben.until('it is read', () => ben.chat(ann.me)?.receiverHasRead === true)
      expect(ben.chat(ann.me)).toMatchObject({ ownReadTo: 2, lastSender: ann.me })
      // Another message makes the chat unread again.
      await ann.say(ben.me, 'three')
      await ben.until('the badge is back', () => ben.badges.at(-1) === 1)
      await ann.sees(ben.me, 'three')
      expect(ann.chat(ben.me)).toMatchObject({ receiverHasRead: false, readTo: 2 })
    },
  },
  {
    title: 'A read mark does not cover a message that came meanwhile [R-STATE-25 R-CHAT-08]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      const seen = await ann.say(ben.me, 'seen')
      await ben.sees(ann.me, 'seen')
      await ann.say(ben.me, 'not seen')
      await ben.store.markRead(ann.me, seen)
      // The last message arrives after all effects of the mark.
      await ann.say(ben.me, 'last')
      await ben.sees(ann.me, 'last')
      await ann.sees(ben.me, 'last')
      const [hers, his] = [ann, ben].map((seat) => seat.states.flatMap((s) => s.chats))
      expect([...(hers ?? []), ...(his ?? [])].filter((c) => c.receiverHasRead)).toEqual([])
      expect(hers?.filter((c) => c.readTo > 1)).toEqual([])
      expect(his?.filter((c) => c.ownReadTo > 1)).toEqual([])
      await ben.until('the badge says 1', () => ben.badges.at(-1) === 1)
    },
  },
  {
    title: 'The sender of the last message cannot mark it as read [R-STATE-25]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      const id = await ann.say(ben.me, 'Hello')
      await ann.sees(ben.me, 'Hello')
      await ann.store.markRead(ben.me, id)
      const more = await ann.say(ben.me, 'more')
      await ann.store.markRead(ben.me, more)
      await ann.store.markDelivered(ben.me, more)
      await ann.say(ben.me, 'last')
      await ben.sees(ann.me, 'last')
      await ann.sees(ben.me, 'last')
      const [hers, his] = [ann, ben].map((seat) => seat.states.flatMap((s) => s.chats))
      expect(hers?.filter((c) => c.receiverHasRead || c.readTo > 0 || c.deliveredTo > 0)).toEqual([])
      expect(his?.filter((c) => c.receiverHasRead || c.ownReadTo > 0)).toEqual([])
      await ben.until('the badge says 1', () => ben.badges.at(-1) === 1)
    },
  },
  {
    title: 'A message on a phone of the other is delivered, and not read [R-STATE-25]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      const one = await ann.say(ben.me, 'one')
      await ben.sees(ann.me, 'one')
      await ben.store.markDelivered(ann.me, one)
      await ann.until('it is delivered', () => ann.chat(ben.me)?.deliveredTo === 1)
      expect(ann.chat(ben.me)).toMatchObject({ receiverHasRead: false, readTo: 0 })
      await ben.until('the badge says 1', () => ben.badges.at(-1) === 1)
      const two = await ann.say(ben.me, 'two')
      await ann.sees(ben.me, 'two')
      expect(ann.chat(ben.me)).toMatchObject({ deliveredTo: 1, readTo: 0 })
      // A read message is also delivered.
      await ben.store.markRead(ann.me, two)
      await ann.until('it is read', () => ann.chat(ben.me)?.readTo === 2)
      expect(ann.chat(ben.me)).toMatchObject({ deliveredTo: 2, receiverHasRead: true })
      // An older mark that arrives late changes nothing.
      await ben.store.markDelivered(ann.me, one)
      await ben.store.markRead(ann.me, one)
      await ann.say(ben.me, 'three')
      await ann.sees(ben.me, 'three')
      expect(ann.chat(ben.me)).toMatchObject({ deliveredTo: 2, readTo: 2, receiverHasRead: false })
    },
  },
  {
    title: 'An answer is unread for the other, and who answers has no badge [R-STATE-23 R-NAV-36]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      const id = await ann.say(ben.me, 'Is it there?')
      await ben.sees(ann.me, 'Is it there?')
      await ben.store.markRead(ann.me, id)
      await ben.say(ann.me, 'It is.')
      await ann.sees(ben.me, 'It is.')
      await ann.until('the badge says 1', () => ann.badges.at(-1) === 1)
      await ben.until('there is no badge', () => ben.badges.at(-1) === 0)
      await ben.sees(ann.me, 'It is.')
      expect(ben.chat(ann.me)).toMatchObject({ lastSender: ben.me, receiverHasRead: false })
      expect(ben.chat(ann.me)?.ownReadTo).toBeGreaterThanOrEqual(1)
    },
  },
  {
    title: 'What one phone of a person reads is read on their other phone [R-NAV-36]',
    play: async ({ pair, phone }) => {
      const [ann, ben] = await pair()
      const tablet = await phone(ben.person)
      const id = await ann.say(ben.me, 'Hello')
      for (const seat of [ben, tablet]) await seat.until('the badge says 1', () => seat.badges.at(-1) === 1)
      await ben.store.markRead(ann.me, id)
      await tablet.until('the badge is gone', () => tablet.badges.at(-1) === 0)
      await ben.until('the badge is gone', () => ben.badges.at(-1) === 0)
      await ben.say(ann.me, 'From my phone')
      await tablet.sees(ann.me, 'From my phone')
      expect(tablet.words(ann.me)).toEqual(['Hello', 'From my phone'])
    },
  },
]
