import { createLocalApp, type LocalApp } from '../../../src/local/index.ts'
import { afterEach, expect, vi } from 'vitest'
import { card, detail, serverOf, tabOf, tokenFor, type Call, type Phone, type Reply } from './page.ts'
import { enquiry } from './phone.ts'

export const credentials = { email: 'ada@example.com', password: 'x' }
export const now = () => new Date().toISOString()

/** A small whole server: hearts, enquiries, two accounts; the test switches its network off and on. */
export function world() {
  const o = { signal: true, expired: new Set<string>(), accept: true }
  const keys = new Map<string, Reply>()
  const hearts = new Map<string, Set<string>>()
  const enquiries: unknown[] = []
  const userOf = (call: Call) => {
    const token = (call.headers['authorization'] ?? '').replace('Bearer ', '')
    if (token === '' || o.expired.has(token)) return undefined
    return (
      JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as {
        sub: string
      }
    ).sub
  }
  function answer(call: Call): Reply {
    if (!o.signal) return undefined
    const user = userOf(call)
    if (call.path === 'users/user-login') {
      const id = String(call.body['email']).split('@')[0] ?? ''
      const data = { id, fullname: id, email: 'a@b.c', avatarurl: '', is_subscriber: false, role: 'user' }
      return { body: { data, token: tokenFor(id, Date.now() + 1_000_000 + Math.floor(Math.random() * 1e6)) } }
    }
    if (call.path === 'cars/get-car-list') {
      return { body: { data: [card('c1'), card('c2')], count_records: 2, as_of: now() } }
    }
    if (call.path.startsWith('cars/get-single-car/')) {
      const id = call.path.split('/').at(-1)?.replace('slug-', '') ?? ''
      return { body: { data: detail(id), recent_list: [], as_of: now() } }
    }
    if (call.path === 'cars/get-favorite-list') {
      if (user === undefined) return { status: 401, body: { code: 'token_expired' } }
      const ids = [...(hearts.get(user) ?? [])]
      return { body: { data: ids.map((id) => card(id)), count_records: ids.length, ids, as_of: now() } }
    }
    const key = call.headers['idempotency-key'] ?? ''
    if (call.path === 'cars/like-dislike-car') {
      if (user === undefined) return { status: 401, body: { code: 'token_expired' } }
      const mine = hearts.get(user) ?? new Set()
      const id = String(call.body['car_id'])
      if (call.body['want'] === 'yes') mine.add(id)
      else mine.delete(id)
      hearts.set(user, mine)
      return { body: { data: { car_id: id, is_favorite: call.body['want'] } } }
    }
    if (call.path === 'users/send/car-enquiry-mail') {
      if (!o.accept)
        return { status: 422, body: { code: 'validation_failed', msg: 'No.', fields: { gsm: 'Bad' } } }
      const known = keys.get(key)
      if (known) return known
      enquiries.push(call.body)
      const reply = { body: { data: { _id: `e${enquiries.length}`, car_id: 'c1', created_at: now() } } }
      keys.set(key, reply)
      return reply
    }
    if (call.path === 'cars/test-drive/book-test-drive') {
      const named = call.headers['authorization'] !== undefined
      if (named && user === undefined) return { status: 401, body: { code: 'token_expired' } }
    }
    return { body: { data: [] } }
  }
  return { o, hearts, enquiries, ...serverOf(answer) }
}
export type World = ReturnType<typeof world>

export const stops: (() => void)[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const stop of stops.splice(0)) stop()
})
export function open(phone: Phone, server: World, given: Parameters<typeof tabOf>[1] = {}) {
  const tab = tabOf(phone, { fetch: server.fetch, ...given })
  const app = createLocalApp(tab.env)
  const stop = app.start()
  const close = () => {
    stop()
    app.engine.get()?.close()
  }
  stops.push(close)
  return { app, close, ...tab }
}
export const states = (app: LocalApp) =>
  app.views.get().outbox.map((e) => [e.kind, e.state, e.hold].filter(Boolean).join(' '))
export function on(app: LocalApp, carId: string): boolean {
  const { base, wanted } = app.views.get().favourites
  return wanted.get(carId) ?? base.has(carId)
}
export const put = async (app: LocalApp, message = 'Hello') =>
  (await app.load()).put('enquiry.send', { ...enquiry('c1'), message })
export const heart = async (app: LocalApp, carId: string, want: 'yes' | 'no' = 'yes') =>
  (await app.load()).put('fav.set', { carId, want })
export async function signIn(app: LocalApp, name: string, remember = true) {
  expect(await app.account.signIn({ ...credentials, email: `${name}@example.com` }, remember)).toMatchObject({
    ok: true,
  })
}
