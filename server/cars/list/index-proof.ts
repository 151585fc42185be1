// Database records that prove index files.
import { changesOne, countOf, truthOf } from '../../kernel/db/lists.ts'
import { raw, type Sql } from '../../kernel/db/sql.ts'
import type { IndexHead } from './index-file.ts'

/** Days after which the proof of a file that was not written again is deleted. The feed stores removed cars for as long. */
const lasts = 60

const schemaVersion = raw('select coalesce(max(version), 0)::int as n from schema_migrations')
/** Returns the number of migrations of the database: a file with another schema is not used. */
export const schemaOf = (sql: Sql): Promise<number> => countOf(sql)`${schemaVersion}`

/**
 * Proves a file whose cars were all committed before. Returns false when the database was restarted since the cars were read, or
 * has another history.
 */
export async function prove(
  sql: Sql,
  { token, epoch, mark }: { token: string; epoch: string; mark: string },
): Promise<boolean> {
  return changesOne(sql)`insert into list_index_files (token)
    select ${token} from feed_state where epoch = ${epoch} and feed_mark() = ${mark}`
}

/** Deletes the proof of a file that was replaced, and expired proofs. */
export async function forget(sql: Sql, token: string): Promise<void> {
  await sql.exec`delete from list_index_files where token = ${token}
    or written_at < now() - make_interval(days => ${lasts})`
}

/**
 * Returns whether the database still contains everything that the file was made from, and still knows all changes since.
 * The row of the file was committed after everything in the file. So a database with the row has all of it, whatever was lost or
 * restored, and it does not assign any lower transaction number again.
 */
export async function isProven(sql: Sql, { token, epoch, schema, picture }: IndexHead): Promise<boolean> {
  return truthOf(sql)`select s.epoch = ${epoch}
      and exists (select 1 from list_index_files where token = ${token})
      and (s.forgotten = '0' or s.forgotten < pg_snapshot_xmin(${picture}::pg_snapshot))
      and ${schema} = (${schemaVersion}) as proven
    from feed_state s`
}
