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

/** Follows changes of the database. If its code cannot be loaded, changes of other tabs appear at the next start. */
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

/** Creates the query client, which decides when reads are refreshed. The app tracks the network, so it never pauses. */
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
  // These reads count as fresh until the page is at rest, however old they are: no request is sent during hydration.
  for (const { key, value, asOf } of local.given?.reads ?? [])
    queries.setQueryData(['net', ...key], { value: fill(value), asOf, source: 'given' })
  return queries
}

/** Refreshes the reads of a drawn page, once it is at rest, by the age that they state, whenever the page itself was loaded. */
function refreshGiven(local: LocalApp, queries: QueryClient): () => void {
  return local.onRest(() => {
    const { given } = local
    if (!given) return
    local.reads.keepGiven(given.reads)
    void queries.invalidateQueries({
      predicate: ({ queryKey, state }) => {
        const data = state.data as { source?: string; asOf?: number } | undefined
        // A car is always requested, because the request counts the view. Makes are too, because a drawn page has them without
        // their models.
        const isOldEnough =
          queryKey[1] === 'car' ||
          queryKey[1] === 'brands' ||
          local.serverNow() - (data?.asOf ?? 0) > freshFor
        return data?.source === 'given' && isOldEnough
      },
    })
  })
}

/** Milliseconds to wait for the outbox before reads are refreshed on reconnect (S32). */
const patience = 5000

const isOld = (query: Query): boolean =>
  query.state.status === 'error' ||
  query.isStale() ||
  (query.state.data as { source?: string } | undefined)?.source === 'phone'

/**
 * Refreshes failed and old reads of the screen when the server responds again, after the waiting items were sent. A request that
 * is already running is repeated only if it may be older than an item that was sent.
 */
function refreshOnReconnect(local: LocalApp, queries: QueryClient): () => void {
  return onReconnect(local.connection, () => {
    const cancelRefetch = local.views.get().outbox.some(({ state }) => state !== 'done')
    // The same response also wakes the sender, after this listener; the microtask runs after that.
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
  /** Query client with responses; a new one when left out. */
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
