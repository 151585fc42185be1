import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, inject, test } from 'vitest'
import { chatKey } from '#contract/chat/chat.ts'
import { appendMessage } from '../../server/chat/firestore/chat-documents.ts'
import { firestoreClient } from '../../server/chat/firestore/firestore-client.ts'
import type { ChatsState, ChatStore } from '../../src/local/chat/chat-store.ts'
import { createFirestoreStore } from '../../src/local/chat/firestore/firestore-store.ts'
import { bareEnv } from '../../src/local/platform/env.ts'
import { customToken, quietWindow } from '../chat/firestore-world.ts'
import { newProject, shippedRules } from '../support/firestore-emulator.ts'
import { openLine } from '../support/firestore-line.ts'
import { fieldsOf, firestoreCaller, inAnHour } from '../support/firestore-rest.ts'

/**
 * Tests that the conformance suite cannot run on both stores: documents of other writers, tokens, and connections that die
 * silently.
 */
const emulator = inject('firestore')
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

interface Opened {
  store: ChatStore
  states: ChatsState[]
  tokens: () => number
  line: Awaited<ReturnType<typeof openLine>>
  fire: (name: string) => void
  hide: (ms: number) => void
}
async function phone(project: string, me: string, o: { until?: () => number } = {}): Promise<Opened> {
  const line = await openLine(emulator)
  const [window, document] = [quietWindow(), quietWindow()]
  let [now, visible, tokens] = [0, true, 0]
  const store = createFirestoreStore({
    me,
    settings: {
      store: 'firestore',
      projectId: project,
      apiKey: 'x',
      appId: 'x',
      longPolling: false,
      emulator: line.host,
    },
    token: () => {
      tokens += 1
      return Promise.resolve({ uid: me, token: customToken(me, o.until?.() ?? inAnHour()), lasts: 3_600_000 })
    },
    env: bareEnv({
      window: window.window,
      document: document.window,
      now: () => now,
      isVisible: () => visible,
    }),
  })
  const states: ChatsState[] = []
  store.subscribeChats((state) => void states.push(state))
  ends.push(
    () => line.close(),
    () => store.close(),
  )
  return {
    store,
    states,
    line,
    tokens: () => tokens,
    fire: window.dispatch,
    hide(ms) {
      visible = false
      document.dispatch('visibilitychange')
      now += ms
      visible = true
      document.dispatch('visibilitychange')
    },
  }
}
const isLive = async ({ states }: Opened) => {
  await expect.poll(() => states.at(-1)?.live).toBe(true)
}
const people = () => [randomUUID(), randomUUID()] as const
async function lay(project: string, path: string, fields: object): Promise<void> {
  const owner = firestoreCaller(emulator, project, 'owner')
  const update = { name: `${owner.root}/${path}`, fields: fieldsOf(fields) }
  await owner.ask(':commit', { writes: [{ update }] })
}

test('Chats of an operator’s earlier app are read, answered and marked [R-EXT-01 R-ENT-37]', async () => {
  const project = await newProject(emulator)
  const [me, other] = people()
  const old = { sender: other, message: 'Hi', timestamp: '2020-05-01T10:00:00Z' }
  await lay(project, `chats/${chatKey(me, other)}`, {
    users: [other, me],
    messages: [old, { ...old, timestamp: new Date('2020-05-02T10:00:00Z') }, 'no message', old],
    receiverHasRead: false,
  })
  await lay(project, `chats/another-key-${me}`, {
    users: [me, 'third'],
    messages: [{ ...old, sender: 'third' }],
  })
  await lay(project, `chats/broken-${me}`, {
    users: [me, 'fourth'],
    messages: 'none',
    receiverHasRead: 'yes',
  })
  const mine = await phone(project, me)
  await isLive(mine)
  const chats = mine.states.at(-1)?.chats ?? []
  expect(chats.map((chat) => chat.other).sort()).toEqual([other, 'third'].sort())
  const chat = chats.find((one) => one.other === other)
  expect(chat?.messages.map(({ n, timestamp }) => [n, timestamp])).toEqual([
    [1, Date.parse('2020-05-01T10:00:00Z')],
    [2, Date.parse('2020-05-02T10:00:00Z')],
    [4, Date.parse('2020-05-01T10:00:00Z')],
  ])
  const now = () => mine.states.at(-1)?.chats.find((one) => one.other === other)
  expect(now()?.receiverHasRead).toBe(false)
  await mine.store.markRead(other, chat?.messages.at(-1)?.id ?? '')
  await expect.poll(() => now()?.receiverHasRead).toBe(true)
  await mine.store.send(other, { id: 'new', message: 'Hello', timestamp: 1 })
  await expect.poll(() => mine.states.at(-1)?.chats[0]?.messages.at(-1)).toMatchObject({ id: 'new', n: 5 })
})

test('A store is not called live after 30 hidden seconds until it answers', async () => {
  const project = await newProject(emulator)
  const [me, other] = people()
  const mine = await phone(project, me)
  await mine.store.send(other, { id: 'a', message: 'one', timestamp: 1 })
  await isLive(mine)
  mine.line.freeze()
  mine.hide(29_000)
  expect(mine.states.at(-1)?.live).toBe(true)
  mine.hide(31_000)
  expect(mine.states.at(-1)?.live).toBe(false)
})

test('A store becomes live again after the network returns, without a new token [R-CHAT-15]', async () => {
  const project = await newProject(emulator)
  const [me, other] = people()
  const mine = await phone(project, me)
  await isLive(mine)
  mine.line.cut()
  mine.fire('offline')
  expect(mine.states.at(-1)?.live).toBe(false)
  mine.line.mend()
  mine.fire('online')
  await isLive(mine)
  await mine.store.send(other, { id: 'a', message: 'one', timestamp: 1 })
  await expect.poll(() => mine.states.at(-1)?.chats.length).toBe(1)
  expect(mine.tokens()).toBe(1)
})

test('A message leaves although its connection is lost for a second [R-CHAT-13]', async () => {
  const project = await newProject(emulator)
  const [me, other] = people()
  const mine = await phone(project, me)
  await isLive(mine)
  mine.line.cut()
  const sent = mine.store.send(other, { id: 'a', message: 'one', timestamp: 1 })
  await setTimeout(1000)
  mine.line.mend()
  await sent
  await expect.poll(() => mine.states.at(-1)?.chats.length).toBe(1)
})

/** Writes a chat whose first messages are in a page. Returns a function that makes further messages of `me`. */
async function layWithPage(project: string, me: string, other: string) {
  const words = (id: string) => ({ id, sender: me, message: id, timestamp: 1 })
  const path = `chats/${chatKey(me, other)}`
  const users = [me, other].sort()
  await lay(project, path, { users, messages: [words('newer')], receiverHasRead: false, moved: 50 })
  await lay(project, `${path}/pages/0`, { messages: [words('old')], ids: ['old'] })
  return words
}

test('Messages leave and older ones are read while listening is refused [R-CHAT-13 R-CHAT-16]', async () => {
  const project = await newProject(emulator)
  const [me, other] = people()
  const words = await layWithPage(project, me, other)
  const mine = await phone(project, me)
  await isLive(mine)
  mine.line.refuseListening()
  // Without listening, the store checks the pages for an existing message.
  await mine.store.send(other, words('newest'))
  await mine.store.send(other, words('old'))
  expect((await mine.store.loadOlder(other, 53)).map(({ id }) => id)).toEqual(['newer', 'newest'])
  expect((await mine.store.loadOlder(other, 51)).map(({ id }) => id)).toEqual(['old'])
})

test('A token that is over is replaced by another one, and the message leaves [R-ROLE-12]', async () => {
  const project = await newProject(emulator)
  const [me, other] = people()
  let asked = 0
  const mine = await phone(project, me, { until: () => inAnHour() - ((asked += 1) === 1 ? 7200 : 0) })
  await mine.store.send(other, { id: 'a', message: 'one', timestamp: 1 })
  await isLive(mine)
  expect(mine.tokens()).toBeGreaterThan(1)
})

test('Without a plan nothing is live, and the reason is told [R-CHAT-01]', async () => {
  const project = await newProject(emulator)
  const [me, other] = people()
  const mine = await phone(project, me, { until: () => inAnHour() - 7200 })
  await expect.poll(() => mine.states.at(-1)?.error).toBe('forbidden')
  expect(mine.states.every(({ live }) => !live)).toBe(true)
  await expect(mine.store.send(other, { id: 'a', message: 'one', timestamp: 1 })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('A store with foreign security rules never goes live and sends nothing', async () => {
  const rules = shippedRules()
    .replace('allow list: if', 'allow list: if false &&')
    .replace('allow create: if', 'allow create: if false &&')
  const project = await newProject(emulator, rules)
  const [me, other] = people()
  const mine = await phone(project, me)
  await expect(mine.store.send(other, { id: 'a', message: 'one', timestamp: 1 })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(mine.states.some(({ live }) => live)).toBe(false)
})

test('A message that was moved to a page long ago is not stored again [R-CHAT-13]', async () => {
  const project = await newProject(emulator)
  const [me, other] = people()
  const words = await layWithPage(project, me, other)
  const mine = await phone(project, me)
  await mine.store.send(other, words('old'))
  const client = firestoreClient(
    {
      chat: { store: 'firestore', projectId: project, apiKey: '', appId: '', longPolling: false, emulator },
      clientEmail: '',
      privateKey: '',
    },
    () => new Date(),
  )
  await appendMessage(client, { ...words('old'), receiver: other })
  await mine.store.send(other, words('newest'))
  await expect
    .poll(() => mine.states.at(-1)?.chats[0]?.messages.map(({ id }) => id))
    .toEqual(['newer', 'newest'])
})
