import { type ReadResult, useHydrated, useKnowsTime, useServerNow } from '#local/react'
import { Freshness, formatTime } from './freshness.tsx'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export interface Age {
  /** "3 h ago", "Saved 18 Nov 14:05" */
  words: string
  /** Old enough to be wrong about. */
  old: boolean
  /** So old that the car may be sold. */
  mayBeSold: boolean
}

/** How old what is shown is, by the server's time, ms; undefined while it is as good as new. */
export function measureAge(at: number, now: number): Age | undefined {
  const age = Math.max(0, now - at)
  if (age < 2 * minute) return undefined
  if (age < hour) return { words: `${Math.floor(age / minute)} min ago`, old: false, mayBeSold: false }
  if (age < day) return { words: `${Math.floor(age / hour)} h ago`, old: false, mayBeSold: false }
  return { words: `Saved ${formatTime(at, now)}`, old: true, mayBeSold: age >= 7 * day }
}

/** Whether the age of what is shown may be displayed: of data of the first HTML only where the phone knows the time. */
export function useShowsAge(source: string | undefined): boolean {
  const knowsTime = useKnowsTime()
  const hydrated = useHydrated()
  return source !== 'given' || (hydrated && knowsTime)
}

/** The age of what is on screen; undefined while it is as good as new, or may not be displayed. */
export function useAge(at: number | undefined, source: string | undefined): Age | undefined {
  const now = useServerNow()
  const aged = useShowsAge(source)
  return aged && at !== undefined ? measureAge(at, now) : undefined
}

/** Server time of what is shown, where that is to be shown: this phone cached it, or the first HTML brought it and it is old. */
export function useCachedAt({
  source,
  asOf,
}: Pick<ReadResult<unknown>, 'source' | 'asOf'>): number | undefined {
  const age = useAge(asOf, source)
  return source === 'phone' || (source === 'given' && age) ? asOf : undefined
}

/** The same behind other words of a line; nothing where it is not to be shown. */
export function CachedSince({ at }: { at: number | undefined }) {
  if (at === undefined) return null
  return (
    <>
      {' · '}
      <Freshness at={at} />
    </>
  )
}

/**
 * For the element that shows what the first HTML brought: marks it as long as its age is not shown beside it, and with
 * that keeps the age that the worker wrote behind a cached document.
 */
export const hiddenAge = (source: string | undefined, isTold: boolean): { 'data-age'?: 'untold' } =>
  source === 'given' && !isTold ? { 'data-age': 'untold' } : {}

interface Props {
  /** Server time of the price, ms. */
  at: number
  className?: string
  /** All of it in one line. */
  oneLine?: boolean
}

/** Stands beside a price, so that no old price passes for a new one; two short lines at most. */
export function CarAge({ at, className = '', oneLine = false }: Props) {
  const age = measureAge(at, useServerNow())
  if (!age) return null
  return (
    <time
      dateTime={new Date(at).toISOString()}
      className={`text-right text-xs/3.5 font-medium ${age.old ? 'text-amber-ink' : 'text-ink-3'} ${className}`}
    >
      {age.words}
      {age.mayBeSold && (oneLine ? ' · may be sold' : <span className="block">may be sold</span>)}
    </time>
  )
}

/** The same as the last line of a row too narrow for it beside the price; its place is reserved, so nothing moves when it comes. */
export function CarAgeLine({ at }: { at: number | undefined }) {
  return (
    <span className="block h-3.5">
      {at !== undefined && <CarAge at={at} oneLine className="block truncate text-left!" />}
    </span>
  )
}
