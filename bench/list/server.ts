import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { mountList } from '../../server/cars/list/list-routes.ts'
import type { ListService } from '../../server/cars/list/list-service.ts'
import { baseApp } from '../../server/kernel/base-app.ts'
import { readConfig } from '../../server/kernel/config.ts'
import type { Db } from '../../server/kernel/db/sql.ts'

export const listPath = '/api/v1/cars/get-car-list'

export interface Stand {
  app: FastifyInstance
  port: number
  list: ListService
}

/** Returns the memory for cards and responses in MB, large enough for all cars at 1.2 KB each. */
const roomFor = (cars: number) => Math.min(4000, Math.max(512, Math.round(cars / 500)))

/** Starts a server with only the list. */
export async function stand(db: Db, cars: number, { fromMemory = true } = {}): Promise<Stand> {
  const given = { AUTH_SECRET: 'x'.repeat(40), DEMO: '1', LOG_LEVEL: 'silent' }
  const limits = {
    LIST_CACHE_MB: String(roomFor(cars)),
    LIST_INDEX_MAX_CARS: fromMemory ? '10000000' : '0',
  }
  const result = readConfig({ ...given, ...limits })
  if (!result.ok) throw new Error(result.problems.join('\n'))
  const deps = { config: result.config, db, now: () => new Date(), newId: () => '', log: false }
  const { app } = await baseApp(deps, { limits: true, checkReplies: false })
  const list = mountList(app, deps, { checkReplies: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { app, port, list }
}

/** Returns the resident memory of this process in MB. */
export const held = () => process.memoryUsage().rss / 2 ** 20

/** Waits for the index and its cards, and prints the times. */
export async function warm({ list }: Stand): Promise<void> {
  const pauses = monitorEventLoopDelay({ resolution: 1 })
  pauses.enable()
  const begun = performance.now()
  const before = held()
  while (!list.live.fresh) await pause(20)
  pauses.disable()
  const took = (performance.now() - begun) / 1000
  await list.live.stocked
  const stocked = (performance.now() - begun) / 1000
  console.log(
    `warm after ${took.toFixed(1)} s, cards read after ${stocked.toFixed(1)} s, ${(held() - before).toFixed(0)} MB more; longest pause ${(pauses.max / 1e6).toFixed(0)} ms, 99 of 100 below ${(pauses.percentile(99) / 1e6).toFixed(0)} ms`,
  )
}
