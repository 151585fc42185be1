// Helpers for common statements: a number, a boolean, ids, one row, and a page of a list with its total.
import { z } from 'zod/mini'
import { type InSql, inSql, part, raw, type Sql, type SqlPart, type Statement } from './sql.ts'

/** Returns SQL for a text without accents and capitals, as `fold` makes it. */
export const folded = (text: string): string =>
  `lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`

/**
 * Returns SQL that is true when `text` contains all words of `search`. `same` normalises both sides; by default it ignores
 * letter case.
 */
export function hasWords(
  search: string | undefined,
  text: string,
  same = (words: string) => `lower(${words})`,
): SqlPart {
  const words = (search ?? '').split(/\s+/).filter((word) => word !== '')
  const found = raw(`position(${same('w')} in ${same(text)})`)
  return part`not exists (select 1 from unnest(${words}::text[]) w where ${found} = 0)`
}

/** Returns SQL that is true when a timestamp is more than `days` days before now, which is `$1` of the statement. */
export const isPast = (column: string, days = 0): string =>
  `${column} < $1::timestamptz - interval '${days} days'`

/** Schema of a timestamp column; gives the ISO text that replies contain. */
export const instantColumn = z.pipe(
  z.date(),
  z.transform((at) => at.toISOString()),
)
/** Row that a call returns after an insert: the id and the time of creation. */
export const takenRow = z.object({ _id: z.string(), created_at: instantColumn })
export type TakenRow = z.output<typeof takenRow>
/** Schema of a timestamp in JSON that a statement makes. */
export const instantInJson = z.pipe(
  z.string(),
  z.transform((at) => new Date(at).toISOString()),
)

/** Helper that takes a `Statement` or an SQL template. */
interface Ask<T> {
  (sql: Sql): InSql<T>
  (sql: Sql, statement: Statement): Promise<T>
}
const asking = <T>(run: (sql: Sql, statement: Statement) => Promise<T>): Ask<T> =>
  ((sql: Sql, statement?: Statement) =>
    statement ? run(sql, statement) : inSql((one) => run(sql, one))) as Ask<T>

const counted = z.object({ n: z.int() })
/** Returns the column `n` of a statement's first row; 0 when there is no row. */
export const countOf = asking(async (sql, statement) => (await sql.row(counted, statement))?.n ?? 0)

const truth = z.record(z.string(), z.boolean())
/** Returns the only column of a statement's first row; false when there is no row. */
export const truthOf = asking(
  async (sql, statement) => Object.values((await sql.row(truth, statement)) ?? {})[0] ?? false,
)

const idRow = z.object({ id: z.string() })
/** Returns the column `id` of all rows of a statement. */
export const idsOf = asking(async (sql, statement) => (await sql.rows(idRow, statement)).map(({ id }) => id))

/** Returns whether a statement changed exactly one row. */
export const changesOne = asking(async (sql, statement) => (await sql.run(statement)) === 1)

/**
 * Inserts one row. The property names are the column names; undefined becomes null. Returns false when the clause `conflict`
 * skips a row that exists already.
 */
export const insertRow = (sql: Sql, table: string, row: object, conflict = ''): Promise<boolean> =>
  changesOne(sql, insertion(table, row, conflict))

function insertion(table: string, row: object, conflict: string): Statement {
  const names = Object.keys(row)
  const places = names.map((_, i) => `$${i + 1}`)
  return {
    text: `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) ${conflict}`,
    values: Object.values(row),
  }
}

const pairs = (row: object, between: string, before = 0): string =>
  Object.keys(row)
    .map((name, i) => `${name} = $${before + i + 1}`)
    .join(between)

/** Updates the one row whose columns equal `of` with the columns of `row`; returns false when no row matches. */
export function changeRow(sql: Sql, table: string, of: object, row: object): Promise<boolean> {
  const before = Object.keys(row).length
  return changesOne(sql, {
    text: `update ${table} set ${pairs(row, ', ')} where ${pairs(of, ' and ', before)}`,
    values: [...Object.values(row), ...Object.values(of)],
  })
}

/** Returns the column names of a row schema, separated by commas. */
export const columnsOf = (row: z.ZodMiniObject): string => Object.keys(row.shape).join(', ')

/** Returns the one row whose columns equal `of`. `hold` locks it until the transaction ends. */
export function findRow<Row extends z.ZodMiniObject>(
  sql: Sql,
  table: string,
  row: Row,
  of: object,
  hold: '' | 'for update' | 'for no key update' | 'for share' = '',
): Promise<z.output<Row> | undefined> {
  const text = `select ${columnsOf(row)} from ${table} where ${pairs(of, ' and ')} ${hold}`
  return sql.row(row, { text, values: Object.values(of) })
}

/**
 * Inserts a row as `insertRow` does, and returns its id and creation time. The clause `conflict` must update a row that
 * exists already.
 */
export async function takeRow(sql: Sql, table: string, row: object, conflict: string): Promise<TakenRow> {
  const taken = await sql.row(takenRow, insertion(table, row, `${conflict} returning id as _id, created_at`))
  if (!taken) throw new Error('A row is not there after it was written.')
  return taken
}

export interface PageQuery {
  page: number
  limit: number
  search?: string | undefined
}
export interface RowPage<T> {
  data: T[]
  totalCount: number
}

/**
 * Returns a page of the rows that `from` finds, and their total. `counted` replaces `from` for the total when it has to read
 * less.
 */
export async function pageOf<T extends z.ZodMiniType>(
  sql: Sql,
  row: T,
  { page, limit }: PageQuery,
  q: { columns: string | SqlPart; from: SqlPart; order: string; counted?: SqlPart },
): Promise<RowPage<z.output<T>>> {
  const columns = typeof q.columns === 'string' ? raw(q.columns) : q.columns
  const data = await sql.all(row)`select ${columns} ${q.from} order by ${raw(q.order)}
    limit ${limit} offset ${(page - 1) * limit}`
  return { data, totalCount: await countOf(sql)`select count(*)::int as n ${q.counted ?? q.from}` }
}
