import { fold, olderEntry, transmissionKey, type ListingState } from '#catalogue'
import { carTypes, filterFuels, filterTransmissions, olderLabelYear } from '#contract/limits.ts'
import type { Brand } from '#contract/reference.ts'
import { useBrands, useServerNow } from '#local/react'
import { BodyIcon } from '#parts/body-icon.tsx'
import { isChosen, toggled, type ListKey } from '../state/filter-change.ts'
import { BrandSection } from './brand-section.tsx'
import { countBefore, optionsOf, type Counts, type Option } from './facets.ts'
import { MileageSection } from './mileage-section.tsx'
import { OptionList, useSteadyOrder } from './option-list.tsx'
import { PanelSection } from './panel-section.tsx'
import { PlaceSection } from './place-section.tsx'
import { PriceSection } from './price-section.tsx'
import { TileGrid } from './tile-grid.tsx'

interface Props {
  state: ListingState
  counts: Counts
  brands?: Brand[] | undefined
  onChange: (next: ListingState) => void
}
const named = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const sameText = (a: string, b: string) => fold(a) === fold(b)
const sameGear = (a: string, b: string) => transmissionKey(a) === transmissionKey(b)

/** Current year down to the label's year, then everything older (R-VAL-07, R-VAL-08). */
function yearOptions(now: number): { value: string; label: string }[] {
  const lowest = olderLabelYear.listings
  const newest = new Date(now).getFullYear()
  const years = Array.from({ length: newest - lowest + 1 }, (_, i) => String(newest - i))
  return [...named(years), olderEntry('listings', lowest)]
}

/** All filters, every section open (R-LIST-12). */
export function FilterPanel({ state, counts, brands, onChange }: Props) {
  const { facets } = counts
  const waiting = facets === undefined && !counts.failed
  const makes = useBrands(brands)
  const lowest = olderLabelYear.listings
  const years: Option[] = optionsOf(facets, 'year', yearOptions(useServerNow()), sameText).map((o) =>
    o.value.startsWith('pre-') ? { ...o, count: countBefore(facets, lowest) } : o,
  )
  const bodies = useSteadyOrder(optionsOf(facets, 'bodytype', named(carTypes), sameText))
  const list = (key: ListKey, options: readonly Option[]) => (
    <OptionList
      options={options}
      isOn={(value) => isChosen(state, key, value)}
      onToggle={({ value }) => onChange(toggled(state, key, value))}
      waiting={waiting}
    />
  )
  return (
    <>
      <BrandSection
        state={state}
        brands={makes.data}
        facets={facets}
        waiting={waiting || makes.status === 'loading'}
        onChange={onChange}
      />
      <PriceSection state={state} facets={facets} onChange={onChange} />
      <PanelSection title="Year" name="year" chosen={state.year.length}>
        <TileGrid
          columns="grid-cols-4 wide:grid-cols-3"
          options={years}
          isOn={(value) => isChosen(state, 'year', value)}
          onToggle={(value) => onChange(toggled(state, 'year', value))}
        />
      </PanelSection>
      <PanelSection title="Fuel" name="fuel" chosen={state.fueltype.length}>
        {list('fueltype', optionsOf(facets, 'fueltype', named(filterFuels), sameText))}
      </PanelSection>
      <PanelSection title="Transmission" name="gearbox" chosen={state.transmission.length}>
        {list('transmission', optionsOf(facets, 'transmission', named(filterTransmissions), sameGear))}
      </PanelSection>
      <PanelSection title="Body Type" name="body" chosen={state.bodytype.length}>
        <TileGrid
          columns="grid-cols-3"
          options={waiting ? bodies.map((b) => ({ ...b, label: ' ' })) : bodies}
          isOn={(value) => isChosen(state, 'bodytype', value)}
          onToggle={(value) => onChange(toggled(state, 'bodytype', value))}
          picture={({ value }) =>
            waiting ? <span className="h-9" /> : <BodyIcon type={value} className="h-9 w-full" />
          }
        />
      </PanelSection>
      <MileageSection state={state} onChange={onChange} />
      <PlaceSection state={state} facets={facets} waiting={waiting} onChange={onChange} />
    </>
  )
}
