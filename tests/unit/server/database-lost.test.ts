import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { Database } from '../../../server/kernel/db/database.ts'
import { isDatabaseAway, meaningOf } from '../../../server/kernel/db/failures.ts'
import { openDb } from '../../../server/kernel/db/open.ts'

/** Answers a query, or fails. */
type Driver = (text: string, client: EventEmitter) => Promise<unknown>

/** Returns a database over the given driver; `released` collects the values with which its connections were released. */
function over(driver: Driver, handedOver = (_client: EventEmitter, _pool: EventEmitter) => {}) {
  const released: unknown[] = []
  const pool = new EventEmitter()
  const connect = async () => {
    const client = new EventEmitter()
    const query = (asked: string | { text: string }) =>
      driver(typeof asked === 'string' ? asked : asked.text, client)
    pool.emit('connect', client)
    handedOver(client, pool)
    return Object.assign(client, { query, release: (error?: Error) => released.push(error) })
  }
  const db = new Database({
    kind: 'postgres',
    pool: Object.assign(pool, { connect }) as unknown as Pool,
    close: async () => {},
  })
  return { db, released }
}

/** `pg` first reports the lost connection, then rejects with an error that has no code. */
const lost: Driver = async (_, client) => {
  const error = new Error('words that no code may rely on')
  client.emit('error', error)
  throw error
}
const done = async () => ({ command: 'SELECT', rows: [], rowCount: 0 })
const quiet = { info: () => {}, error: () => {} }
const unavailable = { code: 'unavailable', status: 503, retryAfter: 1 }
const statement = { text: 'select 1' }

test('A connection lost during a statement is "not available" and leaves the pool', async () => {
  const { db, released } = over(lost)
  await expect(db.run(statement)).rejects.toMatchObject(unavailable)
  expect(released).toEqual([expect.any(Error)])
})

test.each(['begin', 'select 1', 'commit'])(
  'A connection lost at the "%s" of a transaction is "not available"',
  async (fatal) => {
    const gone = new WeakSet<EventEmitter>()
    const { db, released } = over(async (text, client) => {
      // After the loss the driver refuses every query on this connection, also without a code.
      if (gone.has(client)) throw new Error('a sentence')
      if (text !== fatal) return done()
      gone.add(client)
      return lost(text, client)
    })
    await expect(db.tx((sql) => sql.run(statement))).rejects.toMatchObject(unavailable)
    expect(released).toEqual([expect.any(Error)])
  },
)

test('A connection that breaks while it is handed over is "not available"', async () => {
  const refuse = () => Promise.reject(new Error('a sentence'))
  const error = new Error('gone')
  const byItself = over(refuse, (client) => client.emit('error', error))
  const byThePool = over(refuse, (client, pool) => pool.emit('error', error, client))
  for (const { db, released } of [byItself, byThePool]) {
    await expect(db.run(statement)).rejects.toMatchObject(unavailable)
    await expect(db.tx((sql) => sql.run(statement))).rejects.toMatchObject(unavailable)
    expect(released).toEqual([error, error])
  }
})

/** Returns a message of PostgreSQL's protocol. */
function backendMessage(type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + body.length)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')])
}
const ready = backendMessage('Z', 'I')

test('A connection that breaks right after it was made is "not available"', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([backendMessage('R', '\0\0\0\0'), ready]))
      socket.once('data', () => {
        // A stopping database sends this message in the same packet as the reply to the settings of the connection.
        const end = backendMessage('E', 'SFATAL\0VFATAL\0C57P01\0Mthe end\0\0')
        socket.end(Buffer.concat([backendMessage('C', 'SET\0'), ready, end]))
      })
    })
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const db = await openDb({ dataDir: '.', databaseUrl: `postgres://m@127.0.0.1:${port}/m` }, quiet)
  await expect(db.run(statement)).rejects.toMatchObject(unavailable)
  await expect(db.tx((sql) => sql.run(statement))).rejects.toMatchObject(unavailable)
  await db.close()
  server.close()
})

test('A failure without a code on a living connection stays a bug', async () => {
  const bug = new TypeError('a bug')
  const { db, released } = over(() => Promise.reject(bug))
  await expect(db.run(statement)).rejects.toBe(bug)
  expect(released).toEqual([undefined])
})

test('No connection at all, whatever the driver says, is "not available"', async () => {
  const connect = () => Promise.reject(new Error('timeout exceeded'))
  const pool = Object.assign(new EventEmitter(), { connect }) as unknown as Pool
  const db = new Database({ kind: 'postgres', pool, close: async () => {} })
  await expect(db.run(statement)).rejects.toMatchObject(unavailable)
  await expect(db.tx((sql) => sql.run(statement))).rejects.toMatchObject(unavailable)
})

const codesOfAway =
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENETUNREACH EHOSTDOWN ETIMEDOUT 57P01 57P02 57P03 08000 08006 53300 25006 25P03'
test.each(codesOfAway.split(' '))('The code %s of a driver or a server means "not available"', (code) => {
  expect(meaningOf(Object.assign(new Error('a sentence'), { code }))).toMatchObject(unavailable)
})

test.each(['23505', '42703', '22P02', 'ENOENT', ''])('The code %j is no database that is away', (code) => {
  const error = Object.assign(new Error('a sentence'), { code })
  expect(meaningOf(error)).toBe(error)
  expect(meaningOf(new AppError('gone'))).toMatchObject({ code: 'gone' })
})

test('Only an unavailable database is tolerated as such, and no other error of ours', () => {
  expect(isDatabaseAway(Object.assign(new Error('a sentence'), { code: '57P01' }))).toBe(true)
  expect(isDatabaseAway(new AppError('unavailable'))).toBe(true)
  expect(isDatabaseAway(new AppError('validation_failed'))).toBe(false)
  expect(isDatabaseAway(new TypeError('a bug'))).toBe(false)
})
