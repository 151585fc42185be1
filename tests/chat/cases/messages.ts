import { expect } from 'vitest'
import { chatKey } from '#contract/chat/chat.ts'
import { chatLimits } from '#contract/chat/message-rules.ts'
import type { ChatCase } from '../conformance.ts'
import { codeOf } from '../scene.ts'

/** Texts that a store must deliver unchanged. */
const verbatim = [
  '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇿🇦',
  'مرحبا بالعالم',
  'שלום, כמה זה עולה?',
  'Ẹ kú àárọ̀ — ńjẹ́ ó ṣì wà?',
  '<b>cheap</b><script>alert(1)</script><img src=x onerror=alert(1)>',
  '&lt;b&gt; &amp; &#39;',
  "'; drop table chats; --",
  'one line\nthe next line\n\n\tand a tab',
  '{"sender":"me"} ${price} %s \\u0041 \\',
  '__proto__',
  'null',
  'e\u0301 is not \u00e9',
]

export const messageCases: readonly ChatCase[] = [
  {
    title:
      'The first message makes one chat, under one key for both [R-CHAT-14 R-STATE-19 R-ENT-35 R-ENT-36]',
    play: async ({ world, pair }) => {
      const [ann, ben] = await pair()
      expect(await world.storedKeys(ann.person)).toEqual([])
      await ann.say(ben.me, 'Is it still there?')
      await ben.say(ann.me, 'It is.')
      const key = [ann.me, ben.me].sort().join('_')
      expect(chatKey(ben.me, ann.me)).toBe(key)
      expect(await world.storedKeys(ann.person)).toEqual([key])
      expect(await world.storedKeys(ben.person)).toEqual([key])
      await ann.sees(ben.me, 'It is.')
      expect(ann.states.at(-1)?.chats).toHaveLength(1)
      expect(ann.words(ben.me)).toEqual(['Is it still there?', 'It is.'])
    },
  },
  {
    title: 'A message carries its sender, its words and its time to the other [R-ENT-37 R-CHAT-15 R-EXT-01]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      const id = await ann.say(ben.me, 'Hello', { timestamp: 1_790_000_000_000 })
      await ben.sees(ann.me, 'Hello')
      await ann.sees(ben.me, 'Hello')
      const message = { id, n: 1, sender: ann.me, message: 'Hello', timestamp: 1_790_000_000_000 }
      expect(ben.chat(ann.me)?.messages).toEqual([message])
      expect(ann.chat(ben.me)?.messages).toEqual([message])
      expect(ben.chat(ann.me)).toMatchObject({ lastSender: ann.me, receiverHasRead: false })
    },
  },
  {
    title:
      'A later message is appended to the chat, and both are told at once [R-CHAT-13 R-CHAT-15 R-STATE-19]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      const told = ben.states.length
      for (const text of ['one', 'two', 'three']) await ann.say(ben.me, text)
      await ben.say(ann.me, 'four')
      await ann.sees(ben.me, 'four')
      await ben.sees(ann.me, 'four')
      expect(ben.words(ann.me)).toEqual(['one', 'two', 'three', 'four'])
      expect(ann.words(ben.me)).toEqual(['one', 'two', 'three', 'four'])
      expect(ben.chat(ann.me)?.messages.map((m) => m.n)).toEqual([1, 2, 3, 4])
      expect(ben.states.length).toBeGreaterThan(told)
    },
  },
  {
    title: 'Words arrive as they were written: emoji, right to left, markup [R-ENT-37]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      for (const text of verbatim) await ann.say(ben.me, text)
      for (const [seat, other] of [
        [ann, ben.me],
        [ben, ann.me],
      ] as const)
        await seat.sees(other, verbatim.at(-1) ?? '')
      expect(ben.words(ann.me)).toEqual(verbatim)
      expect(ann.words(ben.me)).toEqual(verbatim)
    },
  },
  {
    title: 'A message is kept without the white space around it [R-VAL-68 R-CHAT-07]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      await ann.say(ben.me, ' \n\t Is it  still there? \r\n ')
      await ben.until('a message arrives', () => ben.words(ann.me).length > 0)
      expect(ben.words(ann.me)).toEqual(['Is it  still there?'])
    },
  },
  {
    title: 'What cannot be sent is refused as invalid, and nothing of it is kept [R-VAL-68 R-CHAT-07]',
    play: async ({ pair }) => {
      const [ann, ben] = await pair()
      const full = chatLimits.messageBytes
      const bad = {
        nothing: '',
        'white space': ' \n\t\u00a0 ',
        'a NUL': 'zero \0 sign',
        'a half character': 'half \ud83d sign',
        'one byte too many': 'x'.repeat(full + 1),
        'too many bytes in few characters': '€'.repeat(Math.floor(full / 3) + 1),
      }
      const codes: Record<string, string> = {}
      for (const [name, text] of Object.entries(bad)) codes[name] = await codeOf(ann.say(ben.me, text))
      expect(codes).toEqual(Object.fromEntries(Object.keys(bad).map((name) => [name, 'invalid'])))
      const good = ['x'.repeat(full), '😀'.repeat(full / 4)]
      for (const text of good) await ann.say(ben.me, text)
      await ben.sees(ann.me, good.at(-1) ?? '')
      expect(ben.words(ann.me)).toEqual(good)
    },
  },
  {
    title: 'One cannot write to oneself [R-STATE-17]',
    play: async ({ pair, world }) => {
      const [ann, ben] = await pair()
      expect(await codeOf(ann.say(ann.me, 'Dear diary'))).toBe('self')
      await ben.say(ann.me, 'Hello')
      await ann.sees(ben.me, 'Hello')
      expect(ann.states.at(-1)?.chats.map((c) => c.other)).toEqual([ben.me])
      expect(await world.storedKeys(ann.person)).toHaveLength(1)
    },
  },
]
