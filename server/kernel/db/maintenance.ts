// Does for the embedded database what a server's background processes do: without it the log grows without end,
// a start after a crash replays all of it, and tables and plans go stale.
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { repeat } from '../semaphore.ts'

interface MaintenanceLimits {
  /** Bytes of log that would have to be replayed after a crash. */
  walBytes: number
  /** Milliseconds after which anything written gets its checkpoint. */
  checkpointEvery: number
  /** Milliseconds between two looks. */
  look: number
}
/**
 * All questions wait for a checkpoint, so there are few: each makes the log longer as well, since a page goes into it whole at
 * its first change after one. A start after a crash replays this much in less than a second.
 */
const usual: MaintenanceLimits = { walBytes: 64 * 1024 * 1024, checkpointEvery: 5 * 60_000, look: 3000 }
/** What a checkpoint itself leaves behind it in the log. */
const leftByCheckpoint = 1024

const walSinceCheckpoint = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`

// Indexes are cleaned from two dead rows in a hundred on, as PostgreSQL itself decides.
// The thresholds of autovacuum: dead rows, new rows (for the visibility map), changed rows (for the planner).
const tablesDue = `
  select format('%I.%I', s.schemaname, s.relname) as name,
    s.n_dead_tup > 50 + 0.02 * greatest(c.reltuples, 0) as dead,
    s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
      or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0) as vacuum,
    s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0) as changed,
    s.n_mod_since_analyze > 1000 + 0.9 * greatest(c.reltuples, 0) as other,
    s.n_tup_ins + s.n_tup_upd + s.n_tup_del as writes
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  order by s.relname`

interface Table {
  name: string
  /** So many dead rows that indexes are cleaned of them. */
  dead: boolean
  vacuum: boolean
  /** The planner knows an older table: by a tenth, by nine tenths. */
  changed: boolean
  other: boolean
  writes: number
}

const sortedIn = `
  select gin_clean_pending_list(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
  join pg_am a on a.oid = c.relam where a.amname = 'gin' and i.indrelid = $1::regclass`

export function startMaintenance(
  pool: Pick<Pool, 'query'>,
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
  now: () => number,
  o: Partial<MaintenanceLimits> = {},
) {
  const limits = { ...usual, ...o }
  let lastCheckpoint = now()
  const writesBefore = new Map<string, number>()

  /** Looks, and does what is due. */
  const look = async () => {
    // Counts are handed over now and then only; this asks for the ones of just now.
    await pool.query('select pg_stat_force_next_flush()')
    const { rows: tables } = await pool.query<Table>(tablesDue)
    const vacuumed: string[] = []
    const analyzed: string[] = []
    // Each statement holds the one connection and all questions wait for it, so there are few and each is as short as it can
    // be: without many dead rows the indexes are left alone, and between vacuum and analyze others are answered.
    for (const { name, dead, vacuum, changed, other, writes } of tables) {
      if (vacuum) {
        await pool.query(`vacuum (index_cleanup ${dead ? 'auto' : 'off'}) ${name}`)
        // What waits to be sorted into an index of words is read whole by each search until it is.
        if (!dead) await pool.query(sortedIn, [name])
        vacuumed.push(name)
      }
      // A table that grows is read for the planner when nine tenths of it are new, and in the end.
      if (other || (changed && writesBefore.get(name) === writes)) {
        await pool.query(`analyze ${name}`)
        analyzed.push(name)
      }
      writesBefore.set(name, writes)
    }

    const { rows: wal } = await pool.query<{ bytes: number }>(walSinceCheckpoint)
    const bytes = wal[0]?.bytes ?? 0
    const old = now() - lastCheckpoint >= limits.checkpointEvery
    const checkpoint = bytes > limits.walBytes || (old && bytes > leftByCheckpoint)
    if (checkpoint) await pool.query('checkpoint')
    if (checkpoint || old) lastCheckpoint = now()
    if (checkpoint || vacuumed.length + analyzed.length > 0)
      log.info({ bytes, checkpoint, vacuumed, analyzed }, 'database maintained')
    return { checkpoint, vacuumed, analyzed }
  }

  const looks = repeat(look, limits.look, log, 'database maintenance failed')
  return {
    look,
    /** No more looks; one last checkpoint, so that the next start has nothing to replay. */
    stop: async () => {
      await looks.stop()
      await pool.query('checkpoint')
    },
  }
}
