import { IconScale } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { useEffect, useRef, useState } from 'react'
import { mostCompared, useComparing } from '#local/react'
import { Button } from '#ui/button.tsx'
import { compareHref } from './compare-address.ts'

/**
 * Manages the selection of cars to compare on a screen of cars. It starts with the cars that were selected before. `shown` are
 * the slugs on this screen, because a car that is not shown cannot be deselected.
 */
export function useChoosing(shown: readonly string[], begun = false) {
  const { slugs } = useComparing()
  const [chosen, setChosen] = useState<readonly string[]>()
  const early = useRef(begun)
  const begin = () => setChosen(slugs.filter((slug) => shown.includes(slug)))
  useEffect(() => {
    // The address requests the selection, which starts as soon as there are cars.
    if (!early.current || shown.length === 0) return
    early.current = false
    begin()
  })
  const ticked = chosen ?? []
  return {
    on: chosen !== undefined,
    /** Slugs in the order of selection. */
    chosen: ticked,
    full: ticked.length >= mostCompared,
    begin,
    end: () => setChosen(undefined),
    toggle: (slug: string) =>
      setChosen(
        ticked.includes(slug) ? ticked.filter((s) => s !== slug) : [...ticked, slug].slice(0, mostCompared),
      ),
  }
}

export type CarSelection = ReturnType<typeof useChoosing>

function words(count: number): string {
  if (count === 0) return `Tick 2 to ${mostCompared} cars`
  if (count === 1) return '1 chosen, tick one more'
  return count === mostCompared
    ? `${count} chosen, that is all that fits`
    : `${count} of ${mostCompared} chosen`
}

/** Shows the number of selected cars and the button to compare them, above the bar of the shell. */
export function ChoosingBar({ choosing }: { choosing: CarSelection }) {
  const { set } = useComparing()
  const [, navigate] = useLocation()
  const { on, chosen, end } = choosing
  if (!on) return null
  function compare() {
    // The address contains the cars, so a phone that stores nothing compares them too.
    void set(chosen)
    navigate(compareHref(chosen))
  }
  return (
    <section
      aria-label="Choose cars to compare"
      className="fixed inset-x-0 bottom-(--bottom-bar) z-20 border-t border-line bg-surface px-4 py-2 wide:bottom-0 wide:py-3"
    >
      <div className="mx-auto flex max-w-page items-center gap-2">
        <output className="min-w-0 flex-1 text-sm font-medium">{words(chosen.length)}</output>
        <Button look="quiet" size="sm" onClick={end}>
          Cancel
        </Button>
        <Button size="sm" disabled={chosen.length < 2} onClick={compare}>
          Compare
        </Button>
      </div>
    </section>
  )
}

/** Starts and ends the selection of cars to compare. */
export function ChooseButton({ choosing: { on, begin, end } }: { choosing: CarSelection }) {
  return (
    <Button look="outline" size="sm" icon={IconScale} onClick={on ? end : begin}>
      {on ? 'Stop choosing' : 'Compare'}
    </Button>
  )
}
