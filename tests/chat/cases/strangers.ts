import { expect } from 'vitest'
import type { ChatCase } from '../conformance.ts'
import { wholeChat, wordsOf } from '../scene.ts'

export const strangerCases: readonly ChatCase[] = [
  {
    title: 'A stranger cannot read, hear, forge or mark the chat of two others [R-EXT-01 R-ENT-37]',
    play: async ({ pair, person, phone, world }) => {
      const [ann, ben] = await pair()
      await ann.say(ben.me, 'between us')
      await ben.sees(ann.me, 'between us')
      const eve = await person('Eve')
      const hers = await phone(eve)
      const attacks = world.attacks({ stranger: eve, victims: [ann.person, ben.person] })
      // The attacks cover at least reading, listening, writing and marking.
      expect(attacks.length).toBeGreaterThanOrEqual(4)
      const done: string[] = []
      for (const { name, run } of attacks) if ((await run()) !== 'refused') done.push(name)
      expect(done).toEqual([])
      await ann.say(ben.me, 'still between us')
      await ben.sees(ann.me, 'still between us')
      expect(wordsOf(await wholeChat(ben, ann.me))).toEqual(['between us', 'still between us'])
      for (const { chats } of ann.states)
        expect(chats.filter((c) => c.receiverHasRead || c.readTo > 0)).toEqual([])
      expect(ben.chat(ann.me)).toMatchObject({ receiverHasRead: false, lastSender: ann.me })
      // Eve's own phone receives nothing of the chat.
      await ann.say(eve.id, 'to Eve')
      await hers.sees(ann.me, 'to Eve')
      for (const { chats } of hers.states)
        expect(chats.flatMap((c) => wordsOf(c.messages)).join()).not.toContain('us')
      expect(wordsOf(await wholeChat(hers, ann.me))).toEqual(['to Eve'])
    },
  },
]
