import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { ListQuery } from '#contract/list-query.ts'
import { LocalProvider } from '#local/react'
import type { Engine } from '../../src/local/bootstrap/services.ts'
import { cell } from '../../src/local/platform/cell.ts'
import { answer, listingServer } from './listings-screen.tsx'
import { sampleNow } from './sample-car.ts'
import { stage, type Server } from './stage.tsx'

/** Renders parts of Home on a phone with or without a small catalogue. */

export const types = ['SUV', 'Sedan', 'Hatchback', 'Pickup', 'Spaceship']
export const homeServer: Server = (asked) =>
  asked.path === 'common/get-all-car-types'
    ? { body: { success: true, msg: 'ok', data: types.map((name, i) => ({ _id: `type-${i}`, name })) } }
    : listingServer(asked)

interface Options {
  server?: Server
  /** Number of cars for sale, of which this phone has the 40 of the sample; `undefined` for a phone without a catalogue. */
  forSale?: number | undefined
  kept?: Record<string, string>
}

export function atHome(piece: ReactNode, { server = homeServer, forSale, kept = {} }: Options = {}) {
  window.history.replaceState(null, '', '/')
  const { local: real, asked } = stage(server, { now: () => sampleNow })
  for (const [key, value] of Object.entries(kept)) real.env.localStorage?.setItem(key, value)
  const scope = { searched: 40, of: forSale ?? 0, asOf: sampleNow }
  /** Queries that this phone answered. */
  const counted: ListQuery[] = []
  const engine = {
    replica: { status: cell({ state: 'ready', ...scope }) },
    outsideChanges: cell(0),
    views: { read: () => Promise.resolve(undefined), notify: () => Promise.resolve() },
    drained: () => Promise.resolve(undefined),
    phone: {
      listings(query: ListQuery) {
        counted.push(query)
        return Promise.resolve({ value: answer(query), asOf: sampleNow, scope })
      },
    },
  } as unknown as Engine
  const local = forSale === undefined ? real : { ...real, engine: cell<Engine | undefined>(engine) }
  const view = render(<LocalProvider local={local}>{piece}</LocalProvider>)
  return { ...view, local, asked, counted }
}
