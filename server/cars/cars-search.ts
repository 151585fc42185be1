import { z } from 'zod/mini'
import { facetGroups, rank, type FilterAspect, type Search } from '#catalogue'
import { priceSlices, type CarCard, type Facets } from '#contract/cars.ts'
import { priceRange } from '#contract/limits.ts'
import { countOf, truthOf } from '../kernel/db/lists.ts'
import { inSql, part, raw, type Sql } from '../kernel/db/sql.ts'
import { cardAt, cardColumns, cardFromRow, cardRow, likedColumn } from './cars-cards.ts'
import { expanded, type ExpandedFilter, narrows, orderOf, scoreOf, whereOf } from './cars-where.ts'

/**
 * Returns one page, the total, the number of cars that answer each wish and, if requested, the facets: exactly the results of
 * `search` and `facetsOf` of the catalogue.
 */
export async function findCars(sql: Sql, search: Search, o: { user: string | undefined; facets: boolean }) {
  const filter = await settledIn(sql, await expanded(sql, search.filter))
  const counted = o.facets ? await countFacets(sql, filter) : undefined
  const total = counted?.total ?? (await countCars(sql, filter))
  const beyond = (search.page - 1) * search.limit >= total
  const wishes = await countWishes(sql, filter)
  const cars = beyond ? [] : await readPage(sql, search, filter, o.user)
  return { cars, total, wishes, facets: counted?.facets }
}

/** Does what `settled` of the catalogue does, with a database query. */
async function settledIn(sql: Sql, filter: ExpandedFilter): Promise<ExpandedFilter> {
  const wished = (how: 'required' | 'ranked') => ({ ...filter, filter: { ...filter.filter, wished: how } })
  if (filter.filter.wished !== 'required-if-any') return filter
  const ask = inSql((statement) => truthOf(sql, { ...statement, once: true }))
  const some = await ask`select exists (select 1 from cars where ${whereOf(wished('required'))}) as some`
  return wished(some ? 'required' : 'ranked')
}

async function countWishes(sql: Sql, filter: ExpandedFilter): Promise<number[]> {
  const counts: number[] = []
  for (const any of filter.wishes) {
    counts.push(await countCars(sql, { ...filter, tokens: [...filter.tokens, any] }))
  }
  return counts
}

function countCars(sql: Sql, filter: ExpandedFilter): Promise<number> {
  const ask = inSql((statement) => countOf(sql, { ...statement, name: 'cars-count', once: true }))
  return ask`select count(*)::int as n from cars where ${whereOf(filter)}`
}

/** Selects the ids first and the rows after: a deep page scans the narrow index and reads only the rows it shows. */
async function readPage(
  sql: Sql,
  search: Search,
  filter: ExpandedFilter,
  user: string | undefined,
): Promise<CarCard[]> {
  const where = whereOf(filter)
  const isWished = filter.wishes.length > 0
  // Without any condition this is the most frequent list, so it gets a prepared statement.
  const once = where.given.length > 0 || isWished
  const order = orderOf(search.sort)
  const score = isWished ? part`, ${scoreOf(filter)} as score` : raw('')
  const first = raw(isWished ? 'score desc, ' : '')
  const ask = inSql((statement) => sql.rows(cardRow, { ...statement, name: 'cars-page', once }))
  const rows = await ask`select ${raw(cardColumns)}, ${likedColumn(user)}
    from (select id${score} from cars where ${where} order by ${first}${raw(order)}
      limit ${search.limit} offset ${(search.page - 1) * search.limit}) page
    join cars c on c.id = page.id
    order by ${first}${raw(orderOfCars(order))}`
  return rows.map(cardFromRow).map(cardAt)
}

const orderOfCars = (order: string) => order.replaceAll(/(^|, )/g, '$1c.')

/** A facet group; its names are names of columns. */
type Group = (typeof facetGroups)[number]
const slice = `least(${priceSlices - 1}, floor(price * ${priceSlices} / ${priceRange.max}))::int as slice`
/** Counts `n` by value and column; null in the columns of other groups. */
const groupRow = z.catchall(z.object({ n: z.int() }), z.nullable(z.union([z.string(), z.int()])))
type GroupRow = z.output<typeof groupRow>

/**
 * Counts the facets. One pass counts every group whose own filter is not set, because these groups see the same cars. A group
 * with its own filter needs a pass without that filter.
 */
async function countFacets(
  sql: Sql,
  filter: ExpandedFilter,
): Promise<{ facets: Facets; total: number | undefined }> {
  const open = facetGroups.filter((g) => !narrows(filter.filter, g.aspect))
  const rows: GroupRow[] = []
  if (open.length > 0) rows.push(...(await countGroups(sql, filter, open)))
  const total = open[0] && sum(rows, open[0])
  for (const group of facetGroups) {
    if (!open.includes(group)) rows.push(...(await countGroups(sql, filter, [group], group.aspect)))
  }
  return { facets: facetsFrom(rows), total }
}

function countGroups(sql: Sql, filter: ExpandedFilter, counted: readonly Group[], except?: FilterAspect) {
  const columns = counted.flatMap((g) => g.names)
  const read = columns.map((c) => (c === 'slice' ? slice : c)).join(', ')
  const sets = counted.map((g) => `(${g.names.join(', ')})`).join(', ')
  const ask = inSql((statement) => sql.rows(groupRow, { ...statement, name: 'cars-facets', once: true }))
  return ask`select ${raw(columns.join(', '))}, count(*)::int as n
    from (select ${raw(read)} from cars where ${whereOf(filter, except)}) c
    group by grouping sets (${raw(sets)})`
}

const sum = (rows: readonly GroupRow[], { names }: Group) =>
  rows.reduce((total, row) => total + (row[names[0] ?? ''] == null ? 0 : row.n), 0)

function facetsFrom(rows: readonly GroupRow[]): Facets {
  const counts = (...columns: readonly string[]) => {
    const found = new Map<string, number>()
    for (const row of rows) {
      const values = columns.map((column) => row[column])
      if (values[0] == null) continue
      const name = values.join('/')
      found.set(name, (found.get(name) ?? 0) + row.n)
    }
    return rank(found)
  }
  const price = Array.from({ length: priceSlices }, () => 0)
  for (const { slice: at, n } of rows) if (at != null) price[Number(at)] = n
  return {
    make: counts('make'),
    model: counts('make', 'model'),
    bodytype: counts('bodytype'),
    year: counts('year'),
    fueltype: counts('fueltype'),
    transmission: counts('transmission'),
    province: counts('province'),
    city: counts('province', 'city'),
    price,
  }
}
