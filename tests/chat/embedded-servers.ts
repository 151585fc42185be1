import { buildApp } from '../../server/app.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import type { Db } from '../../server/kernel/db/sql.ts'
import { mintId } from '../../server/kernel/ids.ts'
import { freshDataDir, testConfig } from '../support/api.ts'
import { findPrograms, startCluster } from '../support/cluster.ts'
import { addReference } from '../support/motorkin.ts'
import { place } from '../support/processes.ts'
import type { EmbeddedServers } from './embedded-world.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const seed = (db: Db) => db.tx(addReference)

/** Starts one server in this process, with the embedded database and real sockets; `through` may wrap the database. */
export async function oneServer(through: (db: Db) => Db = (db) => db): Promise<EmbeddedServers> {
  const { dir, remove } = await freshDataDir()
  const db = through(await openDb({ dataDir: dir, databaseUrl: undefined }, quiet))
  await seed(db)
  const deps = {
    config: testConfig({ DATA_DIR: dir }),
    db,
    now: () => new Date(),
    newId: () => mintId(),
    log: false as const,
  }
  const app = await buildApp(deps, { limits: false, checkReplies: true })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    origins: [origin],
    look: (work) => work(db),
    stop: async () => {
      const closed = app.close()
      // Phones keep their connections open for a minute otherwise.
      app.server.closeAllConnections()
      await closed
      await db.close()
      remove()
    },
  }
}

/** PostgreSQL programs to start a server for the two processes, unless `TEST_DATABASE_URL` names a server. */
export const postgresPrograms = findPrograms()

/** Starts two server processes over one PostgreSQL database. */
export async function twoProcesses(): Promise<EmbeddedServers> {
  const given = process.env['TEST_DATABASE_URL']
  const cluster =
    given === undefined && postgresPrograms !== undefined ? await startCluster(postgresPrograms) : undefined
  const there = await place(seed, {}, given ?? cluster?.url)
  const processes = await Promise.all([there.start(), there.start()])
  // One connection serves all people while the place is in use.
  let leave: () => void = () => undefined
  const left = new Promise<void>((done) => {
    leave = done
  })
  let looking: Promise<void> = Promise.resolve()
  const db = await new Promise<Db>((found) => {
    looking = there.look(async (opened) => {
      found(opened)
      await left
    })
  })
  return {
    origins: processes.map(({ origin }) => origin),
    look: (work) => work(db),
    stop: async () => {
      leave()
      await looking
      await there.remove()
      await cluster?.remove()
    },
  }
}
