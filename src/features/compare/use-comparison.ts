import { useCallback, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  comparable,
  type Compared,
  mostCompared,
  useCompared,
  useComparing,
  useCachedCars,
} from '#local/react'
import { compareHref, comparedIn } from '#parts/saved-cars/compare-address.ts'

export interface Comparison {
  /** Slugs, each once, at most as many as fit. */
  slugs: readonly string[]
  cars: readonly Compared[]
  /** Named by the address beside those that fit. */
  left: number
  /** It is not known yet whether this person has a comparison. */
  waiting: boolean
  /** Other cars: in the address, and kept for this person. */
  change: (slugs: readonly string[]) => void
}

/**
 * The address is the comparison. An address without cars gets those that this person chose; one that names cars is
 * shown as it is, and becomes theirs only when they change it.
 */
export function useComparison(): Comparison {
  const named = comparedIn(useSearch())
  const slugs = comparable(named)
  const [, navigate] = useLocation()
  const own = useComparing()
  const kept = useCachedCars()
  const cars = useCompared(slugs)
  const { set } = own
  const change = useCallback(
    (next: readonly string[]) => {
      void set(next)
      navigate(compareHref(next), { replace: true })
    },
    [set, navigate],
  )
  const mine = slugs.length === 0 ? compareHref(own.slugs) : undefined
  const found = mine !== undefined && own.slugs.length > 0
  useEffect(() => {
    if (found) navigate(mine, { replace: true })
  }, [found, mine, navigate])
  return {
    slugs,
    cars,
    left: Math.max(0, named.length - mostCompared),
    waiting: slugs.length === 0 && (found || kept.status === 'loading'),
    change,
  }
}
