import { unpackCars } from '#contract/sync/feed-pack.ts'
import { feedRoute, type FeedCar, type FeedPage } from '#contract/sync/feed.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { pathOf } from '#contract/http.ts'
import { expect } from 'vitest'
import { z } from 'zod/mini'
import type { Db } from '../../server/kernel/db/sql.ts'
import type { TestServer } from './api.ts'

export type FeedAsked = Partial<Record<'cursor' | 'limit' | 'window' | 'floor', string | number>>
type App = Pick<TestServer['app'], 'inject'>

export const feedAddress = (asked: FeedAsked = {}) =>
  `${pathOf(feedRoute)}?${new URLSearchParams(Object.entries(asked).map(([k, v]) => [k, String(v)]))}`

/** Requests one page and checks the response against the contract. */
export async function askFeed(app: App, asked: FeedAsked = {}, headers: Record<string, string> = {}) {
  const response = await app.inject({ url: feedAddress(asked), headers })
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: response.rawPayload.length,
    get page(): FeedPage {
      return feedRoute.reply.parse(response.json()).data
    },
    get error(): ErrorBody {
      return response.json<ErrorBody>()
    },
  }
}

export function carsOf(page: FeedPage): FeedCar[] {
  const cars = unpackCars(page.dict, page.upserts)
  if (!cars) throw new Error('The columns of the page do not fit together.')
  return cars
}

const held = z.object({ n: z.int() })

/**
 * Resolves when the feed serves everything that was committed: an open transaction in any database of a PostgreSQL server
 * delays the feed, and other test files have transactions there.
 */
export async function untilServed(db: Db): Promise<void> {
  const text = `select count(*)::int as n from feed where tx >= pg_snapshot_xmin(pg_current_snapshot())`
  await expect.poll(async () => (await db.row(held, { text }))?.n).toBe(0)
}

/** Minimal phone: it applies the pages of the server in order. */
export class PlainPhone {
  cars = new Map<string, FeedCar>()
  cursor: string | undefined
  floor: string | undefined
  resyncs = 0
  #fresh: Map<string, FeedCar> | undefined
  readonly #app: App
  readonly #asked: FeedAsked

  constructor(app: App, asked: FeedAsked = {}) {
    this.#app = app
    this.#asked = asked
  }

  /** Pulls one page; returns whether there is more. */
  async pull(): Promise<boolean> {
    const { cursor, floor } = this
    const { status, ...answer } = await askFeed(this.#app, {
      ...this.#asked,
      ...(cursor !== undefined && { cursor }),
      ...(floor !== undefined && { floor }),
    }).then((a) => ({ status: a.status, page: a.status === 200 ? a.page : undefined, error: a }))
    if (!answer.page) {
      if (status !== 410 || cursor === undefined) throw new Error(`The feed answered ${status}.`)
      this.cursor = this.floor = this.#fresh = undefined
      return true
    }
    const { page } = answer
    const onto = page.full ? (this.#fresh ??= new Map()) : this.cars
    for (const car of carsOf(page)) onto.set(car._id, car)
    for (const id of [...page.deletes, ...page.outside]) onto.delete(id)
    this.cursor = page.cursor
    this.floor = page.floor ?? undefined
    if (page.full && !page.more && this.#fresh) {
      this.cars = this.#fresh
      this.#fresh = undefined
      this.resyncs += 1
      return true
    }
    return page.more
  }

  async follow(): Promise<this> {
    while (await this.pull());
    return this
  }

  ids(): string[] {
    return [...this.cars.keys()].sort()
  }
}

const sold = z.object({ id: z.string(), created: z.date() })

/** Returns the ids of the cars for sale from the table of cars. */
export async function forSale(db: Db, floor?: string): Promise<string[]> {
  const rows = await db.rows(sold, {
    text: `select id, created_at as created from cars where status = 'active'`,
  })
  const from = floor === undefined ? -Infinity : Date.parse(floor)
  return rows
    .filter(({ created }) => created.getTime() >= from)
    .map(({ id }) => id)
    .sort()
}
