import { z } from 'zod/mini'
import { articleAddress } from '#contract/heads/article-head.ts'
import { carAddress } from '#contract/heads/car-head.ts'
import { dealerAddress } from '#contract/heads/dealer-head.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

/** Things with a page each, in the order of a key that never changes: a place in it is a key, not a number. */
export interface SitemapSection {
  name: 'cars' | 'dealers' | 'articles'
  /** How many of the next things after a key there are, the last of them, and the newest change. */
  stretch: (sql: Sql, after: string, most: number, now: Date) => Promise<Stretch | undefined>
  /** The next things after a key, up to `until` where it is given. */
  rows: (sql: Sql, o: Wanted) => Promise<SitemapRow[]>
}
export interface Stretch {
  last: string
  n: number
  changed: Date | null
}
export interface Wanted {
  after: string
  until: string | undefined
  most: number
  now: Date
}
export interface SitemapRow {
  key: string
  path: string
  changed: Date | null
}

const stretchRow = z.object({ last: z.nullable(z.string()), n: z.int(), changed: z.nullable(z.date()) })
const pageRow = z.object({ key: z.string(), part: z.string(), changed: z.nullable(z.date()) })

interface Source {
  table: string
  part: string
  changed: string
  /** Names `$3`, which is now. */
  where: string
  address: (part: string) => string
}

function sectionOf(
  name: SitemapSection['name'],
  { table, part, changed, where, address }: Source,
): SitemapSection {
  const next = `select id, ${part} as part, ${changed} as changed from ${table} where ${where} and id > $1`
  return {
    name,
    async stretch(sql, after, most, now) {
      const row = await sql.row(stretchRow, {
        text: `select max(id) as last, count(*)::int as n, max(changed) as changed
          from (${next} order by id limit $2) stretch`,
        values: [after, most, now],
      })
      return row && row.last !== null ? { ...row, last: row.last } : undefined
    },
    async rows(sql, { after, until, most, now }) {
      const found = await sql.rows(pageRow, {
        name: 'sitemap-rows',
        text: `select id as key, part, changed from (${next} and ($4::text is null or id <= $4) order by id limit $2) stretch
          order by id`,
        values: [after, most, now, until ?? null],
      })
      return found.map((row) => ({ key: row.key, path: address(row.part), changed: row.changed }))
    },
  }
}

export const sitemapSections: readonly SitemapSection[] = [
  sectionOf('cars', {
    table: 'cars',
    part: 'slug',
    changed: 'updated_at',
    where: `status = 'active' and $3::timestamptz is not null`,
    address: carAddress,
  }),
  // Who sells as a business; people who sell a car of their own are in no list.
  sectionOf('dealers', {
    table: 'users',
    part: 'id',
    changed: 'null::timestamptz',
    where: `suspended_at is null and (kind = 'dealer' or businessname <> '') and $3::timestamptz is not null`,
    address: dealerAddress,
  }),
  sectionOf('articles', {
    table: 'blogs',
    part: 'slug',
    changed: 'updated_at',
    where: 'published_at <= $3',
    address: articleAddress,
  }),
]
