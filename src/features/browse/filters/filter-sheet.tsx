import { useDeferredValue, useEffect, useRef } from 'react'
import type { ListingState } from '#catalogue'
import type { Brand } from '#contract/reference.ts'
import { grouped } from '#contract/values/region.ts'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/layer/sheet.tsx'
import type { Applied } from '#parts/search/applied.ts'
import { defaultFilters } from '#parts/search/filter-change.ts'
import { Loosen } from '../results/loosen.tsx'
import { useCounts } from './facets.ts'
import { FilterPanel } from './filter-panel.tsx'

interface Props {
  open: boolean
  onClose: () => void
  state: ListingState
  applied: readonly Applied[]
  brands?: Brand[] | undefined
  /** Where to start reading. */
  section?: string | undefined
  onChange: (next: ListingState) => void
}

/** The filters on a screen without room for a panel: full height, every change counted at once. */
export function FilterSheet(props: Props) {
  const { open, onClose, onChange } = props
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Filters"
      tall
      action={
        <Button look="quiet" size="sm" onClick={() => onChange(defaultFilters)}>
          Clear All
        </Button>
      }
      footer={<Footer {...props} />}
    >
      <Body {...props} />
    </Sheet>
  )
}

function Body({ state, brands, section, onChange }: Props) {
  // The number on the button comes first, those behind the options right after it.
  const { facets, failed } = useCounts(state)
  const behind = useDeferredValue(facets)
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (section === undefined) return
    // The dialog opens after this effect; before that there is nothing to scroll.
    const frame = requestAnimationFrame(() => {
      top.current?.querySelector(`[data-section="${section}"]`)?.scrollIntoView({ block: 'start' })
    })
    return () => cancelAnimationFrame(frame)
  }, [section])
  return (
    <div ref={top}>
      <FilterPanel state={state} facets={behind} failed={failed} brands={brands} onChange={onChange} />
    </div>
  )
}

/** How many cars the filters leave; when none, which filter to take away instead of a dead button. */
function Footer({ state, applied, onClose, onChange }: Props) {
  const { total, loading } = useCounts(state)
  if (total === 0 && !loading) {
    return (
      <div>
        <output className="mb-2 block text-sm font-semibold">No cars – loosen:</output>
        <Loosen key={applied.map((a) => a.label).join()} applied={applied} onChange={onChange} row />
      </div>
    )
  }
  const cars = total === undefined ? 'cars' : `${grouped(total)} ${total === 1 ? 'car' : 'cars'}`
  return (
    <>
      <Button wide onClick={onClose}>
        Show {cars}
      </Button>
      {/* Beside the button: inside it, its words would not count as the button's name. */}
      <output className="sr-only">{total === undefined ? '' : cars}</output>
    </>
  )
}
