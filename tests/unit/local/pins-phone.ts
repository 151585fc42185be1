import type { CarDetail } from '#contract/cars.ts'
import { pictureUrl } from '#contract/values/pictures.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OwnTables, PublicTables } from '../../../src/local/database/records.ts'
import { ownSchema, publicSchema } from '../../../src/local/database/schema.ts'
import type { Store } from '../../../src/local/database/store.ts'
import { runPins, type JobPorts } from '../../../src/local/saved-cars/job.ts'
import { openPictures } from '../../../src/local/saved-cars/pictures.ts'
import type { NetworkInfo } from '../../../src/local/platform/env.ts'
import { downloadAllowanceOf } from '../../../src/local/saved-cars/pin-service.ts'
import { pinsView } from '../../../src/local/saved-cars/rows.ts'
import { readState } from '../../../src/local/saved-cars/plan.ts'
import type { AuthedRequest } from '../../../src/local/transport/http-client.ts'
import { newBox } from './box.ts'
import { detail } from './page.ts'

/** A phone that stores favourites, and a server with their cars; a test can kill the phone at any moment. */
export class Killed extends Error {}

export const picture = (car: string, n: number) => `/media/${car}-${n}/1280.webp`
export const kept = (car: string, n: number) => pictureUrl(picture(car, n), 960, 'webp')

export function carOf(id: string, pictures = 7, more: Partial<CarDetail> = {}): CarDetail {
  return detail(id, {
    pictures: Array.from({ length: pictures }, (_, n) => ({ url: picture(id, n), blur: '', alt: '' })),
    ...more,
  })
}

export function pinPhone() {
  const shared = memoryStore<PublicTables>(publicSchema)
  const own = memoryStore<OwnTables>(ownSchema)
  const caches = newBox()
  const cars = new Map<string, CarDetail>()
  const asked: string[] = []
  const o = {
    now: 1_760_000_000_000,
    network: {} as NetworkInfo,
    signal: true,
    here: true,
    /** Pictures that the server has lost. */
    lost: new Set<string>(),
    /** Called before each step outside the database; may throw. */
    tick: (_what: string) => undefined as void,
    spared: 0,
  }
  const fetch: JobPorts['http']['fetch'] = async (path) => {
    o.tick(`fetch ${path}`)
    asked.push(path)
    if (!o.signal) throw new TypeError('Failed to fetch')
    if (o.lost.has(path)) return new Response('', { status: 404 })
    const reply = new Response(new Uint8Array(100), { headers: { 'content-type': 'image/webp' } })
    o.tick(`got ${path}`)
    return Promise.resolve(reply)
  }
  const ask = (async (_route: unknown, call: { params: { slug: string } }) => {
    o.tick('ask')
    const id = call.params.slug.replace('slug-', '')
    asked.push(id)
    if (!o.signal) return { ok: false, status: 0, error: { code: 'network' } }
    const car = cars.get(id)
    if (!car) return { ok: false, status: 404, error: { code: 'not_found' } }
    const body = { success: true, msg: '', data: car, recent_list: [], as_of: new Date(o.now).toISOString() }
    return Promise.resolve({ ok: true, status: 200, body, replayed: false, fromPhone: false })
  }) as unknown as AuthedRequest
  function dying<T>(store: Store<T>): Store<T> {
    return {
      ...store,
      async transaction(mode, tables, work) {
        o.tick('before a transaction')
        const result = await store.transaction(mode, tables, work)
        o.tick('after a transaction')
        return result
      },
    }
  }
  const pictureStore = () => {
    const real = openPictures(caches.box, 'u_x')
    return {
      ...real,
      async put(...given: Parameters<typeof real.put>) {
        o.tick('before a picture')
        await real.put(...given)
        o.tick('after a picture')
      },
      async drop(paths: Iterable<string>) {
        await real.drop(paths)
        o.tick('after dropping')
      },
    }
  }
  const run = (given: Partial<JobPorts> = {}) =>
    runPins({
      own: dying(own),
      shared: dying(shared),
      ask,
      http: { fetch, setTimeout: () => 0, clearTimeout: () => undefined },
      pictures: pictureStore(),
      format: 'webp',
      allowance: () => downloadAllowanceOf(o.network),
      cut: () => !o.signal,
      quiet: () => Promise.resolve(),
      now: () => o.now,
      withSpare: (work) => work(),
      loaded: () => undefined,
      here: () => o.here,
      changed: () => undefined,
      ...given,
    })
  return {
    shared,
    own,
    caches,
    cars,
    asked,
    o,
    run,
    /** Saves cars in this order, newest first, and adds them to the server. */
    async hearts(...ids: string[]) {
      for (const id of ids) if (!cars.has(id)) cars.set(id, carOf(id))
      await own.transaction('write', ['favourites'], async (tx) => {
        for (const row of await tx.list('favourites')) await tx.delete('favourites', row.carId)
        for (const [i, carId] of ids.entries())
          await tx.put('favourites', { carId, on: true, ack: 0, rank: -i })
      })
    },
    async view() {
      const { favourites, pins, halt } = await readState(own)
      const { saved, of, missing, halt: why } = pinsView(favourites, pins, halt)
      return [`${saved} of ${of}`, [...missing].join(), why].filter(Boolean).join(' | ')
    },
    pins: async () => (await readState(own)).pins,
    details: () =>
      shared.transaction('read', ['details'], async (tx) => (await tx.list('details')).map((d) => d.id)),
    lying: () => Object.values(caches.all()).flat().sort(),
  }
}
export type PinPhone = ReturnType<typeof pinPhone>
