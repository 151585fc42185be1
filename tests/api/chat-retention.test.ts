import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { chatLimits } from '#contract/chat/message-rules.ts'
import { conversationRoutes } from '#contract/chat/conversation.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import { changesOf } from '../../server/chat/changes.ts'
import { markChats } from '../../server/chat/marks.ts'
import { ownChats } from '../../server/chat/own-chats.ts'
import { savePersonReport } from '../../server/chat/people-store.ts'
import { forgetPictures, queueMessage } from '../../server/chat/firestore/deliveries.ts'
import { forgetUndelivered } from '../../server/chat/forget-undelivered.ts'
import { truthOf } from '../../server/kernel/db/lists.ts'
import { reapUploads } from '../../server/pictures/uploads/reaper.ts'
import { uploadServiceOf } from '../../server/pictures/uploads/upload-service.ts'
import { forgetOld } from '../../server/start-jobs.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'
import { keepPicture } from '../support/pictures.ts'
import fc from '../support/property.ts'

/** Unread messages are deleted after 30 days, on phones too. */

let server: TestServer
const tokens = new Map<string, string>()
const people = ['ann', 'ben', 'cas'] as const
type Who = (typeof people)[number]
const day = 86_400_000

beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db)) })
})
afterAll(() => server.close())
const fresh = async () => {
  const { db } = server
  server.clock.set('2026-03-01T09:00:00.000Z')
  await db.run({ text: `delete from users where id in ('ann', 'ben', 'cas'); delete from idempotency` })
  for (const id of people) {
    tokens.set(id, await server.token(await addUser(db, { id }), 900 * 86_400))
    await subscribe(db, id, 'platinum', { until: '2099-01-01T00:00:00Z' })
  }
}
beforeEach(fresh)

let written = 0
const say = async (sender: Who, receiver: Who, message = 'Hello') => {
  written += 1
  const id = `r-${written}`
  await ownChats.append(server.db, { id, sender, receiver, message, at: server.clock.now() })
  return id
}
const read = (user: Who, other: Who, last: string) =>
  markChats(server.db, { user, as: 'read', chats: [{ other, last }] })
const pass = (days: number) => server.clock.advance(days * day)
/** Runs the job in two processes at the same time. Returns how many messages were deleted. */
const forget = async () => {
  const gone = await Promise.all([forgetUndelivered(server.deps), forgetUndelivered(server.deps)])
  return gone.reduce((a, b) => a + b, 0)
}
const chatOf = async (who: Who, other: Who = 'ben') =>
  (await changesOf(server.db, who, undefined)).chats.find((chat) => chat.other === other)
const wordsOf = async (who: Who, other: Who = 'ben') =>
  (await chatOf(who, other))?.messages.map((m) => m.message)

/** A phone that applies each event of the stream. */
class Phone {
  number: number | undefined
  chats = new Map<string, { words: string[]; last: number; read: boolean; own: number; to: number }>()
  readonly user: Who
  constructor(user: Who) {
    this.user = user
  }
  async pull(): Promise<void> {
    const event = await changesOf(server.db, this.user, this.number)
    if (event.full) this.chats.clear()
    for (const c of event.chats) {
      const words = c.messages.map(({ n, message }) => `${n} ${message}`)
      const known = c.whole ? [] : (this.chats.get(c.other)?.words ?? [])
      const all = { last: c.last, read: c.receiver_has_read, own: c.own_read_to, to: c.read_to }
      this.chats.set(c.other, { words: [...known, ...words], ...all })
    }
    this.number = event.number
    if (event.count !== this.chats.size) {
      this.number = undefined
      await this.pull()
    }
  }
}

describe('Messages that were never read', () => {
  test('are removed 30 days after the last one, while read messages stay', async () => {
    const first = await say('ann', 'ben', 'Is it there?')
    await read('ben', 'ann', first)
    await say('ben', 'ann', 'Yes')
    await say('ben', 'ann', 'Are you coming?')
    pass(chatLimits.undeliveredDays - 1)
    expect(await forget()).toBe(0)
    pass(1)
    server.clock.advance(1)
    expect(await forget()).toBe(2)
    expect([await wordsOf('ann'), await wordsOf('ben', 'ann')]).toEqual([['Is it there?'], ['Is it there?']])
    expect(await chatOf('ben', 'ann')).toMatchObject({
      last: 1,
      last_sender: 'ann',
      receiver_has_read: true,
      updated_at: '2026-03-01T09:00:00.000Z',
    })
    expect(await forget()).toBe(0)
  })

  test('leave one before them unread that the other person has not read either', async () => {
    await say('ann', 'ben', 'one')
    await say('ben', 'ann', 'two')
    await say('ann', 'ben', 'three, written before two was there')
    pass(31)
    await forgetUndelivered(server.deps)
    expect(await chatOf('ann')).toMatchObject({
      last: 2,
      last_sender: 'ben',
      receiver_has_read: false,
      own_read_to: 1,
    })
  })
  test('take the chat with them when it holds no other', async () => {
    await say('ann', 'ben')
    await say('cas', 'ben')
    pass(20)
    await say('cas', 'ben')
    pass(11)
    expect(await forget()).toBe(1)
    expect([await chatOf('ann'), (await chatOf('cas'))?.last]).toEqual([undefined, 2])
    expect((await changesOf(server.db, 'ben', undefined)).count).toBe(1)
    await say('ann', 'ben', 'Again')
    expect(await wordsOf('ann')).toEqual(['Again'])
  })

  test('stay when they were read, however long ago', async () => {
    await read('ben', 'ann', await say('ann', 'ben'))
    pass(900)
    expect([await forget(), await wordsOf('ann')]).toEqual([0, ['Hello']])
  })

  test('leave room for new ones, which are unread and numbered without a gap', async () => {
    await read('ben', 'ann', await say('ann', 'ben', 'One'))
    await say('ann', 'ben', 'Two')
    pass(31)
    await forget()
    await say('ann', 'ben', 'Three')
    expect((await chatOf('ben', 'ann'))?.messages.map(({ n, message }) => [n, message])).toEqual([
      [1, 'One'],
      [2, 'Three'],
    ])
    expect(await chatOf('ben', 'ann')).toMatchObject({ receiver_has_read: false, own_read_to: 1, last: 2 })
  })

  test('do not return to a phone with the first message of a new chat', async () => {
    const phone = new Phone('ann')
    await say('ann', 'ben', 'Hello?')
    await phone.pull()
    pass(31)
    await forget()
    await say('ann', 'ben', 'Are you still there?')
    await phone.pull()
    expect(phone.chats.get('ben')?.words).toEqual(['1 Are you still there?'])
  })

  test('are gone from phones that continue as they are from those that begin anew', async () => {
    const one = (what: 'say' | 'read' | 'pull' | 'forget') =>
      fc.record({ do: fc.constant(what), from: fc.constantFrom(0, 1), with: fc.constantFrom(0, 1) })
    const step = fc.oneof(one('say'), one('read'), one('pull'), one('forget'))
    const of = (what: 'say' | 'read' | 'pull' | 'forget', from = 0) => ({ do: what, from, with: 0 })
    const whole = [of('say'), of('pull'), of('pull', 1), of('forget')]
    // Ann has read the first message, and has received the second message when it is deleted.
    const half = [of('say'), of('read', 1), ...whole]
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
        server.clock.set('2026-03-01T09:00:00.000Z')
        await server.db.run({ text: 'delete from chats; delete from chat_people' })
        const phones = [new Phone('ann'), new Phone('ben'), new Phone('cas')]
        for (const s of steps) {
          const other: Who = s.with === 0 ? 'ann' : 'cas'
          const [me, them]: [Who, Who] = s.from === 0 ? ['ben', other] : [other, 'ben']
          if (s.do === 'say') await say(me, them, `w${written}`)
          if (s.do === 'pull') await phones[s.from]?.pull()
          if (s.do === 'read') {
            const last = (await chatOf(me, them))?.messages.at(-1)
            if (last) await read(me, them, last.id)
          }
          if (s.do === 'forget') {
            pass(31)
            await forget()
          }
        }
        for (const phone of phones) {
          await phone.pull()
          const anew = new Phone(phone.user)
          await anew.pull()
          expect(phone.chats).toEqual(anew.chats)
        }
      }),
      { numRuns: 15, examples: [[half], [whole]] },
    )
  })
})

test('The daily job removes expired unread messages, and reports a year after handling', async () => {
  await say('ann', 'ben')
  const report = { id: 'p-1', reporter: 'ann', person: 'ben', reason: 'spam', words: '' } as const
  await savePersonReport(server.db, { ...report, now: server.clock.now() })
  await savePersonReport(server.db, { ...report, id: 'p-2', reporter: 'cas', now: server.clock.now() })
  await server.db.run({
    text: `update person_reports set handled_at = $1 where id = 'p-1'`,
    values: [server.clock.now()],
  })
  const left = async () => {
    await forgetOld(server.deps)
    const rows = await server.db.rows(z.object({ id: z.string() }), { text: 'select id from person_reports' })
    return [await wordsOf('ann'), rows.map(({ id }) => id).sort()]
  }
  expect(await left()).toEqual([['Hello'], ['p-1', 'p-2']])
  pass(31)
  expect(await left()).toEqual([undefined, ['p-1', 'p-2']])
  pass(335)
  expect(await left()).toEqual([undefined, ['p-2']])
})

describe('The picture of a message', () => {
  const keep = async () => {
    const color = { r: 10, g: 90, b: 60 }
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
      .webp()
      .toBuffer()
    return keepPicture(server, tokens.get('ann') ?? '', bytes)
  }
  const shownNow = async (image: string) => {
    await reapUploads(server.deps, uploadServiceOf(server.deps))
    return (await server.app.inject({ url: `/media/${image}/320.webp` })).statusCode
  }
  const send = async () => {
    const image = await keep()
    const timestamp = server.clock.now().getTime()
    const body = { receiver: 'ben', message: '', image, timestamp, client_ref: 'picture-1' }
    const sent = await server.call(conversationRoutes.sendMessage, { body, token: tokens.get('ann') ?? '' })
    expect(sent.status).toBe(200)
    return () => shownNow(image)
  }

  test('is kept while the message is, and removed after it', async () => {
    const shown = await send()
    await read('ben', 'ann', 'picture-1')
    pass(60)
    expect(await shown()).toBe(200)
    await server.db.run({ text: `delete from users where id = 'ben'` })
    expect(await shown()).toBe(404)
  })

  test('goes with a message that was never read', async () => {
    const shown = await send()
    pass(29)
    await forgetOld(server.deps)
    expect(await shown()).toBe(200)
    pass(2)
    await forgetOld(server.deps)
    expect(await shown()).toBe(404)
  })

  test('is kept where the message is in Firestore, and goes with it', async () => {
    const image = await keep()
    const message = { id: 'f-1', sender: 'ann', receiver: 'ben', message: 'Look', timestamp: 1 }
    const sent = { ...message, image: uploadedUrl(image) }
    const at = server.clock.now()
    await queueMessage(server.db, { id: 'ann:f-1', message: sent, at, opening: false })
    await server.db.run({ text: 'update chat_deliveries set delivered_at = $1', values: [at] })
    pass(40)
    await forgetOld(server.deps)
    expect(await shownNow(image)).toBe(200)
    const words = `select exists (select 1 from chat_deliveries where payload::text like '%Look%') as there`
    expect(await truthOf(server.db, { text: words })).toBe(false)
    await forgetPictures(server.db, ['ann:f-1'])
    expect(await shownNow(image)).toBe(404)
  })
})
