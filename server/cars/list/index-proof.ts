// What the database knows of index files.
import { changesOne, countOf, truthOf } from '../../kernel/db/lists.ts'
import { raw, type Sql } from '../../kernel/db/sql.ts'
import type { IndexHead } from './index-file.ts'

/** Days after which a file that was not written again counts no more; what left the index is remembered as long. */
const lasts = 60

const schemaVersion = raw('select coalesce(max(version), 0)::int as n from schema_migrations')
/** How many migrations the database has had: cars are not read from one of another form. */
export const schemaOf = (sql: Sql): Promise<number> => countOf(sql)`${schemaVersion}`

/**
 * Proves a file, whose cars are all committed and read by now. False when the database is not the one any more that
 * they were read from: it was restarted since, or is another history.
 */
export async function prove(
  sql: Sql,
  { token, epoch, mark }: { token: string; epoch: string; mark: string },
): Promise<boolean> {
  return changesOne(sql)`insert into list_index_files (token)
    select ${token} from feed_state where epoch = ${epoch} and feed_mark() = ${mark}`
}

/** Forgets a file that is replaced, and those that nobody can have any more. */
export async function forget(sql: Sql, token: string): Promise<void> {
  await sql.exec`delete from list_index_files where token = ${token}
    or written_at < now() - make_interval(days => ${lasts})`
}

/**
 * Whether the database holds everything that was in it when a file was written, and still knows what changed since.
 *
 * The row of the file was committed after everything in the file. So where the row is, all of that is, too, whatever
 * was lost or restored; and no number of a transaction below it is given again.
 */
export async function isProven(sql: Sql, { token, epoch, schema, picture }: IndexHead): Promise<boolean> {
  return truthOf(sql)`select s.epoch = ${epoch}
      and exists (select 1 from list_index_files where token = ${token})
      and (s.forgotten = '0' or s.forgotten < pg_snapshot_xmin(${picture}::pg_snapshot))
      and ${schema} = (${schemaVersion}) as proven
    from feed_state s`
}
