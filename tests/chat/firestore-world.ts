import { randomUUID } from 'node:crypto'
import { firestoreClient } from '../../server/chat/firestore/firestore-client.ts'
import { removeUndelivered } from '../../server/chat/firestore/unread-rounds.ts'
import { chatKey } from '#contract/chat/chat.ts'
import { ChatError } from '../../src/local/chat/chat-store.ts'
import { createFirestoreStore } from '../../src/local/chat/firestore/firestore-store.ts'
import { bareEnv } from '../../src/local/platform/env.ts'
import { newProject, shippedRules } from '../support/firestore-emulator.ts'
import { openLine } from '../support/firestore-line.ts'
import {
  type FirestoreCaller,
  fieldsOf,
  firestoreCaller,
  idToken,
  inAnHour,
} from '../support/firestore-rest.ts'
import type { ChatAttack, ChatWorld, ChatWorldPerson, ChatWorldPhone } from './world.ts'

/** Returns a window that only handles events. */
export function quietWindow() {
  const target = new EventTarget()
  const window = {
    addEventListener: (type: string, listener: (event: unknown) => void) =>
      target.addEventListener(type, listener),
    removeEventListener: (type: string, listener: (event: unknown) => void) =>
      target.removeEventListener(type, listener),
  }
  return { window, dispatch: (type: string) => target.dispatchEvent(new Event(type)) }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Returns a token like the server's; the emulator checks only its claims. */
export const customToken = (uid: string, sub_until = inAnHour()): string =>
  `${encode({ alg: 'RS256' })}.${encode({ uid, claims: { sub_until } })}.unsigned`

/** Opens a phone in one kind of place: in this process, or in a browser. */
export type OpenFirestorePhone = (o: {
  emulator: string
  projectId: string
  me: string
}) => Promise<ChatWorldPhone & { end: () => Promise<void> }>

/** Opens a phone without a browser, with a connection of its own to the emulator. */
const phoneInNode: OpenFirestorePhone = async ({ emulator, projectId, me }) => {
  const line = await openLine(emulator)
  const { window, dispatch } = quietWindow()
  let online = true
  const store = createFirestoreStore({
    me,
    settings: {
      store: 'firestore',
      projectId,
      apiKey: 'none',
      appId: 'none',
      longPolling: false,
      emulator: line.host,
    },
    // An offline phone cannot reach our own server either.
    token: () =>
      online
        ? Promise.resolve({ uid: me, token: customToken(me), lasts: 3_600_000 })
        : Promise.reject(new ChatError('offline')),
    env: bareEnv({ window, saysOnline: () => online }),
  })
  return {
    store,
    async offline() {
      online = false
      line.cut()
      dispatch('offline')
    },
    async online() {
      online = true
      line.mend()
      dispatch('online')
    },
    async loseNextAnswer() {
      line.loseNextAnswer()
    },
    async end() {
      await store.close()
      await line.close()
    },
  }
}

/** Returns the requests that a signed-in stranger can send by hand. */
function attacksOf(stranger: FirestoreCaller, me: string, victims: readonly string[]): ChatAttack[] {
  const [one = '', two = ''] = victims
  const key = chatKey(one, two)
  const name = `${stranger.root}/chats/${key}`
  const message = { id: randomUUID(), sender: one, message: 'forged', timestamp: 1 }
  const write = (fields: object, o: object = {}) =>
    stranger.ask(':commit', { writes: [{ update: { name, fields: fieldsOf(fields) }, ...o }] })
  const attack = (what: string, run: () => Promise<{ status: number; body: unknown }>): ChatAttack => ({
    name: what,
    run: async () => ((await run()).status === 403 ? 'refused' : 'done'),
  })
  const from = [{ collectionId: 'chats' }]
  const all = (user: string) => ({
    structuredQuery: {
      from,
      where: {
        fieldFilter: { field: { fieldPath: 'users' }, op: 'ARRAY_CONTAINS', value: { stringValue: user } },
      },
    },
  })
  const append = (m: object) => ({
    updateTransforms: [
      { fieldPath: 'messages', appendMissingElements: { values: [{ mapValue: { fields: fieldsOf(m) } }] } },
      { fieldPath: 'updatedAt', setToServerValue: 'REQUEST_TIME' },
    ],
    updateMask: { fieldPaths: ['receiverHasRead', 'receiverHas'] },
  })
  const unread = { receiverHasRead: false, receiverHas: false }
  return [
    attack('read the chat', () => stranger.ask(`/chats/${key}`)),
    attack('read its pages', () => stranger.ask(`/chats/${key}/pages`)),
    attack('list all chats', () => stranger.ask(':runQuery', { structuredQuery: { from } })),
    attack('listen to the list', () => stranger.ask(':runQuery', all(one))),
    attack('send in another name', () => write(unread, append(message))),
    attack('send in the own name', () => write(unread, append({ ...message, sender: me }))),
    attack('mark as read', () =>
      write(
        { receiverHasRead: true, receiverHas: true },
        { updateMask: { fieldPaths: ['receiverHasRead', 'receiverHas'] } },
      ),
    ),
    attack('join the chat', () =>
      write({ users: [one, two, me] }, { updateMask: { fieldPaths: ['users'] } }),
    ),
    attack('put another chat in its place', () => write({ users: [me, two].sort(), messages: [] })),
    attack('delete the chat', () => stranger.ask(':commit', { writes: [{ delete: name }] })),
  ]
}

/** Starts a world with the Firestore emulator, the shipped rules and the store of the phone. */
export async function firestoreWorld(
  name: string,
  emulator: string,
  openPhone: OpenFirestorePhone = phoneInNode,
): Promise<ChatWorld> {
  const projectId = await newProject(emulator, shippedRules())
  const as = (token: string) => firestoreCaller(emulator, projectId, token)
  const phones: { end: () => Promise<void> }[] = []
  return {
    kind: 'firestore',
    name,
    person: (called): Promise<ChatWorldPerson> => Promise.resolve({ id: randomUUID(), name: called }),
    async phone(person) {
      const phone = await openPhone({ emulator, projectId, me: person.id })
      phones.push(phone)
      return phone
    },
    attacks: ({ stranger, victims }) =>
      attacksOf(
        as(idToken(projectId, stranger.id, inAnHour())),
        stranger.id,
        victims.map(({ id }) => id),
      ),
    async storedKeys({ id }) {
      const { body } = await as('owner').ask('/chats?pageSize=1000')
      const { documents = [] } = body as { documents?: { name: string }[] }
      return documents
        .map(({ name }) => name.split('/').at(-1) ?? '')
        .filter((key) => key.split('_').includes(id))
    },
    async undeliveredAfter(days) {
      const owner = as('owner')
      const { body } = await owner.ask('/chats?pageSize=1000')
      const { documents = [] } = body as { documents?: { name: string }[] }
      const fields = fieldsOf({ updatedAt: new Date(Date.now() - days * 86_400_000) })
      const updateMask = { fieldPaths: ['updatedAt'] }
      await owner.ask(':commit', {
        writes: documents.map(({ name }) => ({ update: { name, fields }, updateMask })),
      })
      const chat = {
        store: 'firestore',
        projectId,
        apiKey: '',
        appId: '',
        longPolling: false,
        emulator,
      } as const
      const project = { chat, clientEmail: '', privateKey: '' }
      await removeUndelivered(
        firestoreClient(project, () => new Date()),
        new Date(),
      )
    },
    async stop() {
      await Promise.all(phones.map((phone) => phone.end()))
    },
  }
}
