import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/users/users.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { testConfig } from '../support/api.ts'
import { type OpenStream, openStream } from '../support/chat-streams.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'
import { type Pair, twoServers } from '../support/processes.ts'

/** Two processes over PostgreSQL with `npm run test:pg`, else two servers over one embedded database. */
let both: Pair
const tokens = new Map<string, string>()
const open: OpenStream[] = []

beforeAll(async () => {
  const users: User[] = []
  both = await twoServers(async (db) => {
    await furnish(db)
    for (const id of ['ada', 'ben']) {
      users.push(await addUser(db, { id }))
      await subscribe(db, id, 'platinum', { until: '2099-01-01T00:00:00Z' })
    }
  })
  for (const user of users)
    tokens.set(user.id, await issueToken(user, { config: testConfig(), now: () => new Date() }, 3600))
})
afterEach(async () => {
  for (const stream of open.splice(0)) {
    stream.close()
    await stream.ended
  }
})
afterAll(() => both.end())

let sent = 0
const send = async (server: 'a' | 'b', from: string, to: string, message: string) => {
  const body = { receiver: to, message, timestamp: 1, client_ref: `m-${(sent += 1)}` }
  const headers = { authorization: `Bearer ${tokens.get(from)}` }
  const answer = await both[server]({ method: 'POST', path: 'chat/send-message', body, headers })
  expect(answer.body).toMatchObject({ success: true })
}
const listen = async (server: 0 | 1, who: string, from?: number) => {
  const stream = await openStream(both.origins[server], tokens.get(who), from)
  open.push(stream)
  await expect.poll(() => stream.events.length).toBe(1)
  return stream
}

test('A message sent to one server arrives at once on the other’s stream [R-CHAT-15]', async () => {
  const [ada, ben] = [await listen(0, 'ada'), await listen(1, 'ben')]
  await send('a', 'ada', 'ben', 'Hello')
  await expect.poll(() => ben.words()).toEqual(['Hello'])
  await send('b', 'ben', 'ada', 'Good day')
  await expect.poll(() => ada.words()).toEqual(['Hello', 'Good day'])
})

test('Streams of two busy servers deliver messages in the same order without a gap [R-CHAT-15]', async () => {
  const streams = [
    await listen(0, 'ada'),
    await listen(1, 'ada'),
    await listen(0, 'ben'),
    await listen(1, 'ben'),
  ]
  const before = streams.map((stream) => stream.words().length)
  const all = Array.from({ length: 40 }, (_, n) => n)
  await Promise.all(
    all.map((n) => send(n % 2 ? 'a' : 'b', n % 3 ? 'ada' : 'ben', n % 3 ? 'ben' : 'ada', `Both ${n}`)),
  )
  const told = () => streams.map((stream, n) => stream.words().slice(before[n]))
  await expect.poll(() => told().map(({ length }) => length)).toEqual([40, 40, 40, 40])
  const [first = []] = told()
  for (const other of told()) expect(other).toEqual(first)
  expect(new Set(first).size).toBe(40)
})

test('A server whose listening connection is cut makes up for what it missed', async () => {
  // The embedded database has no listening connection, so this test is trivial there.
  const ben = await listen(1, 'ben')
  const words = ben.words().length
  await both.look(async (db) => {
    await db.run({
      text: "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'motorkin-listen' and datname = current_database()",
    })
  })
  await send('a', 'ada', 'ben', 'While nobody could tell')
  await expect.poll(() => ben.words().slice(words)).toEqual(['While nobody could tell'])
})
