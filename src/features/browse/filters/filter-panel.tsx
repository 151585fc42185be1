import { memo, useEffect } from 'react'
import { writeListingUrl, type ListingState, fold, yearOptions } from '#catalogue'
import type { Facets } from '#contract/cars.ts'
import type { Brand } from '#contract/reference.ts'
import { useBrands, useCarryOn, useServerNow } from '#local/react'
import { BrandSection } from './brand-section.tsx'
import { ChoiceSection, type SectionProps } from './choice-section.tsx'
import { MileageSection } from './mileage-section.tsx'
import { PlaceSection } from './place/place-section.tsx'
import { PriceSection } from './price/price-section.tsx'
import { carTypes, olderLabelYear } from '#contract/limits.ts'
import { BodyIcon } from '#parts/body-icon.tsx'
import { isChosen, toggled } from '#parts/search/filter-change.ts'
import { optionsOf, countBefore, type Option } from './facets.ts'
import { useSteadyOrder } from './option-list.tsx'
import { PanelSection } from './panel-section.tsx'
import { TileGrid } from './tile-grid.tsx'

const lowest = olderLabelYear.listings

/** Years in their own order: nobody looks for one by how many cars it has. */
function YearSection({ state, facets, onChange }: SectionProps) {
  const known = yearOptions('listings', new Date(useServerNow()).getFullYear())
  const options: Option[] = optionsOf(facets, 'year', known, (a, b) => a === b).map((o) =>
    o.value.startsWith('pre-') ? { ...o, count: countBefore(facets, lowest) } : o,
  )
  return (
    <PanelSection title="Year" name="year" chosen={state.year.length}>
      <TileGrid
        columns="grid-cols-4 wide:grid-cols-3"
        options={options}
        isOn={(value) => isChosen(state, 'year', value)}
        onToggle={(value) => onChange(toggled(state, 'year', value))}
      />
    </PanelSection>
  )
}

const known = carTypes.map((value) => ({ value, label: value }))

/** Body types as silhouettes; empty tiles hold their places until the counts decide the order. */
function BodySection({ state, facets, waiting, onChange }: SectionProps) {
  const options = useSteadyOrder(optionsOf(facets, 'bodytype', known, (a, b) => fold(a) === fold(b)))
  return (
    <PanelSection title="Body Type" name="body" chosen={state.bodytype.length}>
      <TileGrid
        columns="grid-cols-3"
        options={options}
        waiting={waiting}
        isOn={(value) => isChosen(state, 'bodytype', value)}
        onToggle={(value) => onChange(toggled(state, 'bodytype', value))}
        picture={({ value }) => <BodyIcon type={value} className="h-9 w-full" />}
      />
    </PanelSection>
  )
}

interface Props {
  state: ListingState
  facets: Facets | undefined
  /** There will be none: nothing to wait for. */
  failed: boolean
  brands?: Brand[] | undefined
  onChange: (next: ListingState) => void
}

/** All filters, every section open (R-LIST-12). */
export const FilterPanel = memo(function FilterPanel({ state, facets, failed, brands, onChange }: Props) {
  const waiting = facets === undefined && !failed
  const makes = useBrands(brands)
  const { change: note } = useCarryOn()
  const search = writeListingUrl({ ...state, page: 1 })
  useEffect(() => {
    if (search !== '') note({ search })
  }, [search, note])
  const section = { state, facets, waiting, onChange }
  return (
    <>
      <BrandSection {...section} brands={makes.data} waiting={waiting || makes.status === 'loading'} />
      <PriceSection {...section} />
      <YearSection {...section} />
      <ChoiceSection {...section} of="fueltype" />
      <ChoiceSection {...section} of="transmission" />
      <BodySection {...section} />
      <MileageSection {...section} />
      <PlaceSection {...section} />
    </>
  )
})
