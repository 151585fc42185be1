// Does for the embedded database what a server's background processes do: without it the log grows without end,
// a start after a crash replays all of it, and tables and plans go stale.
import type { Pool } from 'pg'

export interface HouseLimits {
  /** Bytes of log that would have to be replayed after a crash. */
  walBytes: number
  /** Milliseconds after which anything written gets its checkpoint. */
  checkpointEvery: number
  /** Milliseconds between two looks. */
  look: number
}
/** Checkpoints are small and often while much is written, since all questions wait for one. */
const usual: HouseLimits = { walBytes: 16 * 1024 * 1024, checkpointEvery: 5 * 60_000, look: 3000 }
/** What a checkpoint itself leaves behind it in the log. */
const leftByCheckpoint = 1024

export interface HouseLog {
  info: (o: object, text: string) => void
  error: (o: object, text: string) => void
}
export interface Chores {
  checkpoint: boolean
  vacuumed: string[]
}

const walSinceCheckpoint = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`

// Indexes are cleaned from two dead rows in a hundred on, as PostgreSQL itself decides.
// The thresholds of autovacuum: dead rows, new rows (for the visibility map), changed rows (for the planner).
const tablesDue = `
  select format('%I.%I', s.schemaname, s.relname) as name,
    s.n_dead_tup > 50 + 0.02 * greatest(c.reltuples, 0) as dead
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
     or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
  order by s.relname`

const sortedIn = `
  select gin_clean_pending_list(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
  join pg_am a on a.oid = c.relam where a.amname = 'gin' and i.indrelid = $1::regclass`

export interface Housekeeping {
  /** Looks, and does what is due. */
  look(): Promise<Chores>
  /** No more looks; one last checkpoint, so that the next start has nothing to replay. */
  stop(): Promise<void>
}

export function keepHouse(
  pool: Pick<Pool, 'query'>,
  log: HouseLog,
  now: () => number,
  o: Partial<HouseLimits> = {},
): Housekeeping {
  const limits = { ...usual, ...o }
  let lastCheckpoint = now()
  let running: Promise<unknown> | undefined

  const look = async (): Promise<Chores> => {
    // Counts are handed over now and then only; this asks for the ones of just now.
    await pool.query('select pg_stat_force_next_flush()')
    const { rows: due } = await pool.query<{ name: string; dead: boolean }>(tablesDue)
    const vacuumed = due.map(({ name }) => name)
    // Each statement holds the one connection and all questions wait for it, so every one is as short as it can be: without
    // many dead rows the indexes are left alone, and vacuum and analyze are two, between which others are answered.
    for (const { name, dead } of due) {
      await pool.query(`vacuum (index_cleanup ${dead ? 'auto' : 'off'}) ${name}`)
      // What waits to be sorted into an index of words is read whole by each search until it is.
      if (!dead) await pool.query(sortedIn, [name])
      await pool.query(`analyze ${name}`)
    }

    const { rows: wal } = await pool.query<{ bytes: number }>(walSinceCheckpoint)
    const bytes = wal[0]?.bytes ?? 0
    const old = now() - lastCheckpoint >= limits.checkpointEvery
    const checkpoint = bytes > limits.walBytes || (old && bytes > leftByCheckpoint)
    if (checkpoint) await pool.query('checkpoint')
    if (checkpoint || old) lastCheckpoint = now()
    if (checkpoint || vacuumed.length > 0) log.info({ bytes, checkpoint, vacuumed }, 'database maintained')
    return { checkpoint, vacuumed }
  }

  const timer = setInterval(() => {
    running ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'database maintenance failed'))
      .finally(() => {
        running = undefined
      })
  }, limits.look)
  timer.unref()

  return {
    look,
    stop: async () => {
      clearInterval(timer)
      await running
      await pool.query('checkpoint')
    },
  }
}
