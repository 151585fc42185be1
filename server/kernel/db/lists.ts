// What most statements are asked for: a number, a truth, ids, and a page of a list with how many there are in all.
import { z } from 'zod/mini'
import { type InSql, inSql, part, raw, type Sql, type SqlPart, type Statement } from './sql.ts'

/** SQL: a text without accents and capitals, as `fold` makes it. */
export const folded = (text: string): string =>
  `lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`

/** `text` has all words of `search` somewhere, whatever their letter case, or what else `same` makes equal. */
export function hasWords(
  search: string | undefined,
  text: string,
  same = (words: string) => `lower(${words})`,
): SqlPart {
  const words = (search ?? '').split(/\s+/).filter((word) => word !== '')
  const found = raw(`position(${same('w')} in ${same(text)})`)
  return part`not exists (select 1 from unnest(${words}::text[]) w where ${found} = 0)`
}

/** SQL: the instant of a column is so many days ago, in a statement whose `$1` is now. */
export const isPast = (column: string, days = 0): string =>
  `${column} < $1::timestamptz - interval '${days} days'`

/** A column with an instant, as answers carry it. */
export const instantColumn = z.pipe(
  z.date(),
  z.transform((at) => at.toISOString()),
)
/** What a call that takes something answers: its id, and since when it is there. */
export const takenRow = z.object({ _id: z.string(), created_at: instantColumn })
export type TakenRow = z.output<typeof takenRow>
/** An instant in JSON that a statement makes. */
export const instantInJson = z.pipe(
  z.string(),
  z.transform((at) => new Date(at).toISOString()),
)

/** Asked with a statement, or in SQL. */
interface Ask<T> {
  (sql: Sql): InSql<T>
  (sql: Sql, statement: Statement): Promise<T>
}
const asking = <T>(run: (sql: Sql, statement: Statement) => Promise<T>): Ask<T> =>
  ((sql: Sql, statement?: Statement) =>
    statement ? run(sql, statement) : inSql((one) => run(sql, one))) as Ask<T>

const counted = z.object({ n: z.int() })
/** The number that a statement answers as `n`. */
export const countOf = asking(async (sql, statement) => (await sql.row(counted, statement))?.n ?? 0)

const truth = z.record(z.string(), z.boolean())
/** The only column of a statement's first row; false when it has none. */
export const truthOf = asking(
  async (sql, statement) => Object.values((await sql.row(truth, statement)) ?? {})[0] ?? false,
)

const idRow = z.object({ id: z.string() })
/** What a statement answers as `id`. */
export const idsOf = asking(async (sql, statement) => (await sql.rows(idRow, statement)).map(({ id }) => id))

/** Whether a statement changes the one row that it is about. */
export const changesOne = asking(async (sql, statement) => (await sql.run(statement)) === 1)

/**
 * Adds one row, whose names are those of its columns; what is undefined is null. False when `conflict` lets it be because
 * it is there already.
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

/** Writes `row` over the columns of the one row in which those of `of` are so; false when there is none. */
export function changeRow(sql: Sql, table: string, of: object, row: object): Promise<boolean> {
  const before = Object.keys(row).length
  return changesOne(sql, {
    text: `update ${table} set ${pairs(row, ', ')} where ${pairs(of, ' and ', before)}`,
    values: [...Object.values(row), ...Object.values(of)],
  })
}

/** The names of a row's columns. */
export const columnsOf = (row: z.ZodMiniObject): string => Object.keys(row.shape).join(', ')

/** The one row in which the columns of `of` are so; with `hold` nobody else changes it until the transaction ends. */
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

/** As `insertRow`, of what a call takes in; `conflict` writes over the row that is there. */
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

/** A page of what `from` finds, and how many that is in all; `counted` where less has to be read for the number. */
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
