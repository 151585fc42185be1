// Where the parts of a sitemap begin and end. Found by walking along the key, some thousand rows at a time, of which only
// the last key comes back: no part is looked for by counting, and nobody waits long for the walk.
import { ignoreExpected } from '#contract/values/expected.ts'
import { isDatabaseAway } from '../../../kernel/db/failures.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { sitemapSections, type SitemapSection } from './sections.ts'

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
    const found = await section.stretch(deps.db, after, step, now)
    if (!found) break
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

export interface Parts {
  /** All parts as they were at most a little more than an hour ago. */
  all: () => Promise<readonly Part[]>
}

/** Old ones serve while new ones are looked for; one walk at a time. */
export function walkedParts(deps: Pick<Deps, 'db' | 'now'>, limits: SitemapLimits): Parts {
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
  return {
    async all() {
      if (!known) return walked()
      const { at, parts } = known
      if (deps.now().getTime() - at < limits.believed) return parts
      walked().catch(ignoreExpected('walk-sitemap', isDatabaseAway))
      return parts
    },
  }
}
