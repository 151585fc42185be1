import { useCallback, useEffect, useState, type ReactNode } from 'react'
import type { ListingState } from '#catalogue'
import { grouped } from '#contract/values/region.ts'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { useCounts } from '../filters/facets.ts'
import type { Applied } from '#parts/search/applied.ts'
import { waysOut, type Way } from './ways-out.ts'

interface Props {
  applied: readonly Applied[]
  onChange: (next: ListingState) => void
  /** In one row that scrolls, where there is little room. */
  row?: boolean
}

/**
 * Instead of a dead end: how many cars there would be without each filter in force, or without two of them when
 * leaving out one is not enough. What brings most stands first; the order is decided once all counts are known.
 */
export function Loosen({ applied, onChange, row = false }: Props): ReactNode {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const learn = useCallback((key: string, count: number) => {
    setCounts((known) => (known.get(key) === count ? known : new Map(known).set(key, count)))
  }, [])
  const ways = waysOut(applied, counts)
  return (
    <ul
      className={classNames(
        'flex gap-2',
        row ? '-mx-4 overflow-x-auto px-4 pb-1 [scrollbar-width:none]' : 'flex-wrap justify-center',
      )}
    >
      {ways.map((way) => (
        <li key={way.key} className="shrink-0">
          <WayOut way={way} onTake={() => onChange(way.next)} onCount={learn} />
        </li>
      ))}
    </ul>
  )
}

interface WayProps {
  way: Way
  onTake: () => void
  onCount: (key: string, count: number) => void
}

/** "Without Diesel: 12 cars"; one that leads nowhere either is faint. */
function WayOut({ way: { key, words, next }, onTake, onCount }: WayProps) {
  const { total, failed } = useCounts(next)
  useEffect(() => {
    if (total !== undefined) onCount(key, total)
  }, [key, total, onCount])
  const cars = total === 1 ? '1 car' : `${grouped(total ?? 0)} cars`
  return (
    <button
      type="button"
      onClick={onTake}
      className={classNames(
        'min-h-11 rounded-pill border border-line bg-surface px-4 text-sm font-medium transition active:scale-[.98]',
        total === 0 && 'text-ink-3',
      )}
    >
      {words}:{' '}
      {total !== undefined && (
        <span className={classNames('tabular-nums', total > 0 && 'font-semibold text-brand')}>{cars}</span>
      )}
      {total === undefined && !failed && <Skeleton className="inline-block h-4 w-12 align-middle" />}
    </button>
  )
}
