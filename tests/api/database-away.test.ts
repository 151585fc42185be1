import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { buildApp } from '../../server/app.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { Database } from '../../server/kernel/db/database.ts'
import { openEmbedded } from '../../server/kernel/db/embedded.ts'
import { migrate } from '../../server/kernel/db/migrate.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import type { Db } from '../../server/kernel/db/sql.ts'
import { mintId } from '../../server/kernel/ids.ts'
import { freshDataDir, testConfig } from '../support/api.ts'
import { newCar } from '../support/cars.ts'
import { startCluster } from '../support/cluster.ts'
import { furnish } from '../support/motorkin.ts'
import { contactForm } from '../support/writes.ts'

/** A real PostgreSQL that the test kills, with `npm run test:pg`; else the thread of the embedded database. */
interface Mortal {
  db: Db
  dir: string
  /** Number of kills; the thread takes seconds to restart. */
  kills: number
  kill: () => Promise<unknown>
  restart: () => Promise<unknown>
  remove: () => Promise<unknown>
}

const quiet = { info: () => {}, error: () => {} }

async function mortalPostgres(programs: string): Promise<Mortal> {
  const cluster = await startCluster(programs)
  const { dir, remove } = await freshDataDir()
  const db = await openDb({ dataDir: dir, databaseUrl: cluster.url }, quiet)
  await migrate(db)
  const end = async () => {
    await db.close()
    await cluster.remove()
    remove()
  }
  return { db, dir, kills: 3, kill: cluster.kill, restart: cluster.restart, remove: end }
}

async function mortalThread(): Promise<Mortal> {
  const { dir, remove } = await freshDataDir()
  const worker = new URL('../support/dying-worker.ts', import.meta.url)
  const { pool, end } = await openEmbedded(`${dir}/db`, { onError: () => {}, worker })
  const close = async () => {
    await pool.end()
    await end()
    remove()
  }
  const db = new Database({ kind: 'embedded', pool, close })
  // The thread ends in the middle of this call's transaction; the next statement starts another thread.
  const kill = () => ask(write('storm-killer', 'drop dead'))
  return { db, dir, kills: 1, kill, restart: async () => {}, remove: () => db.close() }
}

let mortal: Mortal
let app: FastifyInstance
let token = ''
beforeAll(async () => {
  const programs = process.env['TEST_POSTGRES_PROGRAMS']
  mortal = await (programs === undefined ? mortalThread() : mortalPostgres(programs))
  const { db, dir } = mortal
  const [user] = await furnish(db, [newCar(1), newCar(2)])
  // Lists are read from the database, not from memory.
  const config = testConfig({ DATA_DIR: dir, LIST_INDEX_MAX_CARS: '0' })
  const deps = { config, db, now: () => new Date(), newId: () => mintId(), log: false }
  if (user) token = await issueToken(user, deps, 3600)
  app = await buildApp(deps, { limits: false, checkReplies: true })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await mortal.remove()
})

/** Each writer has a device and an address of its own, because the server limits the forms of each. */
const places: string[] = []
function placeOf(ref: string): string {
  if (!places.includes(ref)) places.push(ref)
  const place = places.indexOf(ref)
  return `10.0.${place >> 8}.${place % 256}`
}
interface AwayCall {
  method: 'POST' | 'GET'
  url: string
  payload?: object
  headers?: Record<string, string>
  remoteAddress?: string
}
const write = (ref: string, message = contactForm.message): AwayCall => ({
  method: 'POST',
  url: '/api/v1/contact_us/save-contact-us-email',
  payload: { ...contactForm, message, client_ref: ref },
  headers: { 'idempotency-key': `"${ref}"`, 'x-device': ref },
  remoteAddress: placeOf(ref),
})
const sha256 = 'ab'.repeat(32)
const reads: AwayCall[] = [
  { method: 'POST', url: '/api/v1/cars/get-car-list', payload: {} },
  { method: 'GET', url: '/api/v1/sync/catalogue' },
  { method: 'GET', url: '/api/v1/cars/get-single-car/car-1' },
  { method: 'GET', url: '/api/v1/sync/receipt/nothing' },
  { method: 'GET', url: '/readyz' },
]
const personal = (): AwayCall[] => [
  { method: 'GET', url: '/api/v1/sync/drafts/since/0', headers: { authorization: `Bearer ${token}` } },
  {
    method: 'POST',
    url: '/api/v1/uploads',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': `sha256 ${Buffer.from(sha256).toString('base64')}`,
    },
  },
]

const heard = new Map<number, number>()
const wrong = new Set<string>()

/** Sends a call, and records a response that is neither a success nor a 503 with `Retry-After`. */
async function ask(call: AwayCall): Promise<number> {
  const { statusCode, headers, body } = await app.inject(call)
  heard.set(statusCode, (heard.get(statusCode) ?? 0) + 1)
  const fine = [200, 201].includes(statusCode) || (statusCode === 503 && headers['retry-after'] !== undefined)
  if (!fine) wrong.add(`${call.url} ${statusCode} ${body}`)
  return statusCode
}

test('Calls during a database failure get 503, and repeated writes happen once [R-ERR-03 I2]', async () => {
  const refs: string[] = []
  let going = true
  const phone = async (n: number) => {
    for (let i = 0; going; i += 1) {
      const ref = `storm-${n}-${i}`
      refs.push(ref)
      await ask(write(ref))
      for (const call of [...reads, ...personal()]) await ask(call)
      await pause(20)
    }
  }
  const phones = Array.from({ length: 6 }, (_, n) => phone(n))
  const answers = (status: number) => heard.get(status) ?? 0
  /** Waits for one more response with this status. */
  const answeredAgain = async (status: number, before = answers(status)) => {
    await expect.poll(() => answers(status), { timeout: 60_000 }).toBeGreaterThan(before)
  }
  for (let round = 0; round < mortal.kills; round += 1) {
    await answeredAgain(200)
    const before = answers(503)
    await mortal.kill()
    await answeredAgain(503, before)
    await mortal.restart()
    await answeredAgain(200)
  }
  going = false
  await Promise.all(phones)
  expect([...wrong]).toEqual([])
  expect(heard.get(503)).toBeGreaterThan(0)

  for (const ref of refs) expect(await ask(write(ref))).toBe(200)
  const text = "select count(*)::int as n from contact_messages where client_ref like 'storm-%'"
  expect(await mortal.db.row(z.object({ n: z.int() }), { text })).toEqual({ n: refs.length })
})
