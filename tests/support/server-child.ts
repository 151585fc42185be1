// A server process for tests: it prints its origin, writes e-mails to a folder, and dies at a given point. These points are
// defined only here, not in the server.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from '../../server/app.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import { type Db, type Sql, sqlForms, type Statement } from '../../server/kernel/db/sql.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { mintId } from '../../server/kernel/ids.ts'
import { startMailer } from '../../server/kernel/mail/mailer.ts'
import { testConfig } from './api.ts'

/** Point of a keyed write at which the process dies. */
export type Death = 'claimed' | 'effect' | 'answer-kept' | 'committed'

async function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

/** Wraps the database so that the process dies during the first write with a key, or the first payment. */
function dying(db: Db, death: Death): Db {
  let keyed = false
  const spy = (sql: Sql): Sql => {
    const around = async <T>({ name }: Statement, run: () => Promise<T>): Promise<T> => {
      const ends = name === 'idempotency-keep' || name === 'orders-pay'
      if (ends && death === 'effect') return die()
      const result = await run()
      keyed ||= name === 'idempotency-claim' || name === 'orders-pay'
      if (name === 'idempotency-claim' && death === 'claimed') return die()
      if (name === 'idempotency-keep' && death === 'answer-kept') return die()
      return result
    }
    const asked: Pick<Sql, 'rows' | 'row' | 'run'> = {
      rows: (row, s) => around(s, () => sql.rows(row, s)),
      row: (row, s) => around(s, () => sql.row(row, s)),
      run: (s) => around(s, () => sql.run(s)),
    }
    return {
      ...asked,
      ...sqlForms(asked),
      notify: (topic, payload) => sql.notify(topic, payload),
    }
  }
  return {
    kind: db.kind,
    get writes() {
      return db.writes
    },
    rows: (row, s) => db.rows(row, s),
    row: (row, s) => db.row(row, s),
    run: (s) => db.run(s),
    ...sqlForms(db),
    notify: (topic, payload) => db.notify(topic, payload),
    listen: (topic, listener) => db.listen(topic, listener),
    close: () => db.close(),
    tx: async (work) => {
      const result = await db.tx((sql) => work(spy(sql)))
      return keyed && death === 'committed' ? die() : result
    },
  }
}

const { DATA_DIR = '', DATABASE_URL, DEATH } = process.env
const log = { info: () => {}, warn: () => {}, error: () => {} }
const payfast = Object.entries(process.env).filter(([name]) => name.startsWith('PAYFAST_'))
const config = testConfig({
  DATA_DIR,
  ...(Object.fromEntries(payfast) as Record<string, string>),
  ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
})
const opened = await openDb(config, log, { refuseNested: true })
const db = DEATH === undefined ? opened : dying(opened, DEATH as Death)
const deps: Deps = { config, db, now: () => new Date(), newId: () => mintId(), log: false }
const app = await buildApp(deps, { limits: false, checkReplies: true })

const box = join(DATA_DIR, 'letters')
mkdirSync(box, { recursive: true })
const carry = async ({ dedup_key }: { dedup_key: string }): Promise<void> =>
  writeFileSync(join(box, `${dedup_key}.${process.pid}`), '')
startMailer(deps, { send: carry }, log, 50)
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
