// What the database knows of index files.
import { changesOne, countOf, truthOf } from '../../kernel/db/lists.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { IndexHead } from './index-file.ts'

/** Days after which a file that was not written again counts no more; what left the index is remembered as long. */
const lasts = 60

/** How many migrations the database has had: cars are not read from one of another form. */
export const schemaOf = (sql: Sql): Promise<number> => countOf(sql, { text: schemaVersion })
const schemaVersion = 'select coalesce(max(version), 0)::int as n from schema_migrations'

/**
 * Proves a file, whose cars are all committed and read by now. False when the database is not the one any more that
 * they were read from: it was restarted since, or is another history.
 */
export async function prove(
  sql: Sql,
  { token, epoch, mark }: { token: string; epoch: string; mark: string },
): Promise<boolean> {
  return changesOne(sql, {
    text: `insert into list_index_files (token)
      select $1 from feed_state where epoch = $2 and feed_mark() = $3`,
    values: [token, epoch, mark],
  })
}

/** Forgets a file that is replaced, and those that nobody can have any more. */
export async function forget(sql: Sql, token: string): Promise<void> {
  await sql.run({
    text: `delete from list_index_files where token = $1 or written_at < now() - make_interval(days => $2)`,
    values: [token, lasts],
  })
}

/**
 * Whether the database holds everything that was in it when a file was written, and still knows what changed since.
 *
 * The row of the file was committed after everything in the file. So where the row is, all of that is, too, whatever
 * was lost or restored; and no number of a transaction below it is given again.
 */
export async function isProven(sql: Sql, { token, epoch, schema, picture }: IndexHead): Promise<boolean> {
  return truthOf(sql, {
    text: `select s.epoch = $2 and exists (select 1 from list_index_files where token = $1)
        and (s.forgotten = '0' or s.forgotten < pg_snapshot_xmin($4::pg_snapshot))
        and $3 = (${schemaVersion}) as proven
      from feed_state s`,
    values: [token, epoch, schema, picture],
  })
}
