import type { Query } from '@tanstack/react-query'
import { fill, slim, type GivenRead } from '#contract/first-view.ts'
import type { LocalApp } from '../bootstrap/app.ts'
import type { Sourced } from './read-result.ts'
import { createQueries, type Queries } from './provider.tsx'

/** Maximum number of drawings, and of reads that depend on each other. */
const mostRounds = 4

const isMissing = ({ queryKey, state, options }: Query) =>
  queryKey[0] === 'net' &&
  state.status === 'pending' &&
  // The option of the observer, which the types of a query do not include.
  (options as { enabled?: unknown }).enabled !== false

/**
 * Draws until no read is missing: after each drawing the reads that its screens requested are loaded in parallel. Returns
 * undefined when one of them failed.
 */
export async function drawFrom<T>(
  local: LocalApp,
  draw: (queries: Queries) => Promise<T>,
): Promise<{ drawn: T; reads: GivenRead[] } | undefined> {
  const queries = createQueries(local)
  const { queries: defaults } = queries.getDefaultOptions()
  queries.setDefaultOptions({ queries: { ...defaults, retry: false } })
  try {
    for (let round = 0; round < mostRounds; round++) {
      const drawn = await draw(queries)
      const all = queries.getQueryCache().getAll()
      if (all.some(({ state }) => state.status === 'error')) return undefined
      const missing = all.filter(isMissing)
      if (missing.length === 0) return { drawn, reads: readsIn(all) }
      await Promise.allSettled(missing.map((query) => query.fetch()))
      for (const { queryKey, state } of missing) {
        const { value, asOf } = (state.data ?? {}) as Partial<Sourced<unknown>>
        // The page is given only the reduced value and must draw the same from it.
        if (state.status === 'success')
          queries.setQueryData(queryKey, { value: fill(slim(value)), asOf, source: 'given' })
      }
    }
    return undefined
  } finally {
    queries.clear()
  }
}

function readsIn(all: readonly Query[]): GivenRead[] {
  return all.flatMap(({ queryKey: [kind, ...key], state }) => {
    const data = state.data as Sourced<unknown> | undefined
    return kind === 'net' && data ? [{ key, value: slim(data.value), asOf: data.asOf }] : []
  })
}
