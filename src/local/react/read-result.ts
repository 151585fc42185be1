import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { AppError } from '#contract/errors.ts'
import type { Cached, Scope } from '../cache/cached.ts'
import type { Phone } from '../cache/cached-reads.ts'
import { useLocal, useReadable } from './context.ts'

/** One read as a screen sees it: data first, wherever it comes from, and how old it is. */
export interface ReadResult<T> {
  data: T | undefined
  /** Where the shown data came from. */
  source: 'given' | 'network' | 'phone' | undefined
  /** Server time of the shown data, ms. */
  asOf: number | undefined
  /** Server time of single cars in it that this phone met at other times, by id. */
  times: ReadonlyMap<string, number> | undefined
  /** The cars this phone searched for what is shown; undefined when the server searched. */
  scope: Scope | undefined
  /** `failed` = nothing to show. */
  status: 'loading' | 'ready' | 'failed'
  /** The last refresh failed, even when data is shown. */
  error: AppError | undefined
  refreshing: boolean
  refresh: () => void
}
export interface Sourced<T> extends Cached<T> {
  source: 'given' | 'network' | 'phone'
}
export interface ReadOptions<T> {
  key: QueryKey
  network: () => Promise<Cached<T>>
  phone: (phone: Phone) => Promise<Cached<T> | undefined>
  given?: Cached<T> | undefined
  /** Reference data changes rarely. */
  staleTime?: number
  enabled?: boolean
  /** Shows the answer to the last key until the new one is there. */
  holdOn?: boolean
}

const toAppError = (error: unknown): AppError | undefined =>
  error instanceof AppError ? error : error ? new AppError('internal') : undefined

export function useReading<T>(o: ReadOptions<T>): ReadResult<T> {
  const local = useLocal()
  const queries = useQueryClient()
  const holding = useReadable(local.holding)
  const sure = useReadable(local.sure)
  const { given, enabled = true } = o
  const net = useQuery<Sourced<T>>({
    queryKey: ['net', ...o.key],
    queryFn: async () => {
      const answer = await o.network()
      return { ...answer, source: answer.fromPhone ? 'phone' : 'network' }
    },
    enabled,
    ...(o.holdOn ? { placeholderData: (before: Sourced<T> | undefined) => before } : {}),
    ...(o.staleTime === undefined ? {} : { staleTime: o.staleTime }),
    ...(given ? { initialData: { ...given, source: 'given' as const } } : {}),
  })
  const stored = useQuery<Cached<T> | null>({
    queryKey: ['phone', ...o.key],
    queryFn: async () => (await o.phone(await local.phone())) ?? null,
    // A phone that holds nothing must not load its store before the first answer, and nothing is shown in place of an answer.
    enabled: enabled && holding && (net.data?.source !== 'network' || net.isPlaceholderData),
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
  })
  const fresh = net.data
  const cached = stored.data ?? undefined
  const failed = net.error ?? net.failureReason
  // What the network answered in this page is never replaced by an older copy, and what the server drew not by a part.
  const stays =
    fresh?.source === 'network' || (fresh?.source === 'given' && cached?.partial === true && !failed)
  const shown = fresh && (stays || !cached || fresh.asOf >= cached.asOf) ? fresh : cached
  const waiting = enabled && (net.isPending || stored.isFetching || !sure)
  return {
    data: shown?.value,
    source: shown === undefined ? undefined : shown === fresh ? fresh?.source : 'phone',
    asOf: shown?.asOf,
    times: shown?.times,
    scope: shown?.scope,
    status: shown ? 'ready' : waiting ? 'loading' : 'failed',
    error: toAppError(failed),
    refreshing: net.isFetching,
    refresh: () => {
      // A try that waits between two attempts would not notice this one.
      void queries.cancelQueries({ queryKey: ['net', ...o.key], exact: true }).then(() => net.refetch())
    },
  }
}
