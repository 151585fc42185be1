// Concurrent messages share a transaction; each must have the same result as alone.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { conversationRoutes } from '#contract/chat/conversation.ts'
import type { ReplyOf } from '#contract/http.ts'
import { AppError } from '#contract/errors.ts'
import { mountConversation } from '../../server/chat/conversation-routes.ts'
import { ownChats } from '../../server/chat/own-chats.ts'
import type { CallWithoutSql, Extras, Handler, Mount } from '../../server/kernel/call.ts'
import { type Keyed, once, type IdempotentResult, voidKey } from '../../server/kernel/idempotency.ts'
import { laneOf } from '../../server/kernel/together.ts'
import { type TestDeps, testDeps } from '../support/api.ts'
import { addReference, addUser, subscribe } from '../support/motorkin.ts'
import fc from '../support/property.ts'
import { testImage } from '../support/writes.ts'

type Send = typeof conversationRoutes.sendMessage
let world: TestDeps
let handler: Handler<Send>
let together: NonNullable<Extras<undefined, Send>['together']>

/** The writers: `dan` has no plan, `ben` has blocked `eve`, `left` has deleted their account. */
const writers = ['ada', 'ben', 'cyd', 'dan', 'eve', 'left'] as const
const people = ['ada', 'ben', 'cyd', 'dan', 'eve']

const furnish = async () => {
  const { db, now } = world.deps
  await db.run({ text: 'delete from users' })
  await db.run({ text: 'delete from idempotency' })
  for (const id of people) await addUser(db, { id })
  for (const id of people.filter((one) => one !== 'dan'))
    await subscribe(db, id, 'platinum', { until: '2027-01-01T00:00:00Z' })
  await db.run({
    text: "insert into chat_settings (user_id, other_id, blocked, changed_at) values ('ben', 'eve', true, now())",
  })
  // This key was made void before its message arrived.
  await voidKey(db, { actor: 'u:ada', key: 'void', now: now(), things: new Map() })
}

beforeAll(async () => {
  world = await testDeps({ seed: ({ db }) => addReference(db) })
  const mount = ((route: { id: string }, given: unknown, extras: unknown) => {
    if (route.id !== conversationRoutes.sendMessage.id) return
    handler = given as typeof handler
    together = (extras as Extras<undefined, Send>).together as typeof together
  }) as Mount
  mountConversation(mount, world.deps, ownChats)
})
afterAll(() => world.end())
beforeEach(furnish)
afterEach(() => vi.restoreAllMocks())

interface Given {
  from: (typeof writers)[number]
  to: string
  ref: number
  key: string | undefined
  words: string
  picture: 'none' | 'own' | 'missing'
}
const given: fc.Arbitrary<Given> = fc.record({
  from: fc.constantFrom<Given['from']>('ada', 'ada', 'ben', 'ben', 'cyd', 'cyd', 'dan', 'eve', 'left'),
  to: fc.constantFrom('ada', 'ben', 'cyd', 'eve', 'left'),
  ref: fc.nat(6),
  key: fc.constantFrom(undefined, undefined, 'one', 'two', 'three', 'void'),
  words: fc.constantFrom('Hello', 'Is it there?'),
  picture: fc.constantFrom<Given['picture']>('none', 'none', 'none', 'none', 'none', 'own', 'missing'),
})

const pictures = { none: {}, own: { image: testImage }, missing: { image: 'img_of_nobody' } }
function writeOf(g: Given) {
  const user = { id: g.from, fullname: '', email: '', avatarurl: '', role: 'user', is_subscriber: true }
  const body = {
    receiver: g.to,
    message: g.words,
    timestamp: 1,
    client_ref: `m${g.ref}`,
    ...pictures[g.picture],
  }
  const call = { body, user, params: undefined, deps: world.deps } as unknown as CallWithoutSql<Send>
  const now = world.deps.now()
  const keyed: Keyed | undefined =
    g.key === undefined
      ? undefined
      : { actor: `u:${g.from}`, key: g.key, fingerprint: JSON.stringify(body), now, things: new Map() }
  const { db } = world.deps
  const alone = (): Promise<IdempotentResult<ReplyOf<Send>>> =>
    db.tx(async (sql) => {
      const effect = () => handler({ ...call, sql } as never, undefined)
      return keyed ? once(sql, keyed, effect) : { status: 200, body: await effect(), replayed: false }
    })
  return { call, keyed, alone }
}
const told = (outcome: Promise<IdempotentResult<ReplyOf<Send>>>) =>
  outcome.catch((error: unknown) => {
    if (error instanceof AppError) return error.code
    throw error
  })

const row = z.object({ row: z.string() })
/** Returns every row that a message writes, without times and without numbers, which depend on the order of arrival. */
const rows = (): Promise<{ row: string }[]> =>
  world.deps.db.rows(row, {
    text: `select concat_ws(' ', 'chat', key, messages, last_sender, receiver_has_read, first_has, second_has, first_read,
        second_read) as row from chats
      union all select concat_ws(' ', 'message', chat_key, n, id, sender, message, image_id) from chat_messages
      union all select concat_ws(' ', 'key', actor, key, fingerprint, status, body) from idempotency order by 1`,
  })
/** Returns the rows that break the order in which a person's changes become visible. */
const disorder = () =>
  world.deps.db.rows(row, {
    text: `select concat_ws(' ', m.chat_key, m.n) as row from chat_messages m join chat_messages l
        on l.chat_key = m.chat_key and l.n = m.n - 1
        where l.first_number >= m.first_number or l.second_number >= m.second_number
      union all select key from chats c join chat_people f on f.user_id = c.first_user
        join chat_people s on s.user_id = c.second_user
        where c.first_number > f.number or c.second_number > s.number or (c.first_number, c.second_number) is distinct from
          (select (m.first_number, m.second_number) from chat_messages m where m.chat_key = c.key and m.n = c.messages)`,
  })
const onError = (error: unknown) => {
  throw error
}

test('Messages at once end as they would one after another [R-CHAT-13 R-CHAT-14]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(given, { minLength: 2, maxLength: 40 }), async (all) => {
      await furnish()
      const expected: unknown[] = []
      for (const one of all) expected.push(await told(writeOf(one).alone()))
      const left = await rows()
      await furnish()
      const lane = laneOf<Send>({ db: world.deps.db, together, thing: undefined, onError })
      expect(await Promise.all(all.map((one) => told(lane(writeOf(one)))))).toEqual(expected)
      expect(await rows()).toEqual(left)
      expect(await disorder()).toEqual([])
    }),
    { numRuns: 60 },
  )
})

const ordinary = (n: number): Given => ({
  from: (['ada', 'ben', 'cyd'] as const)[n % 3] ?? 'ada',
  to: ['ben', 'cyd', 'ada'][n % 3] ?? 'ben',
  ref: 100 + n,
  key: `key-${n}`,
  words: 'Hello',
  picture: 'none',
})

test('Messages of different chats that come at once are one transaction', async () => {
  const { db } = world.deps
  const begun = vi.spyOn(db, 'tx')
  const lane = laneOf<Send>({ db, together, thing: undefined, onError })
  const outcomes = await Promise.all([0, 1, 2].map((n) => lane(writeOf(ordinary(n)))))
  expect(outcomes.map(({ body }) => body.data.n)).toEqual([1, 1, 1])
  expect(begun).toHaveBeenCalledTimes(1)
})

test('Messages whose common transaction fails are still taken, each by itself', async () => {
  const failures: unknown[] = []
  const { run } = together
  const broken: typeof together = {
    ...together,
    run: async (sql, calls) => {
      const replies = await run(sql, calls)
      if (calls.length > 1) throw new Error('Not together.')
      return replies
    },
  }
  const { db } = world.deps
  const lane = laneOf<Send>({
    db,
    together: broken,
    thing: undefined,
    onError: (error) => failures.push(error),
  })
  const outcomes = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => lane(writeOf(ordinary(n)))))
  expect(outcomes.map(({ body }) => body.data.n)).toEqual([1, 1, 1, 2, 2, 2])
  expect(failures.length).toBeGreaterThan(0)
  expect((await rows()).filter(({ row: text }) => text.startsWith('message'))).toHaveLength(6)
})
