import { expect } from 'vitest'
import type { OutboxItem } from '../../src/local/database/records.ts'
import { save } from './acts.ts'
import { heal } from './heal.ts'
import { newWorld } from './history.ts'
import { broken } from './laws.ts'
import type { Outcome } from './network.ts'
import { screen, type Wanted } from './wishes.ts'
import { people, type Context, type Mutant, type World } from './world.ts'

/** Directed histories: the same world, controlled by a test. Ann is signed in and has loaded her ad `anns` and her profile. */
export interface Stage {
  world: World
  tab: Context
  other: Context
  worker: Context
  wish: (wanted: Wanted, tab?: Context) => Promise<string>
  /** Runs a whole round of one context; its requests get these outcomes in turn, then `ok`. */
  round: (context?: Context, faults?: readonly Outcome[], partition?: string) => Promise<void>
  /** Runs a context until its next request is about to leave. */
  toSend: (context?: Context, partition?: string) => Promise<void>
  /** Runs one step of one context. */
  step: (context: Context, outcome?: Outcome) => Promise<boolean>
  item: (id: string) => Promise<OutboxItem | undefined>
  effects: (id: string) => number
  requests: (id: string) => number
  /** Ends all faults and expects that no law is broken. */
  end: () => Promise<void>
}

export async function stage(mutant?: Mutant): Promise<Stage> {
  const world = await newWorld(mutant)
  const [tab, other, worker] = world.contexts
  const here = () => world.present()
  const step = (context: Context, outcome?: Outcome) => world.stepOf(context, outcome)
  const waitsToSend = (context: Context) => context.gates.some((gate) => gate.what === 'send')
  return {
    world,
    tab,
    other,
    worker,
    step,
    wish: async (wanted, from = tab) => (await save(world, from, wanted)) ?? '',
    round: (context = tab, faults = [], partition = here()) => world.round(context, partition, faults),
    async toSend(context = tab, partition = here()) {
      await world.start(context, partition)
      while (!waitsToSend(context) && (await step(context))) {
        // Runs until a request is about to leave.
      }
    },
    item: async (id) => {
      for (const partition of world.stores.keys()) {
        const found = (await world.items(partition)).find((item) => item.id === id)
        if (found) return found
      }
      return undefined
    },
    effects: (id) => world.server.effects.filter((effect) => effect.itemId === id).length,
    requests: (id) => world.server.requests.filter((request) => request.item.id === id).length,
    end: async () => {
      await heal(world)
      expect(await broken(world)).toEqual([])
    },
  }
}

// Complete wishes of people.

export const heart = (carId: string, on: 'yes' | 'no'): Wanted => ({
  kind: 'fav.set',
  payload: { carId, want: on },
  says: { on },
})
export const enquiry = (message: string): Wanted => ({
  kind: 'enquiry.send',
  payload: { carId: 'c1', carTitle: '', name: 'Ann', email: 'ann@example.com', message },
})
export const newAd = (adId: string, title = 'Mini'): Wanted => ({
  kind: 'ad.create',
  payload: { adId, title, ad: { title, price: '1', carfeatures: [], images: [] }, imageIds: [] },
  says: { title },
})
/** Returns the change of an ad, based on what the screen shows at that moment. */
export async function change(on: Stage, adId: string, says: Record<string, unknown>): Promise<Wanted> {
  const shown = (await screen(on.world, on.world.present(), 'old')).get(`car:${adId}`)
  const base = { version: shown?.version ?? 0, snapshot: shown?.fields ?? {} }
  return { kind: 'ad.edit', payload: { adId, title: '', patch: says }, base, says }
}
export const drop = (adId: string): Wanted => ({ kind: 'ad.delete', payload: { adId, title: '' } })
export const contact = (message: string, words: object): Wanted => ({
  kind: 'contact.send',
  payload: { fullname: 'Ann', email: 'ann@example.com', message, ...words },
})
export const [ann, ben] = people
