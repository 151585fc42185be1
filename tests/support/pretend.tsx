import { act, render } from '@testing-library/react'
import type { OutboxEntry } from '#local/react'
import { App } from '../../src/app/app.tsx'
import { loadNotFound, appRoutes } from '../../src/app/routes.ts'
import { lazyScreens } from '../../src/app/screen-view.tsx'
import { cell } from '../../src/local/platform/cell.ts'
import type { Engine } from '../../src/local/bootstrap/services.ts'
import type { Views } from '../../src/local/bootstrap/views.ts'
import { sampleCard, sampleNow } from './sample-car.ts'
import { type Person, settingsServer, tokenOf } from './shell.tsx'
import { stage } from './stage.tsx'

/** Renders the whole app over a fake store: a test sets its content and sees its calls. */

export const enquiry = {
  carId: 'car-1',
  carTitle: '2021 Toyota Fortuner',
  name: 'Thandi',
  email: 't@example.com',
  countryCode: '+27',
  gsm: '821234567',
  message: 'Is it still for sale?',
}

/** Returns a waiting enquiry, an hour old, changed as a test needs it. */
export const entryOf = (change: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: 'item-1',
  kind: 'enquiry.send',
  payload: enquiry,
  state: 'queued',
  createdAt: sampleNow - 3_600_000,
  tries: 0,
  mayHaveLeft: false,
  cancelling: false,
  ...change,
})

/** Recorded call of the store with its arguments. */
export type RecordedCall = [name: string, ...given: unknown[]]

interface Options {
  outbox?: OutboxEntry[]
  views?: Partial<Views>
  /** Engine methods that replace the successful defaults. */
  engine?: Partial<Engine>
  person?: Person
  signOut?: () => Promise<void>
  /** Promise that delays the opening of the store. */
  opens?: () => Promise<void>
}

export function openPretend(address: string, o: Options = {}) {
  window.history.replaceState(null, '', address)
  const held = new Map<string, string>()
  if (o.person) held.set('authentication-token', tokenOf(o.person))
  const { local: real } = stage(settingsServer, {
    now: () => sampleNow,
    localStorage: {
      getItem: (key) => held.get(key) ?? null,
      setItem: (key, value) => void held.set(key, value),
      removeItem: (key) => void held.delete(key),
    },
  })
  const told: RecordedCall[] = []
  const hears =
    <T,>(name: string, answer: T) =>
    (...given: unknown[]) => {
      told.push([name, ...given])
      return Promise.resolve(answer)
    }
  const views = cell<Views>({
    outbox: o.outbox ?? [],
    favourites: { base: new Set(), wanted: new Map() },
    entities: new Map(),
    evicted: false,
    adoptable: 0,
    drafts: 0,
    edition: '',
    ...o.views,
  })
  const engine = {
    drained: hears('drained', undefined),
    retry: hears('retry', undefined),
    remove: hears('remove', 'removed' as const),
    revise: hears('revise', true),
    resolve: hears('resolve', true),
    report: hears('report', 'what this phone did'),
    adopt: hears('adopt', 2),
    noteEviction: hears('noteEviction', undefined),
    adDrafts: () => Promise.resolve({ list: () => Promise.resolve([]), onChange: () => () => undefined }),
    views: { read: () => Promise.resolve(views.get()) },
    drafts: {
      read: () => Promise.resolve(undefined),
      save: hears('drafts.save', undefined),
      clear: hears('drafts.clear', undefined),
    },
    phone: {
      cachedCars: () =>
        Promise.resolve({ value: { favourites: [], viewed: [sampleCard(1)] }, asOf: sampleNow }),
    },
    ...o.engine,
  } as unknown as Engine
  const local = {
    ...real,
    views,
    load: async () => {
      await o.opens?.()
      return engine
    },
    kick: (reason: string) => void told.push(['kick', reason]),
    account: { ...real.account, signOut: o.signOut ?? hears('signOut', undefined) },
  }
  const view = render(<App local={local} screens={lazyScreens(appRoutes, loadNotFound)} />)
  return {
    ...view,
    told,
    calls: (name: string) => told.filter(([called]) => called === name).map(([, ...given]) => given),
    /** Changes the content of the store. */
    change: (next: Partial<Views>) => act(() => views.set({ ...views.get(), ...next })),
  }
}
