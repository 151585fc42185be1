import { describe, expect, test } from 'vitest'
import { createLocalApp } from '../../../src/local/index.ts'
import { drainFromWorker } from '../../../src/local/worker.ts'
import { change, chatServer, delta, full, me, message, messages } from './chat-server.ts'
import { newPhone, soon, tabOf, tokenFor, type Call, type Phone, type Reply } from './page.ts'
import { bytesOf } from './traces.ts'
import { stops } from './world.ts'

const credentials = { email: 'ada@example.com', password: 'x' }
const entry = (other: string, more = {}) => ({
  _id: `${me}_${other}`,
  sender: { _id: other, fullname: `Name of ${other}`, avatarurl: '' },
  reciever: { _id: me, fullname: me, avatarurl: '' },
  unread: true,
  updated_at: new Date().toISOString(),
  muted: false,
  blocked: false,
  ...more,
})

/** A server for one subscriber; it accepts messages while `accept` is true. */
function world(plan = true) {
  const o = { accept: true }
  function answer({ path, body }: Call): Reply {
    if (path === 'users/user-login') {
      const data = { id: me, fullname: me, email: 'a@b.c', avatarurl: '', is_subscriber: plan, role: 'user' }
      return { body: { data, token: tokenFor(me, Date.now() + 1e9, { is_subscriber: plan }) } }
    }
    if (path === 'chat/my-chat-list') return { body: { data: [entry('bob'), entry('cyn', { muted: true })] } }
    if (path === 'cars/get-favorite-list')
      return { body: { data: [], count_records: 0, ids: [], as_of: new Date().toISOString() } }
    if (path === 'chat/send-message')
      return o.accept ? { body: { data: { _id: body['client_ref'], n: 9 } } } : undefined
    return { body: { data: [] } }
  }
  return { ...chatServer(answer), o }
}
type World = ReturnType<typeof world>

async function open(phone: Phone, server: World) {
  const badges: number[] = []
  const setBadge = (count: number) => Promise.resolve(void badges.push(count))
  const tab = tabOf(phone, { fetch: server.fetch, capabilities: { setBadge } })
  const app = createLocalApp(tab.env)
  const stop = app.start()
  const close = () => {
    stop()
    app.engine.get()?.close()
  }
  stops.push(close)
  const engine = await app.load()
  return { app, engine, badges, setBadge, close, ...tab }
}
async function live(phone: Phone, server: World) {
  const tab = await open(phone, server)
  const count = server.streams.length
  if (!tab.app.session.get().user) await tab.app.account.signIn(credentials, true)
  await expect.poll(() => server.streams.length, soon).toBeGreaterThan(count)
  return tab
}
const send = (engine: Awaited<ReturnType<typeof open>>['engine'], words: string, draft?: string) =>
  engine.put(
    'chat.send',
    { receiver: 'bob', message: words, timestamp: 1 },
    undefined,
    [],
    draft === undefined ? undefined : { id: draft },
  )

describe('The number on the icon', () => {
  test('counts pending writes and unread unmuted chats, even after the worker sends', async () => {
    const phone = newPhone()
    const server = world()
    const { engine, badges, app, setBadge } = await live(phone, server)
    const unread = change('bob', messages(1, 3))
    await server.last().tell(full(1, [unread, change('cyn', messages(1, 3, 'cyn'))]))
    await expect.poll(() => badges.at(-1), soon).toBe(1)
    expect(app.unread.get()).toBe(1)
    server.o.accept = false
    await send(engine, 'Hello')
    await expect.poll(() => badges.at(-1), soon).toBe(2)
    await engine.drained()
    server.o.accept = true
    const { env } = tabOf(phone, { fetch: server.fetch })
    await drainFromWorker({ limit: 20_000 }, { ...env, setBadge })
    expect(badges.at(-1)).toBe(1)
    await server.last().tell(delta(2, 2, [{ ...unread, receiver_has_read: true, messages: [] }]))
    await expect.poll(() => badges.at(-1), soon).toBe(0)
  })
  test('keeps the last live chat count, while no dot comes from the cache [R-NAV-36]', async () => {
    const phone = newPhone()
    const server = world()
    const first = await live(phone, server)
    await server.last().tell(full(1, [change('bob', messages(1, 3))]))
    await expect.poll(() => first.badges.at(-1), soon).toBe(1)
    first.close()
    const next = await live(phone, server)
    await expect.poll(() => next.badges.at(-1), soon).toBe(1)
    expect(next.app.unread.get()).toBeUndefined()
    expect(server.last().from).toBe('1')
  })
})

describe('Signing out', () => {
  test('ends the stream at once and deletes all chats when keeping nothing [I20]', async () => {
    const phone = newPhone()
    const server = world()
    const tab = await live(phone, server)
    await server.last().tell(full(1, [change('bob', [message(1, 'bob', 'a secret word')])]))
    await expect.poll(() => tab.badges.at(-1), soon).toBe(1)
    expect(await bytesOf(phone.indexedDB)).toContain('a secret word')
    await tab.app.account.signOut({ keep: false })
    await expect.poll(() => server.open().length, soon).toBe(0)
    expect([tab.app.unread.get(), tab.badges.at(-1)]).toEqual([undefined, 0])
    expect(tab.engine.chat.session.get()).toBeUndefined()
    const left = await bytesOf(phone.indexedDB)
    expect(['a secret word', 'Name of bob', 'bob'].filter((word) => left.includes(word))).toEqual([])
  })
})

describe('A message', () => {
  test('takes its draft with it in one transaction', async () => {
    const server = world()
    const { engine } = await live(newPhone(), server)
    server.o.accept = false
    await engine.drafts.save('chat:bob', { text: 'Hello' })
    await send(engine, 'Hello', 'chat:bob')
    expect(await engine.drafts.read('chat:bob')).toBeUndefined()
  })
  test('knows its place in the chat from the answer', async () => {
    const server = world()
    const { engine, app } = await live(newPhone(), server)
    await send(engine, 'Hello')
    await expect.poll(() => app.views.get().outbox[0]?.place, soon).toBe(9)
    expect(server.to('chat/send-message')[0]?.body).toMatchObject({ receiver: 'bob', message: 'Hello' })
  })
})

describe('A person without a plan', () => {
  test('opens no stream [R-CHAT-01]', async () => {
    const server = world(false)
    const { app, engine } = await open(newPhone(), server)
    await app.account.signIn(credentials, true)
    await engine.settled()
    await engine.drained()
    expect([server.streams, engine.chat.session.get()]).toEqual([[], undefined])
  })
})
