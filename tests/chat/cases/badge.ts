import { expect } from 'vitest'
import { isUnread } from '../../../src/local/chat/chat-store.ts'
import type { ChatCase } from '../conformance.ts'
import { codeOf, wholeChat, wordsOf } from '../scene.ts'

export const badgeCases: readonly ChatCase[] = [
  {
    title: 'Of three chats the last touched comes first, and the badge counts the unread [R-NAV-36 R-EXT-02]',
    play: async ({ pair, phone, person }) => {
      const [ann, ben] = await pair()
      const [cleo, dora] = [await phone(await person('Cleo')), await phone(await person('Dora'))]
      const others = () => ann.states.at(-1)?.chats.map((c) => c.other)
      await ben.say(ann.me, 'Ben here')
      const second = await cleo.say(ann.me, 'Cleo here')
      await ann.say(dora.me, 'Dora?')
      await ann.until('there are three chats', () => others()?.length === 3)
      expect(others()).toEqual([dora.me, cleo.me, ben.me])
      await ann.until('the badge says 2', () => ann.badges.at(-1) === 2)
      await ann.store.markRead(cleo.me, second)
      await ann.until('the badge says 1', () => ann.badges.at(-1) === 1)
      expect(
        ann.states
          .at(-1)
          ?.chats.filter((c) => isUnread(c, ann.me))
          .map((c) => c.other),
      ).toEqual([ben.me])
      await ben.say(ann.me, 'Ben again')
      await ann.until('Ben comes first', () => others()?.[0] === ben.me)
      expect(others()?.[1]).toBe(dora.me)
      // Two unread messages of one chat count once.
      await ann.sees(ben.me, 'Ben again')
      expect(ann.badges.at(-1)).toBe(1)
      expect(Math.max(...ann.badges.map((n) => n ?? 0))).toBe(2)
    },
  },
  {
    title: 'Before the store answers there is no badge and no live empty list [R-EXT-02 R-CHAT-12]',
    play: async ({ pair, phone }) => {
      const [ann, ben] = await pair()
      const id = await ann.say(ben.me, 'Hello')
      await ben.sees(ann.me, 'Hello')
      const first = await phone(ben.person)
      await first.until('the badge says 1', () => first.badges.at(-1) === 1)
      await ben.store.markRead(ann.me, id)
      await first.until('the badge is gone', () => first.badges.at(-1) === 0)
      const later = await phone(ben.person)
      await later.until('a badge is told', () => later.badges.at(-1) !== undefined)
      for (const seat of [first, later]) {
        expect(seat.states[0]?.live).toBe(false)
        expect(seat.states.filter((s) => s.live && s.chats.length === 0)).toEqual([])
      }
      expect(first.badges.filter((n) => n !== undefined)[0]).toBe(1)
      // The store reports neither the counts of an earlier phone nor a premature zero first.
      expect(later.badges.filter((n) => n !== undefined && n !== 0)).toEqual([])
    },
  },
  {
    title: 'Without a network from the start no badge is told at all [R-EXT-02]',
    play: async ({ pair, world }) => {
      const [ann, ben] = await pair()
      await ann.say(ben.me, 'Hello')
      await ben.until('the badge says 1', () => ben.badges.at(-1) === 1)
      const { store, offline, discard } = await world.phone(ben.person)
      await offline()
      const told: unknown[] = []
      store.subscribeChats(({ live, chats }) => told.push(live ? chats : undefined))
      // The store gets enough time to report something.
      expect(await codeOf(store.send(ann.me, { id: 'never', message: 'Hello?', timestamp: 1 }))).toBe(
        'offline',
      )
      await ann.say(ben.me, 'more')
      await ben.sees(ann.me, 'more')
      expect(told.filter((said) => said !== undefined)).toEqual([])
      await store.close()
      await discard?.()
    },
  },
  {
    about: 'retention',
    title: 'Messages nobody has read for 30 days are removed, and no others [R-STATE-23 R-ENT-37]',
    play: async ({ pair, phone, person, world }) => {
      if (!world.undeliveredAfter) throw new Error('This place cannot remove undelivered messages.')
      const [ann, ben] = await pair()
      const cleo = await phone(await person('Cleo'))
      const read = await ann.say(ben.me, 'read')
      await ben.sees(ann.me, 'read')
      await ben.store.markRead(ann.me, read)
      await ann.until('it is read', () => ann.chat(ben.me)?.receiverHasRead === true)
      await ann.say(ben.me, 'never read')
      const hers = await ann.say(cleo.me, 'to Cleo')
      await cleo.sees(ann.me, 'to Cleo')
      await cleo.store.markRead(ann.me, hers)
      await ann.until('she read it', () => ann.chat(cleo.me)?.receiverHasRead === true)
      await world.undeliveredAfter(29)
      const early = await phone(ann.person)
      await early.until('both chats are there', () => early.states.at(-1)?.chats.length === 2)
      expect(wordsOf(await wholeChat(early, ben.me))).toEqual(['read', 'never read'])
      await world.undeliveredAfter(31)
      const late = await phone(ann.person)
      await late.sees(ben.me, 'read')
      expect(wordsOf(await wholeChat(late, ben.me))).toEqual(['read'])
      expect(wordsOf(await wholeChat(late, cleo.me))).toEqual(['to Cleo'])
      const his = await phone(ben.person)
      await his.until('a badge is told', () => his.badges.at(-1) !== undefined)
      expect(his.badges.at(-1)).toBe(0)
      // The chat continues to work.
      await ann.say(ben.me, 'again')
      await his.sees(ann.me, 'again')
      expect(his.words(ann.me)).toEqual(['read', 'again'])
    },
  },
]
