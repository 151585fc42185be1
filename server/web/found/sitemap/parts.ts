import { ignoreExpected } from '#contract/values/expected.ts'
import { isDatabaseAway } from '../../../kernel/db/failures.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { z } from 'zod/mini'
import { articleAddress } from '#contract/heads/article-head.ts'
import { carAddress } from '#contract/heads/car-head.ts'
import { dealerAddress } from '#contract/heads/dealer-head.ts'
import { part, raw, type Sql, type SqlPart } from '../../../kernel/db/sql.ts'

/** Kind of things with a page each, in the order of a key that never changes. A position among them is a key, not a number. */
interface SitemapSection {
  name: 'cars' | 'dealers' | 'articles'
  table: string
  column: string
  changed: string
  where: (now: Date) => SqlPart
  address: (part: string) => string
}

/** Number of the next things after a key, the last of their keys, and the newest change. */
const stretchRow = z.object({ last: z.nullable(z.string()), n: z.int(), changed: z.nullable(z.date()) })
const pageRow = z.object({ key: z.string(), part: z.string(), changed: z.nullable(z.date()) })

const nextOf = ({ table, column, changed, where }: SitemapSection, after: string, now: Date) =>
  part`select id, ${raw(column)} as part, ${raw(changed)} as changed from ${raw(table)}
    where ${where(now)} and id > ${after}`

/** Returns the next things after a key, up to `until` when it is given. */
export async function rowsAfter(
  sql: Sql,
  section: SitemapSection,
  { after, until, most, now }: { after: string; until: string | undefined; most: number; now: Date },
): Promise<{ key: string; path: string; changed: Date | null }[]> {
  const last = until === undefined ? raw('') : part`and id <= ${until}`
  const rows = await sql.all(pageRow)`select id as key, part, changed
    from (${nextOf(section, after, now)} ${last} order by id limit ${most}) stretch order by id`
  return rows.map(({ part, ...row }) => ({ ...row, path: section.address(part) }))
}

export const sitemapSections: readonly SitemapSection[] = [
  {
    name: 'cars',
    table: 'cars',
    column: 'slug',
    changed: 'updated_at',
    where: () => raw(`status = 'active'`),
    address: carAddress,
  },
  // Only businesses are listed, no private sellers.
  {
    name: 'dealers',
    table: 'users',
    column: 'id',
    changed: 'null::timestamptz',
    where: () => raw(`suspended_at is null and (kind = 'dealer' or businessname <> '')`),
    address: dealerAddress,
  },
  {
    name: 'articles',
    table: 'blogs',
    column: 'slug',
    changed: 'updated_at',
    where: (now) => part`published_at <= ${now}`,
    address: articleAddress,
  },
]

// Finds where the parts of a sitemap begin and end. It walks along the key, one query per part, which returns only the last
// key. So no query counts rows from the start, and none takes long.

export interface Part {
  section: SitemapSection
  /** Key before the first thing of the part. */
  after: string
  /** Key of the last thing of the part. */
  until: string
  changed: Date | null
  count: number
}

export const sitemapLimits = {
  /** Addresses of a known part, and the maximum of any part; search engines accept 50,000. */
  part: 10_000,
  most: 50_000,
  /** Rows of one query while a part is written. */
  step: 2000,
  /** Milliseconds for which known parts are used. */
  believed: 3_600_000,
} as const
export type SitemapLimits = { [K in keyof typeof sitemapLimits]: number }

async function partsOf(
  section: SitemapSection,
  { db, now }: Pick<Deps, 'db' | 'now'>,
  limits: SitemapLimits,
): Promise<Part[]> {
  const parts: Part[] = []
  for (let after = ''; ;) {
    const found = await db.first(
      stretchRow,
    )`select max(id) as last, count(*)::int as n, max(changed) as changed
      from (${nextOf(section, after, now())} order by id limit ${limits.part}) stretch`
    if (!found || found.last === null) return parts
    parts.push({ section, after, until: found.last, changed: found.changed, count: found.n })
    if (found.n < limits.part) return parts
    after = found.last
  }
}

/**
 * Returns a function that gives all parts, at most a little more than an hour old. Outdated parts are served while a single
 * walk looks for new ones.
 */
export function walkedParts(
  deps: Pick<Deps, 'db' | 'now'>,
  limits: SitemapLimits,
): () => Promise<readonly Part[]> {
  let known: { at: number; parts: readonly Part[] } | undefined
  let walking: Promise<readonly Part[]> | undefined
  async function walk(): Promise<readonly Part[]> {
    const at = deps.now().getTime()
    const parts: Part[] = []
    for (const section of sitemapSections) parts.push(...(await partsOf(section, deps, limits)))
    known = { at, parts }
    return parts
  }
  const walked = (): Promise<readonly Part[]> => {
    walking ??= walk().finally(() => {
      walking = undefined
    })
    return walking
  }
  return async () => {
    if (!known) return walked()
    const { at, parts } = known
    if (deps.now().getTime() - at < limits.believed) return parts
    walked().catch(ignoreExpected('walk-sitemap', isDatabaseAway))
    return parts
  }
}
