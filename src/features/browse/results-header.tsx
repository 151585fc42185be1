import { listingsHead, listingsName } from '#catalogue'
import type { Brand } from '#contract/reference.ts'
import { PageHead } from '#ui/page-head.tsx'
import { ResultsBar } from './results/results-bar.tsx'
import { ListSearchBox } from './search/list-search-box.tsx'
import type { Applied } from '#parts/search/applied.ts'
import type { Browse } from './use-browse.ts'
import { useEffect, useRef, useState } from 'react'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'

interface OpenFiltersProps {
  /** Number of active filters. */
  count: number
  onOpen: () => void
  /** Called when a touch is likely to open the panel, so that its code can be preloaded. */
  onNear: () => void
}

/**
 * Opens the filters on screens without a panel: from the search box, and from a floating button once the box is scrolled away
 * (R-LIST-10).
 */
function OpenFilters({ count, onOpen, onNear }: OpenFiltersProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [away, setAway] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const words = count === 0 ? 'Filters' : `Filters · ${count}`
  const shared = { look: 'inverse', size: 'sm', icon: IconAdjustmentsHorizontal, onClick: onOpen } as const
  return (
    <>
      <span ref={box} className="wide:hidden" onPointerDown={onNear} onFocus={onNear}>
        <Button {...shared} aria-haspopup="dialog">
          {words}
        </Button>
      </span>
      {away && (
        <span
          className="fixed right-4 bottom-[calc(var(--bottom-bar)+0.75rem)] z-10 wide:hidden"
          onPointerDown={onNear}
        >
          <Button {...shared} aria-haspopup="dialog" aria-label={`${words}, open`} className="shadow-e1">
            {words}
          </Button>
        </span>
      )}
    </>
  )
}

interface Props {
  browse: Browse
  applied: readonly Applied[]
  /** Undefined until the brands are loaded. */
  brands: readonly Brand[] | undefined
  onNear: () => void
}

/** Shows the search box, the active filters and the results bar, whose last row stays visible while the cards scroll. */
export function ResultsHeader({ browse, applied, brands, onNear }: Props) {
  const { state, change, openSheet } = browse
  return (
    <>
      <PageHead {...listingsHead(state, brands)} />
      <h1 className="sr-only">{listingsName(state, brands)}</h1>
      <ListSearchBox state={state} onChange={change}>
        <OpenFilters count={applied.length} onOpen={() => openSheet()} onNear={onNear} />
      </ListSearchBox>
      <div className="sticky top-[calc(var(--header)-3.5rem)] z-10 -mx-4 bg-paper px-4 pt-1 wide:top-(--header)">
        <ResultsBar browse={browse} applied={applied} />
      </div>
    </>
  )
}
