import { chatKey } from '#contract/chat/chat.ts'
import { fieldsOf, firestoreCaller, idToken, inAnHour, valueOf } from '../support/firestore-rest.ts'

/** Writes that people try by hand, each in chats of its own; together they detect the removal of any clause of the rules. */
export interface Attempt {
  name: string
  may: boolean
  /** Documents that exist before the attempt, by path. */
  docs: Readonly<Record<string, object>>
  /** Makes the attempt. Returns the status of the response. */
  run: (host: string, project: string) => Promise<number>
}

interface Try {
  /** Part of all ids and keys of the attempt. */
  me: string
  other: string
  eve: string
  key: string
}
type Write = { update: object; updateMask?: object; updateTransforms?: object[] }

const now = new Date('2026-01-01T00:00:00Z')
export const message = (sender: string, n: number, o: object = {}) => ({
  id: `m${n}`,
  sender,
  message: `words ${n}`,
  timestamp: n + 1,
  ...o,
})
const many = (sender: string, count: number) => Array.from({ length: count }, (_, n) => message(sender, n))
const chat = (t: Try, messages: object[], o: object = {}) => ({
  users: [t.me, t.other],
  messages,
  receiverHasRead: false,
  receiverHas: false,
  readUpTo: 0,
  hasUpTo: 0,
  moved: 0,
  updatedAt: now,
  ...o,
})
const { updatedAt: _, ...begun } = chat({ me: '', other: '', eve: '', key: '' }, [])
const marks = { receiverHasRead: false, receiverHas: false }
const isNow = { fieldPath: 'updatedAt', setToServerValue: 'REQUEST_TIME' }

let made = 0
const attempts: Attempt[] = []
interface RuleCall {
  path: string
  body?: object
}
type As = 'me' | 'other' | 'eve' | 'expired' | 'no claim' | 'nobody'
interface Plan {
  as?: As
  docs?: Readonly<Record<string, object>>
  call: (root: string) => RuleCall
}

function attempt(name: string, may: boolean, plan: (t: Try) => Plan): void {
  const id = String((made += 1)).padStart(3, '0')
  const t = { me: `a${id}`, other: `b${id}`, eve: `e${id}`, key: chatKey(`a${id}`, `b${id}`) }
  const { as = 'me', docs = {}, call } = plan(t)
  const uid = as === 'other' || as === 'eve' ? t[as] : t.me
  const until = as === 'expired' ? inAnHour() - 7200 : as === 'no claim' ? undefined : inAnHour()
  attempts.push({
    name,
    may,
    docs,
    async run(host, project) {
      const token = as === 'nobody' ? undefined : idToken(project, uid, until)
      const caller = firestoreCaller(host, project, token)
      const { path, body } = call(caller.root)
      return (await caller.ask(path, body)).status
    },
  })
}

const get = (path: string) => (): RuleCall => ({ path: `/${path}` })
const commit =
  (...writes: ((root: string) => Write)[]) =>
  (root: string): RuleCall => ({ path: ':commit', body: { writes: writes.map((write) => write(root)) } })
/** Returns a write of the fields in `only`, or of the whole document without `only`. */
const put =
  (path: string, fields: object, o: { only?: string[]; transforms?: object[] } = {}) =>
  (root: string): Write => ({
    update: { name: `${root}/${path}`, fields: fieldsOf(fields) },
    ...(o.only && { updateMask: { fieldPaths: o.only } }),
    ...(o.transforms && { updateTransforms: o.transforms }),
  })
const listOf = (user: string) => (): RuleCall => ({
  path: ':runQuery',
  body: {
    structuredQuery: {
      from: [{ collectionId: 'chats' }],
      where: { fieldFilter: { field: { fieldPath: 'users' }, op: 'ARRAY_CONTAINS', value: valueOf(user) } },
    },
  },
})
const at = (t: Try) => `chats/${t.key}`
const withOne = (t: Try) => ({ [at(t)]: chat(t, [message(t.other, 0)]) })

attempt('read an own chat', true, (t) => ({ docs: withOne(t), call: get(at(t)) }))
attempt('read the chat of others', false, (t) => ({ as: 'eve', docs: withOne(t), call: get(at(t)) }))
attempt('read an own chat after the plan', false, (t) => ({
  as: 'expired',
  docs: withOne(t),
  call: get(at(t)),
}))
attempt('read without the claim', false, (t) => ({ as: 'no claim', docs: withOne(t), call: get(at(t)) }))
attempt('read without a sign-in', false, (t) => ({ as: 'nobody', docs: withOne(t), call: get(at(t)) }))
attempt('look for an own chat that is not there', true, (t) => ({ call: get(at(t)) }))
attempt('look for a chat of others that is not there', false, (t) => ({ as: 'eve', call: get(at(t)) }))
attempt('read a chat of an earlier app with another key', true, (t) => ({
  docs: { [`chats/old-${t.me}`]: { users: [t.me, t.other], messages: [] } },
  call: get(`chats/old-${t.me}`),
}))
attempt('list own chats', true, (t) => ({ docs: withOne(t), call: listOf(t.me) }))
attempt('list chats of another', false, (t) => ({ as: 'eve', docs: withOne(t), call: listOf(t.me) }))
attempt('list own chats after the plan', false, (t) => ({
  as: 'expired',
  docs: withOne(t),
  call: listOf(t.me),
}))

/** Writes a first message; `o` overrides fields of the chat. */
const begin = (t: Try, o: object = {}, key = t.key, transforms: object[] = [isNow]) =>
  commit(
    put(
      `chats/${key}`,
      { ...begun, users: [t.me, t.other], messages: [message(t.me, 0)], ...o },
      { transforms },
    ),
  )
attempt('begin a chat', true, (t) => ({ call: begin(t) }))
attempt('begin after the plan', false, (t) => ({ as: 'expired', call: begin(t) }))
const wrongBeginnings: Record<string, (t: Try) => object> = {
  'with a field that is not known': () => ({ colour: 'red' }),
  'that blocks': (t) => ({ blockedBy: [t.other] }),
  'with two messages': (t) => ({ messages: many(t.me, 2) }),
  'with words of the other': (t) => ({ messages: [message(t.other, 0)] }),
  'that is read': () => ({ receiverHasRead: true }),
  'that is delivered': () => ({ receiverHas: true }),
  'that was read up to a place': () => ({ readUpTo: 1 }),
  'that was delivered up to a place': () => ({ hasUpTo: 1 }),
  'that was moved': () => ({ moved: 50 }),
}
for (const [name, change] of Object.entries(wrongBeginnings))
  attempt(`begin a chat ${name}`, false, (t) => ({ call: begin(t, change(t)) }))
attempt('begin a chat of another time', false, (t) => ({ call: begin(t, { updatedAt: now }, t.key, []) }))
attempt('begin a chat of three', false, (t) => ({
  call: begin(t, { users: [t.me, t.other, t.eve] }, `${t.key}_${t.eve}`),
}))
attempt('begin a chat under another key', false, (t) => ({ call: begin(t, {}, `${t.me}_${t.eve}`) }))
attempt('begin a second chat in the other order', false, (t) => ({
  call: begin(t, { users: [t.other, t.me] }, `${t.other}_${t.me}`),
}))
attempt('begin a chat with oneself', false, (t) => ({
  call: begin(t, { users: [t.me, t.me] }, `${t.me}_${t.me}`),
}))
attempt('begin a chat of two others', false, (t) => ({
  as: 'eve',
  call: begin(t, { messages: [message(t.eve, 0)] }),
}))

const wrongMessages: Record<string, object> = {
  'with a picture': { image: '/media/x.webp' },
  'in another name': { sender: 'somebody' },
  'with a list as its id': { id: ['x'] },
  'without an id': { id: '' },
  'with a long id': { id: 'x'.repeat(65) },
  'with a NUL in its id': { id: 'x\0' },
  'without words': { message: '' },
  'with a space in front': { message: ' x' },
  'of 4,002 bytes': { message: 'é'.repeat(2001) },
  'with a NUL': { message: 'a\0b' },
  'with a time in words': { timestamp: 'noon' },
}
for (const [name, change] of Object.entries(wrongMessages))
  attempt(`begin with a message ${name}`, false, (t) => ({
    call: begin(t, { messages: [message(t.me, 0, change)] }),
  }))
attempt('begin with 4,000 bytes', true, (t) => ({
  call: begin(t, { messages: [message(t.me, 0, { message: '😀'.repeat(1000) })] }),
}))

/** The existing chat, and the chat after the write of `me`. */
interface Appending {
  before?: object
  messages?: object[]
  add?: object[]
  o?: object
  only?: string[]
  transforms?: object[]
  as?: As
}
function append(name: string, may: boolean, plan: (t: Try) => Appending): void {
  attempt(`append ${name}`, may, (t) => {
    const { before = {}, messages = [message(t.other, 0)], as = 'me', o = {}, ...rest } = plan(t)
    const sender = as === 'expired' || as === 'me' ? t.me : t[as as 'other' | 'eve']
    const { add = [...messages, message(sender, 200)], only = [], transforms = [isNow] } = rest
    const total = messages.length
    const fields = { messages: add, ...marks, readUpTo: total, hasUpTo: total, ...o }
    const names = [...Object.keys(fields), ...only]
    return {
      as,
      docs: { [at(t)]: chat(t, messages, before) },
      call: commit(put(at(t), fields, { only: names, transforms })),
    }
  })
}
append('an answer', true, () => ({}))
append('after an own message that nobody read', true, (t) => ({
  messages: [message(t.me, 0)],
  o: { readUpTo: 0, hasUpTo: 0 },
}))
append('after an own message that was read', true, (t) => ({
  messages: [message(t.me, 0)],
  before: { receiverHasRead: true, receiverHas: true },
}))
append('after an own message that was read before there was delivery', true, (t) => ({
  messages: [message(t.me, 0)],
  before: { receiverHasRead: true },
}))
append('after an own message that was delivered', true, (t) => ({
  messages: [message(t.me, 0)],
  before: { receiverHas: true },
  o: { readUpTo: 0 },
}))
append('to a chat of an earlier app', true, (t) => ({
  messages: [{ sender: t.other, message: 'Hi', timestamp: 'yesterday' }],
}))
attempt('append to a chat of an earlier app under another key', false, (t) => {
  const messages = [message(t.other, 0)]
  const fields = { messages: [...messages, message(t.me, 200)], ...marks, readUpTo: 1, hasUpTo: 1 }
  return {
    docs: { [`chats/old-${t.me}`]: chat(t, messages) },
    call: commit(put(`chats/old-${t.me}`, fields, { only: Object.keys(fields), transforms: [isNow] })),
  }
})
append('to a chat whose messages are all gone', true, () => ({ messages: [], add: undefined }))
append('under an own key to a chat that others have', false, (t) => ({ before: { users: [t.eve, t.other] } }))
append('after the plan', false, () => ({ as: 'expired' }))
append('to the chat of others', false, () => ({ as: 'eve' }))
append('and change what was moved', false, () => ({ o: { moved: 50 } }))
append('and change who takes part', false, (t) => ({ o: { users: [t.me, t.eve] } }))
append('two at once', false, (t) => ({ add: [message(t.other, 0), message(t.me, 200), message(t.me, 201)] }))
append('the 101st message', false, (t) => ({ messages: many(t.other, 100) }))
append('the 100th message', true, (t) => ({ messages: many(t.other, 99) }))
append('and change an older one', false, (t) => ({
  add: [message(t.other, 0, { message: 'never said' }), message(t.me, 200)],
}))
append('in the name of the other', false, (t) => ({ add: [message(t.other, 0), message(t.other, 200)] }))
append('what is read at once', false, () => ({ o: { receiverHasRead: true } }))
append('what is delivered at once', false, () => ({ o: { receiverHas: true } }))
append('and say that more was read', false, (t) => ({
  messages: [message(t.me, 0)],
  o: { readUpTo: 1, hasUpTo: 0 },
}))
append('and say that more was delivered', false, (t) => ({
  messages: [message(t.me, 0)],
  o: { readUpTo: 0, hasUpTo: 1 },
}))
append('at another time', false, () => ({
  o: { updatedAt: now },
  before: { updatedAt: new Date(0) },
  transforms: [],
}))
append('although one has blocked the other', false, (t) => ({ before: { blockedBy: [t.other] } }))
append('after a block was taken back', true, () => ({ before: { blockedBy: [] } }))

function mark(
  name: string,
  may: boolean,
  plan: (t: Try) => { before?: object; o: object; from?: string },
): void {
  attempt(`mark ${name}`, may, (t) => {
    const { before = {}, o, from = t.other } = plan(t)
    return {
      docs: { [at(t)]: chat(t, [message(from, 0)], before) },
      call: commit(put(at(t), o, { only: Object.keys(o) })),
    }
  })
}
const read = { receiverHasRead: true, receiverHas: true }
mark('as read', true, () => ({ o: read }))
mark('as delivered', true, () => ({ o: { receiverHas: true } }))
mark('an own message as read', false, (t) => ({ from: t.me, o: read }))
mark('as read and put it on top', false, () => ({ o: { ...read, updatedAt: new Date() } }))
mark('as read and not delivered', false, () => ({ o: { receiverHasRead: true } }))
mark('what was read as unread', false, () => ({ before: read, o: { receiverHasRead: false } }))
attempt('mark the chat of others', false, (t) => ({
  as: 'eve',
  docs: withOne(t),
  call: commit(put(at(t), read, { only: Object.keys(read) })),
}))

interface Rolling {
  count?: number
  rest?: number
  moved?: number
  o?: object
  place?: string
  page?: object | null
  also?: string
  alone?: boolean
}
function rollOver(name: string, may: boolean, plan: (t: Try) => Rolling): void {
  attempt(`move ${name}`, may, (t) => {
    const { count = 75, rest = 50, moved = 50, o = {}, place = '0', page = {}, also, alone } = plan(t)
    const all = many(t.other, count)
    const ids = all.slice(0, 50).map(({ id }) => id)
    const fields = { messages: all.slice(rest), moved, ...o }
    const whole = { messages: all.slice(0, 50), ids }
    const writes = [
      ...(alone ? [] : [put(at(t), fields, { only: Object.keys(fields) })]),
      ...(page ? [put(`${at(t)}/pages/${place}`, { ...whole, ...page })] : []),
      ...(also === undefined ? [] : [put(`${at(t)}/pages/${also}`, whole)]),
    ]
    return { docs: { [at(t)]: chat(t, all) }, call: commit(...writes) }
  })
}
rollOver('the oldest 50 of 75', true, () => ({}))
rollOver('the oldest of too few', false, () => ({ count: 74 }))
rollOver('them and mark', false, () => ({ o: read }))
rollOver('one more than the page has', false, () => ({ rest: 51 }))
rollOver('them and miscount', false, () => ({ moved: 49 }))
rollOver('them nowhere', false, () => ({ page: null }))
rollOver('other words to the page', false, (t) => ({ page: { messages: many(t.me, 50) } }))
rollOver('them with a further field', false, () => ({ page: { colour: 'red' } }))
rollOver('them without all ids', false, () => ({ page: { ids: ['x'] } }))
rollOver('them with ids that are no list', false, () => ({
  page: { ids: Object.fromEntries(many('', 50).map(({ id }) => [id, 1])) },
}))
rollOver('them to two places', false, () => ({ also: '7' }))
rollOver('them and leave them in the chat', false, () => ({ alone: true }))
const withPage = (t: Try) => ({ ...withOne(t), [`${at(t)}/pages/0`]: { messages: many(t.me, 50), ids: [] } })
attempt('read a page of an own chat', true, (t) => ({ docs: withPage(t), call: get(`${at(t)}/pages/0`) }))
attempt('read a page of others', false, (t) => ({
  as: 'eve',
  docs: withPage(t),
  call: get(`${at(t)}/pages/0`),
}))
attempt('read a page after the plan', false, (t) => ({
  as: 'expired',
  docs: withPage(t),
  call: get(`${at(t)}/pages/0`),
}))
attempt('change a page', false, (t) => ({
  docs: withPage(t),
  call: commit(put(`${at(t)}/pages/0`, { messages: [], ids: [] })),
}))
attempt('delete an own chat', false, (t) => ({
  docs: withOne(t),
  call: (root) => ({ path: ':commit', body: { writes: [{ delete: `${root}/${at(t)}` }] } }),
}))
attempt('read another collection', false, (t) => ({
  docs: { [`people/${t.me}`]: { a: 1 } },
  call: get(`people/${t.me}`),
}))
attempt('write to another collection', false, (t) => ({ call: commit(put(`people/${t.me}`, { a: 1 })) }))

export const ruleAttempts: readonly Attempt[] = attempts

/** Number of attempts that are prepared and made together. */
const batch = 16

/**
 * Prepares and makes the attempts, starting at index `first`. Returns the attempts with an unexpected result, of the first batch
 * that has any.
 */
export async function surprises(host: string, project: string, first = 0): Promise<string[]> {
  const owner = firestoreCaller(host, project, 'owner')
  const order = [...attempts.slice(first), ...attempts.slice(0, first)]
  for (let from = 0; from < order.length; from += batch) {
    const some = order.slice(from, from + batch)
    const docs = some.flatMap((one) => Object.entries(one.docs))
    const laid = await owner.ask(':commit', {
      writes: docs.map(([path, fields]) => put(path, fields)(owner.root)),
    })
    if (laid.status !== 200) throw new Error(`Nothing could be laid down: ${JSON.stringify(laid.body)}`)
    const results = await Promise.all(
      some.map(async ({ name, may, run }) => {
        const status = await run(host, project)
        if (![200, 403, 404].includes(status)) throw new Error(`${name}: ${status}`)
        return may === (status !== 403) ? [] : [name]
      }),
    )
    if (results.flat().length > 0) return results.flat()
  }
  return []
}
