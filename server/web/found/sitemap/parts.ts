import { ignoreExpected } from '#contract/values/expected.ts'
import { isDatabaseAway } from '../../../kernel/db/failures.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { z } from 'zod/mini'
import { articleAddress } from '#contract/heads/article-head.ts'
import { carAddress } from '#contract/heads/car-head.ts'
import { dealerAddress } from '#contract/heads/dealer-head.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

/** Things with a page each, in the order of a key that never changes: a place in it is a key, not a number. */
interface SitemapSection {
  name: 'cars' | 'dealers' | 'articles'
  table: string
  part: string
  changed: string
  /** Names `$3`, which is now. */
  where: string
  address: (part: string) => string
}

const stretchRow = z.object({ last: z.nullable(z.string()), n: z.int(), changed: z.nullable(z.date()) })
const pageRow = z.object({ key: z.string(), part: z.string(), changed: z.nullable(z.date()) })

const nextOf = ({ table, part, changed, where }: SitemapSection): string =>
  `select id, ${part} as part, ${changed} as changed from ${table} where ${where} and id > $1`

/** How many of the next things after a key there are, the last of them, and the newest change. */
const stretchOf = (sql: Sql, section: SitemapSection, after: string, most: number, now: Date) =>
  sql.row(stretchRow, {
    text: `select max(id) as last, count(*)::int as n, max(changed) as changed
      from (${nextOf(section)} order by id limit $2) stretch`,
    values: [after, most, now],
  })

/** The next things after a key, up to `until` where it is given. */
export async function rowsAfter(
  sql: Sql,
  section: SitemapSection,
  { after, until, most, now }: { after: string; until: string | undefined; most: number; now: Date },
): Promise<{ key: string; path: string; changed: Date | null }[]> {
  const rows = await sql.rows(pageRow, {
    name: 'sitemap-rows',
    text: `select id as key, part, changed from (${nextOf(section)} and ($4::text is null or id <= $4) order by id limit $2) stretch
      order by id`,
    values: [after, most, now, until ?? null],
  })
  return rows.map(({ part, ...row }) => ({ ...row, path: section.address(part) }))
}

export const sitemapSections: readonly SitemapSection[] = [
  {
    name: 'cars',
    table: 'cars',
    part: 'slug',
    changed: 'updated_at',
    where: `status = 'active' and $3::timestamptz is not null`,
    address: carAddress,
  },
  // Who sells as a business; people who sell a car of their own are in no list.
  {
    name: 'dealers',
    table: 'users',
    part: 'id',
    changed: 'null::timestamptz',
    where: `suspended_at is null and (kind = 'dealer' or businessname <> '') and $3::timestamptz is not null`,
    address: dealerAddress,
  },
  {
    name: 'articles',
    table: 'blogs',
    part: 'slug',
    changed: 'updated_at',
    where: 'published_at <= $3',
    address: articleAddress,
  },
]

// Where the parts of a sitemap begin and end. Found by walking along the key, some thousand rows at a time, of which only
// the last key comes back: no part is looked for by counting, and nobody waits long for the walk.

export interface Part {
  section: SitemapSection
  /** It holds what comes after this key … */
  after: string
  /** … up to this one. */
  until: string
  changed: Date | null
  count: number
}

export const sitemapLimits = {
  /** Addresses of one part; search engines take 50,000. */
  part: 40_000,
  most: 50_000,
  /** Rows of one step. */
  step: 2000,
  /** Milliseconds that a sitemap is believed for. */
  believed: 3_600_000,
} as const
export type SitemapLimits = { [K in keyof typeof sitemapLimits]: number }

async function partsOf(
  section: SitemapSection,
  deps: Pick<Deps, 'db' | 'now'>,
  limits: SitemapLimits,
): Promise<Part[]> {
  const now = deps.now()
  const parts: Part[] = []
  let open: Part | undefined
  let after = ''
  for (;;) {
    const step = Math.min(limits.step, limits.part - (open?.count ?? 0))
    const found = await stretchOf(deps.db, section, after, step, now)
    if (!found || found.last === null) break
    const changed = [open?.changed, found.changed]
      .filter((d) => d != null)
      .sort((a, b) => b.getTime() - a.getTime())[0]
    open = {
      section,
      after: open?.after ?? after,
      until: found.last,
      changed: changed ?? null,
      count: (open?.count ?? 0) + found.n,
    }
    after = found.last
    if (open.count >= limits.part) {
      parts.push(open)
      open = undefined
    }
    if (found.n < step) break
  }
  return open ? [...parts, open] : parts
}

/** All parts as they were at most a little more than an hour ago. Old ones serve while new ones are looked for; one walk at a time. */
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
