import { Dexie } from 'dexie'
import { basePath, headers } from '#contract/http.ts'
import { openOwn } from '../../src/local/database/dexie.ts'
import { browserEnv, createLocalApp } from '../../src/local/index.ts'
import { enqueue } from '../../src/local/outbox/enqueue.ts'

/** Code that runs in the page: the local-first core as the app uses it, and the plain loop for comparison. */
declare global {
  interface Window {
    bench: typeof bench
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
let signal = true
const env = browserEnv('bench')
const app = createLocalApp({
  ...env,
  fetch: (url, init) => (signal ? env.fetch(url, init) : Promise.reject(new TypeError('Failed to fetch'))),
})

function must(result: { ok: boolean; error?: Error }) {
  if (!result.ok) throw result.error ?? new Error('Not saved')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Returns the milliseconds of each transaction that saves two rows with Dexie alone, with the same durability. */
async function plainTransactions(count: number): Promise<number[]> {
  const db = new Dexie('bench-plain', { chromeTransactionDurability: 'strict' })
  db.version(1).stores({ rows: 'id', meta: 'k' })
  await db.open()
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    times.push(
      await timed(() =>
        db.transaction('rw', ['rows', 'meta'], async () => {
          await db.table('meta').put({ k: 'seq', v: n })
          await db.table('rows').put({ id: `row-${n}`, payload: { carId: `car-${n}`, want: 'yes' } })
        }),
      ),
    )
  }
  db.close()
  await Dexie.delete('bench-plain')
  return times
}

/** Opens a separate database, so that no other code uses it. */
async function aside() {
  const store = await openOwn('u_bench', { indexedDB, keyRange: IDBKeyRange, timers: env })
  if (!store) throw new Error('The database did not open')
  return store
}

const bench = {
  /**
   * Returns the milliseconds of each write until it is durable, of each write until the screens show it, and of plain
   * transactions, in turns.
   */
  async enqueue(carIds: string[]): Promise<{ kept: number[]; ours: number[]; plain: number[] }> {
    signal = false
    const engine = await app.load()
    const kept: number[] = []
    const ours: number[] = []
    const plain: number[] = []
    const store = await aside()
    for (const [n, carId] of carIds.entries()) {
      const id = `${carId}-${n}-${Math.random()}`
      const wish = {
        id,
        kind: 'fav.set' as const,
        payload: { carId, want: 'yes' as const },
        now: Date.now(),
        appVersion: 'bench',
      }
      kept.push(await timed(() => enqueue(store, wish)))
      ours.push(await timed(async () => must(await engine.put('fav.set', { carId, want: 'yes' }))))
      plain.push(...(await plainTransactions(1)))
    }
    store.close()
    return { kept, ours, plain }
  },
  async queue(carIds: string[], want: 'yes' | 'no'): Promise<number> {
    signal = false
    const engine = await app.load()
    for (const carId of carIds) must(await engine.put('fav.set', { carId, want }))
    await engine.drained()
    return (await engine.views.read()).outbox.filter((entry) => entry.state !== 'done').length
  },
  /** Returns the milliseconds from the return of the signal to the last acknowledgement. */
  async drain(): Promise<number> {
    const engine = await app.load()
    const start = performance.now()
    signal = true
    app.kick('online')
    for (;;) {
      await engine.drained()
      const open = (await engine.views.read()).outbox.filter((entry) => entry.state !== 'done')
      if (open.length === 0) return performance.now() - start
      await wait(20)
    }
  },
  /** Runs the same writes as a plain loop of `fetch`, one after another, without storing anything. */
  async bare(carIds: string[], want: 'yes' | 'no', round: string): Promise<number> {
    const token = sessionStorage.getItem('authentication-token') ?? ''
    const start = performance.now()
    for (const [n, carId] of carIds.entries()) {
      const answer = await fetch(`${basePath}cars/like-dislike-car`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          [headers.idempotencyKey]: `"${round}-${n}.0"`,
          [headers.device]: `bare-${round}`,
        },
        body: JSON.stringify({ car_id: carId, want, seq: n + 1 }),
      })
      await answer.json()
    }
    return performance.now() - start
  },
}
window.bench = bench
