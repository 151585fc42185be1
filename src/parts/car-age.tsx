import { type ReadResult, useHydrated, useKnowsTime, useServerNow } from '#local/react'
import { Freshness, formatTime } from './freshness.tsx'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export interface Age {
  /** Age as text: "3 h ago", "Saved 18 Nov 14:05". */
  words: string
  /** Whether the data is a day old or more, so that it may be wrong. */
  old: boolean
  /** Whether the data is 7 days old or more, so that the car may be sold. */
  mayBeSold: boolean
}

/** Returns the age of data by the server's time, ms; undefined under 2 minutes. */
export function measureAge(at: number, now: number): Age | undefined {
  const age = Math.max(0, now - at)
  if (age < 2 * minute) return undefined
  if (age < hour) return { words: `${Math.floor(age / minute)} min ago`, old: false, mayBeSold: false }
  if (age < day) return { words: `${Math.floor(age / hour)} h ago`, old: false, mayBeSold: false }
  return { words: `Saved ${formatTime(at, now)}`, old: true, mayBeSold: age >= 7 * day }
}

/** Returns whether an age may be shown; for data of the first HTML only when the phone knows the server's time. */
export function useShowsAge(source: string | undefined): boolean {
  const knowsTime = useKnowsTime()
  const hydrated = useHydrated()
  return source !== 'given' || (hydrated && knowsTime)
}

/** Returns the age of the data on screen; undefined under 2 minutes, or when the age may not be shown. */
export function useAge(at: number | undefined, source: string | undefined): Age | undefined {
  const now = useServerNow()
  const aged = useShowsAge(source)
  return aged && at !== undefined ? measureAge(at, now) : undefined
}

/** Returns the server time of the data if it must be shown: data from this phone's cache, or old data of the first HTML. */
export function useCachedAt({
  source,
  asOf,
}: Pick<ReadResult<unknown>, 'source' | 'asOf'>): number | undefined {
  const age = useAge(asOf, source)
  return source === 'phone' || (source === 'given' && age) ? asOf : undefined
}

/** Shows the age of data behind other text of a line; renders nothing without a time. */
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
 * Returns attributes for an element with data of the first HTML. They mark the element while its age is not shown beside it;
 * the mark keeps the age that the worker added to a cached document.
 */
export const hiddenAge = (source: string | undefined, isTold: boolean): { 'data-age'?: 'untold' } =>
  source === 'given' && !isTold ? { 'data-age': 'untold' } : {}

interface Props {
  /** Server time of the price, ms. */
  at: number
  className?: string
  /** Whether all text is in one line. */
  oneLine?: boolean
}

/** Shows the age beside a price, so that an old price does not look new; two short lines at most. */
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

/** Shows the age as the last line of a row that is too narrow for it beside the price; its space is reserved. */
export function CarAgeLine({ at }: { at: number | undefined }) {
  return (
    <span className="block h-3.5">
      {at !== undefined && <CarAge at={at} oneLine className="block truncate text-left!" />}
    </span>
  )
}
