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
  /** Section to scroll to. */
  section?: string | undefined
  onChange: (next: ListingState) => void
}

/** Shows the filters in a sheet of full height on a screen without space for a panel; every change updates the counts at once. */
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
  // The number on the button renders first, and the counts of the options render right after it.
  const { facets, failed } = useCounts(state)
  const behind = useDeferredValue(facets)
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (section === undefined) return
    // The dialog opens after this effect, and a closed dialog cannot scroll.
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

/** Shows the number of matching cars, or without a match the filters to remove. */
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
      {/* The output is beside the button: inside the button, its text would not be part of the
          button's name. */}
      <output className="sr-only">{total === undefined ? '' : cars}</output>
    </>
  )
}
