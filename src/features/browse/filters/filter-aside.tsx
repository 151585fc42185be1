import { useDeferredValue } from 'react'
import type { ListingState } from '#catalogue'
import type { Brand } from '#contract/reference.ts'
import { Button } from '#ui/button.tsx'
import { defaultFilters } from '#parts/search/filter-change.ts'
import { useCounts } from './facets.ts'
import { FilterPanel } from './filter-panel.tsx'

interface Props {
  state: ListingState
  brands?: Brand[] | undefined
  onChange: (next: ListingState) => void
}

/** Shows the filters beside the results on a wide screen. */
export function FilterAside({ state, brands, onChange }: Props) {
  const { facets, failed } = useCounts(state)
  // The cars render first, and the counts of the options render right after them.
  const behind = useDeferredValue(facets)
  return (
    <>
      <div className="flex min-h-14 items-center justify-between border-b border-line pr-1 pl-4">
        <h2 className="text-xl font-bold">Filters</h2>
        <Button look="quiet" size="sm" onClick={() => onChange(defaultFilters)}>
          Clear All
        </Button>
      </div>
      <FilterPanel state={state} facets={behind} failed={failed} brands={brands} onChange={onChange} />
    </>
  )
}
