import { useEffect, useRef, useState } from 'react'
import { mostCompared, useComparing } from '#local/react'

export interface Choosing {
  on: boolean
  /** Slugs, in the order they were chosen. */
  chosen: readonly string[]
  full: boolean
  begin: () => void
  end: () => void
  toggle: (slug: string) => void
}

/**
 * Choosing cars to compare on a screen of cars. It begins with those that were chosen before; `shown` are the slugs on
 * this screen, because nobody can take back a tick that they do not see.
 */
export function useChoosing(shown: readonly string[], begun = false): Choosing {
  const { slugs } = useComparing()
  const [chosen, setChosen] = useState<readonly string[]>()
  const early = useRef(begun)
  const begin = () => setChosen(slugs.filter((slug) => shown.includes(slug)))
  useEffect(() => {
    // The address asked for it; it can begin as soon as there are cars.
    if (!early.current || shown.length === 0) return
    early.current = false
    begin()
  })
  const ticked = chosen ?? []
  return {
    on: chosen !== undefined,
    chosen: ticked,
    full: ticked.length >= mostCompared,
    begin,
    end: () => setChosen(undefined),
    toggle: (slug) =>
      setChosen(
        ticked.includes(slug) ? ticked.filter((s) => s !== slug) : [...ticked, slug].slice(0, mostCompared),
      ),
  }
}
