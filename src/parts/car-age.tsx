import { useConnection, useServerNow } from '#local/react'
import { timeOf } from './freshness.tsx'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export interface Age {
  /** "3 h ago", "Saved 18 Nov 14:05" */
  words: string
  /** Old enough to be wrong about. */
  old: boolean
  /** So old that the car may have found its person. */
  mayBeSold: boolean
}

/** How old what is shown is, by the server's time, ms; undefined while it is as good as new. */
export function ageOf(at: number, now: number): Age | undefined {
  const age = Math.max(0, now - at)
  if (age < 2 * minute) return undefined
  if (age < hour) return { words: `${Math.floor(age / minute)} min ago`, old: false, mayBeSold: false }
  if (age < day) return { words: `${Math.floor(age / hour)} h ago`, old: false, mayBeSold: false }
  return { words: `Saved ${timeOf(at, now)}`, old: true, mayBeSold: age >= 7 * day }
}

/**
 * The age of what is on screen. What the first HTML brought has none until the server was heard from: before that
 * this phone's clock, which may be wrong by years, is all there is.
 */
export function useAge(at: number | undefined, source: string | undefined): Age | undefined {
  const now = useServerNow()
  const { lastContact } = useConnection()
  if (at === undefined || (source === 'given' && lastContact === undefined)) return undefined
  return ageOf(at, now)
}

interface Props {
  /** Server time of the price, ms. */
  at: number
  className?: string
  /** All of it in one line. */
  oneLine?: boolean
}

/** Stands beside a price, so that no old price passes for a new one; two short lines at most. */
export function CarAge({ at, className = '', oneLine = false }: Props) {
  const age = ageOf(at, useServerNow())
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

/** The same as the last line of a row too narrow for it beside the price; its place is kept, so nothing moves when it comes. */
export function CarAgeLine({ at }: { at: number | undefined }) {
  return (
    <span className="block h-3.5">
      {at !== undefined && <CarAge at={at} oneLine className="block truncate text-left!" />}
    </span>
  )
}
