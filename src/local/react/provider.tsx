import { QueryClient, QueryClientProvider, type Query } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { AppError, errorRules } from '#contract/errors.ts'
import { fill } from '#contract/first-view.ts'
import type { LocalApp } from '../bootstrap/app.ts'
import { onReconnect } from '../sync/reachability.ts'
import { LocalContext, useReadable } from './context.ts'
import type { LiveViews as Views } from './live-views.tsx'

export type { LocalApp }
export type Queries = QueryClient

/**
 * Follows the database; comes with the store half, never before it. Where it cannot be had, news of other tabs waits
 * for the next start; that must not cost the screen.
 */
const LiveViews = lazy(() =>
  import('./live-views.tsx').then(
    (part) => ({ default: part.LiveViews }),
    () => ({ default: Nothing }),
  ),
)
const Nothing: typeof Views = () => null

const mostRetries = 2
/** Milliseconds. */
const freshFor = 30_000

/** Decides when reads are refreshed; the network's state is ours to judge, so it never pauses by itself. */
export function createQueries(local: LocalApp): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: freshFor,
        gcTime: 5 * 60_000,
        retry: (count, error) =>
          count < mostRetries &&
          error instanceof AppError &&
          errorRules[error.code].action === 'retry' &&
          local.connection.get().state !== 'offline',
        retryDelay: (count) => 1000 * 2 ** count,
      },
    },
  })
  // Fresh until the page is at rest, however old: nothing is fetched while the drawn page is taken over.
  for (const { key, value, asOf } of local.given?.reads ?? [])
    queries.setQueryData(['net', ...key], { value: fill(value), asOf, source: 'given' })
  return queries
}

/** What a drawn page was given is as old as it says, whenever the page itself came. */
function refreshGiven(local: LocalApp, queries: QueryClient): () => void {
  return local.onRest(() => {
    const { given } = local
    if (!given) return
    local.reads.keepGiven(given.reads)
    void queries.invalidateQueries({
      predicate: ({ queryKey, state }) => {
        const data = state.data as { source?: string; asOf?: number } | undefined
        // A car is requested in any case: the answer counts who looks at it, which a drawing cannot know. So are makes, which
        // a drawing has without their models.
        const isOldEnough =
          queryKey[1] === 'car' ||
          queryKey[1] === 'brands' ||
          local.serverNow() - (data?.asOf ?? 0) > freshFor
        return data?.source === 'given' && isOldEnough
      },
    })
  })
}

/** Longest wait for the outbox before reads are refreshed on reconnect (S32). */
const patience = 5000

const isOld = (query: Query): boolean =>
  query.state.status === 'error' ||
  query.isStale() ||
  (query.state.data as { source?: string } | undefined)?.source === 'phone'

/**
 * Once the server answers again, what failed or grew old on screen is fetched, after what waits was sent. What is being
 * fetched already, since the person came back to the page, is fetched again only where it may be older than what was sent.
 */
function refreshOnReconnect(local: LocalApp, queries: QueryClient): () => void {
  return onReconnect(local.connection, () => {
    const cancelRefetch = local.views.get().outbox.some(({ state }) => state !== 'done')
    // The answer that came wakes the sender in the same moment: only then is there something to wait for.
    const sent = Promise.resolve().then(() => local.engine.get()?.drained())
    const limit = new Promise<void>((resolve) => {
      local.env.setTimeout(resolve, patience)
    })
    void Promise.race([sent, limit]).then(() =>
      queries.refetchQueries({ type: 'active', queryKey: ['net'], predicate: isOld }, { cancelRefetch }),
    )
  })
}

interface Props {
  local: LocalApp
  /** Answers that are there already; its own otherwise. */
  given?: QueryClient | undefined
  children: ReactNode
}

export function LocalProvider({ local, given, children }: Props) {
  const engine = useReadable(local.engine)
  const [queries] = useState(() => given ?? createQueries(local))
  useEffect(() => {
    const stop = local.start()
    const unwatch = refreshOnReconnect(local, queries)
    const callOff = refreshGiven(local, queries)
    return () => {
      stop()
      unwatch()
      callOff()
    }
  }, [local, queries])
  return (
    <LocalContext value={local}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      {engine ? (
        <Suspense>
          <LiveViews local={local} engine={engine} queries={queries} />
        </Suspense>
      ) : null}
    </LocalContext>
  )
}
