import type { Page } from 'playwright-core'
import { queryOf, readListingUrl } from '#catalogue'
import type { CarPage } from '#contract/cars.ts'
import type { ListQuery } from '#contract/list-query.ts'
import { openDb } from '../../../server/kernel/db/open.ts'
import type { Db } from '../../../server/kernel/db/sql.ts'
import type { LocalApp } from '../../../src/local/index.ts'
import type { Cached, ReplicaStatus } from '../../../src/local/cache/cached.ts'
import { until } from '../browser.ts'
import type { Scene } from './scene.ts'

/** Catalogue replica of a phone as its app reports it, and the server's response to the same query. */
interface Inside extends Window {
  motorkin?: () => LocalApp | undefined
  motorkinHere?: () => Promise<LocalApp | undefined>
}
export const feed = /sync\/catalogue/

export const status = (page: Page): Promise<ReplicaStatus | undefined> =>
  page.evaluate(() => (window as Inside).motorkin?.()?.engine.get()?.replica.status.get())
/** Refreshes the replica as pull to refresh does. */
export const refresh = (page: Page): Promise<boolean | undefined> =>
  page.evaluate(async () => (await (await (window as Inside).motorkinHere?.())?.load())?.replica.refresh())
/** Returns the response of this phone without the network. */
export const here = (page: Page, query: ListQuery): Promise<Cached<CarPage> | undefined> =>
  page.evaluate(
    async (q) => (await (await (window as Inside).motorkinHere?.())?.load())?.phone.listings(q),
    query,
  )
export const ready = (page: Page) =>
  until('the market is on the phone', async () => (await status(page))?.state === 'ready', 120_000)

export const queryAt = (address: string): ListQuery =>
  queryOf(readListingUrl(new URLSearchParams(address)), true)
export async function asked({ server }: Scene, query: ListQuery): Promise<CarPage> {
  const reply = await fetch(`${server.origin}/api/v1/cars/get-car-list`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(query),
  })
  return (await reply.json()) as CarPage
}

/** Runs work on the server's database while the server is stopped, because only one process may open it. */
export async function inDatabase({ server }: Scene, work: (db: Db) => Promise<unknown>): Promise<void> {
  await server.kill()
  const db = await openDb(
    { dataDir: server.data, databaseUrl: undefined },
    { info: () => {}, error: () => {} },
  )
  await work(db)
  await db.close()
  await server.restart()
}

/** Gives the server a new epoch, as if it replaced the one that phones have followed. */
export const renewEpoch = (scene: Scene): Promise<void> =>
  inDatabase(scene, (db) => db.run({ text: 'update feed_state set epoch = gen_random_uuid()::text' }))
