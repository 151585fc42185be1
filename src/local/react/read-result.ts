import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { AppError } from '#contract/errors.ts'
import type { Cached, Scope } from '../cache/cached.ts'
import type { Phone } from '../cache/cached-reads.ts'
import { useLocal, useReadable } from './context.ts'

/** Result of one read for a screen: the data, from any source, and its age. */
export interface ReadResult<T> {
  data: T | undefined
  /** Source of the shown data. */
  source: 'given' | 'network' | 'phone' | undefined
  /** Server time of the shown data, in milliseconds. */
  asOf: number | undefined
  /** Server time of single cars in it that were loaded at other times, by id. */
  times: ReadonlyMap<string, number> | undefined
  /** Cars that this phone searched for the shown data; undefined when the server searched. */
  scope: Scope | undefined
  /** `failed` means that there is no data to show. */
  status: 'loading' | 'ready' | 'failed'
  /** Error of the last refresh, also when data is shown. */
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
  /** Milliseconds for which data counts as fresh; reference data changes rarely. */
  staleTime?: number
  enabled?: boolean
  /** Whether to show the data of the last key until that of the new key is loaded. */
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
    // A phone without data must not load the store before the first response, and a response of the network needs no stored copy.
    enabled: enabled && holding && (net.data?.source !== 'network' || net.isPlaceholderData),
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
  })
  const fresh = net.data
  const cached = stored.data ?? undefined
  const failed = net.error ?? net.failureReason
  // A network response of this page is never replaced by an older copy, and data that the server drew never by partial data.
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
      // A query that pauses between two attempts would ignore `refetch`, so it is cancelled first.
      void queries.cancelQueries({ queryKey: ['net', ...o.key], exact: true }).then(() => net.refetch())
    },
  }
}
