// Does for the embedded database what the background processes of a PostgreSQL server do. Without it the log grows without
// limit, a start after a crash replays all of it, and tables and query plans degrade.
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { repeat } from '../semaphore.ts'

interface MaintenanceLimits {
  /** Bytes of log since the last checkpoint that cause a checkpoint; a start after a crash replays them. */
  walBytes: number
  /** Milliseconds between two checkpoints while there are writes. */
  checkpointEvery: number
  /** Milliseconds between two checks. */
  look: number
}
/**
 * Usual limits. All queries wait for a checkpoint, so checkpoints are rare. Each one also makes the log longer, because the
 * first change of a page after it writes the whole page to the log. A start after a crash replays this much in less than a
 * second.
 */
const usual: MaintenanceLimits = { walBytes: 64 * 1024 * 1024, checkpointEvery: 5 * 60_000, look: 3000 }
/** Bytes that a checkpoint itself writes to the log. */
const leftByCheckpoint = 1024

const walSinceCheckpoint = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`

// Thresholds of autovacuum: dead rows, new rows (for the visibility map), changed rows (for the planner). Indexes are cleaned
// when two rows in a hundred are dead, which is PostgreSQL's own rule.
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
  /** Whether so many rows are dead that their index entries are removed too. */
  dead: boolean
  vacuum: boolean
  /** Whether a tenth (`changed`) or nine tenths (`other`) of the rows have changed since the last `analyze`. */
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

  /** Checks the tables and the log, and does the maintenance that is due. */
  const look = async () => {
    // PostgreSQL updates its counts only now and then; this statement requests the current ones.
    await pool.query('select pg_stat_force_next_flush()')
    const { rows: tables } = await pool.query<Table>(tablesDue)
    const vacuumed: string[] = []
    const analyzed: string[] = []
    // Each statement holds the only connection and all queries wait for it, so the statements are few and short. Without many
    // dead rows the indexes are not cleaned. Between `vacuum` and `analyze` other queries run.
    for (const { name, dead, vacuum, changed, other, writes } of tables) {
      if (vacuum) {
        await pool.query(`vacuum (index_cleanup ${dead ? 'auto' : 'off'}) ${name}`)
        // Until the pending list of a GIN index is merged into the index, each search reads all of it.
        if (!dead) await pool.query(sortedIn, [name])
        vacuumed.push(name)
      }
      // A growing table is analyzed when nine tenths of its rows are new, and once more when its writes stop.
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
    /** Ends the checks and makes a last checkpoint, so that the next start has nothing to replay. */
    stop: async () => {
      await looks.stop()
      await pool.query('checkpoint')
    },
  }
}
