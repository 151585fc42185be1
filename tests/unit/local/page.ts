import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { CarCard, CarDetail } from '#contract/cars.ts'
import {
  bareEnv,
  type Channel,
  type Env,
  type KeyValue,
  type LockApi,
} from '../../../src/local/platform/env.ts'

/** A page without a browser: storage, events, timers and a server under control of the test. */
export function storage(): KeyValue & { all: () => Record<string, string> } {
  const rows = new Map<string, string>()
  return {
    getItem: (key) => rows.get(key) ?? null,
    setItem: (key, value) => {
      rows.set(key, value)
    },
    removeItem: (key) => {
      rows.delete(key)
    },
    all: () => Object.fromEntries(rows),
  }
}

export function events() {
  const listeners = new Map<string, Set<(event: unknown) => void>>()
  return {
    addEventListener(type: string, listener: (event: unknown) => void) {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener))
    },
    removeEventListener(type: string, listener: (event: unknown) => void) {
      listeners.get(type)?.delete(listener)
    },
    fire(type: string, event: unknown = {}) {
      for (const listener of new Set(listeners.get(type))) listener(event)
    },
    count: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
  }
}

const part = (value: unknown) => {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
export function tokenFor(id: string, expires: number, more: Record<string, unknown> = {}): string {
  const user = {
    fullname: 'Ada',
    email: 'ada@example.com',
    avatarurl: '',
    is_subscriber: false,
    role: 'user',
  }
  return [{ alg: 'none' }, { sub: id, exp: expires / 1000, ...user, ...more }, {}].map(part).join('.')
}

/** Time limit of waits, with a reserve for a busy machine. */
export const soon = { timeout: 20_000 }

/** Returns the broadcast channels of one phone: each message reaches the other channels of its name. */
export function channels(): (name: string) => Channel {
  const open = new Set<{ name: string; channel: Channel }>()
  return (name) => {
    const mine: { name: string; channel: Channel } = {
      name,
      channel: {
        onmessage: null,
        postMessage(data) {
          for (const other of open)
            if (other !== mine && other.name === name) other.channel.onmessage?.({ data })
        },
        close: () => {
          open.delete(mine)
        },
      },
    }
    open.add(mine)
    return mine.channel
  }
}

/** Returns Web Locks as specified, for all tabs of one phone. */
export function fakeLocks(): LockApi {
  const held = new Map<string, (reason: unknown) => void>()
  const queues = new Map<string, (() => void)[]>()
  return {
    request(name, { steal, ifAvailable }, callback) {
      const holder = held.get(name)
      if (holder && ifAvailable && !steal) return callback(null)
      return new Promise((resolve, reject) => {
        const give = () => {
          held.set(name, reject)
          const free = () => {
            if (held.get(name) !== reject) return
            held.delete(name)
            queues.get(name)?.shift()?.()
          }
          void callback({ name }).then(
            (value) => {
              free()
              resolve(value)
            },
            (reason: unknown) => {
              free()
              reject(reason)
            },
          )
        }
        if (holder && !steal) {
          queues.set(name, [...(queues.get(name) ?? []), give])
          return
        }
        holder?.(new DOMException('The lock was stolen', 'AbortError'))
        give()
      })
    },
  }
}

export interface Phone {
  locks: LockApi
  indexedDB: IDBFactory
  lasting: ReturnType<typeof storage>
  channel: (name: string) => Channel
}
export const newPhone = (): Phone => ({
  indexedDB: new IDBFactory(),
  lasting: storage(),
  channel: channels(),
  locks: fakeLocks(),
})

/** Returns the environment of one tab of a phone. */
export function tabOf(phone: Phone, given: Partial<Env> = {}) {
  const window = events()
  const document = events()
  const env = bareEnv({
    localStorage: phone.lasting,
    sessionStorage: storage(),
    window,
    document,
    channel: phone.channel,
    locks: phone.locks,
    indexedDB: phone.indexedDB,
    keyRange: IDBKeyRange,
    // Tests skip short waits: timers of up to one second fire at once.
    setTimeout: (work, ms) => setTimeout(work, ms <= 1000 ? 0 : ms).unref(),
    ...given,
  })
  return { env, window, document }
}

export interface Call {
  method: string
  path: string
  body: Record<string, unknown>
  headers: Record<string, string>
}
/** The response of a test to a call; undefined means no network. */
export type Reply =
  | { status?: number; body: Record<string, unknown>; headers?: Record<string, string> }
  | undefined
export function serverOf(answer: (call: Call) => Reply | Promise<Reply>) {
  const calls: Call[] = []
  const fetch: Env['fetch'] = async (url, init) => {
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.replace('/api/v1/', ''),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {},
      headers: init.headers as Record<string, string>,
    }
    calls.push(call)
    const reply = await answer(call)
    if (!reply) throw new TypeError('Failed to fetch')
    const { status = 200, body, headers } = reply
    const all = {
      'content-type': 'application/json',
      'x-api': '1',
      date: new Date().toUTCString(),
      ...headers,
    }
    return new Response(JSON.stringify({ success: status < 400, msg: '', ...body }), { status, headers: all })
  }
  return { calls, fetch, to: (path: string) => calls.filter((c) => c.path.startsWith(path)) }
}

export function card(id: string, more: Partial<CarCard> = {}): CarCard {
  return {
    _id: id,
    slug: `slug-${id}`,
    title: `Car ${id}`,
    price: 100_000,
    make: 'Audi',
    model: 'A4',
    year: 2018,
    mileage: '50 000 Km',
    mileage_km: 50_000,
    fueltype: 'Petrol',
    transmission: 'Manual',
    bodytype: 'Sedan',
    engine: '2.0',
    drive: 'FWD',
    condition: 'Used',
    exteriorcolor: 'White',
    carfeatures: ['Sunroof'],
    address: '1 Road',
    province: 'Gauteng',
    city: 'Pretoria',
    status: 'active',
    featured: false,
    is_favorite: 'no',
    created_at: '2026-01-01T00:00:00.000Z',
    clicks: 0,
    version: 1,
    images: [],
    featured_image: '',
    pictures: [],
    picture_count: 0,
    creator: 'dealer-1',
    ...more,
  }
}
export function detail(id: string, more: Partial<CarDetail> = {}): CarDetail {
  const { creator: _creator, ...rest } = card(id)
  return {
    ...rest,
    creator: {
      _id: 'dealer-1',
      fullname: 'Dee',
      avatarurl: '',
      gsm: '',
      businessname: '',
      kind: 'dealer',
      city: '',
      member_since: '2020-01-01T00:00:00.000Z',
      listing_cars_count: 1,
      verified: { email: true, mobile: false, business: false },
    },
    description: '<p>Nice</p>',
    exteriorcolor: 'White',
    carfeatures: ['Sunroof'],
    interiorcolor: '',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...more,
  }
}
