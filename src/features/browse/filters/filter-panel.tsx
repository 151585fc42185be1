import { memo, useState, type ReactNode } from 'react'
import { fold, yearOptions, transmissionKey } from '#catalogue'
import type { Brand } from '#contract/reference.ts'
import { useBrands, useServerNow } from '#local/react'
import { BrandSection } from './brand-section.tsx'
import { PlaceSection } from './place-section.tsx'
import { PriceSection } from './price-section.tsx'
import { carTypes, olderLabelYear, filterFuels, filterTransmissions, kmsRange } from '#contract/limits.ts'
import { BodyIcon } from '#parts/body-icon.tsx'
import { isChosen, toggleOption, changeFilters } from '#parts/search/filter-change.ts'
import { withCounts, type Option } from './facets.ts'
import { useSteadyOrder, OptionList } from './option-list.tsx'
import { PanelSection, type SectionProps } from './panel-section.tsx'
import { grouped } from '#contract/values/region.ts'
import { RangeSlider, type SliderRange } from '#ui/form/range-slider.tsx'

/** Documented options of each filter, and the key by which two spellings are the same option (R-VAL-09, R-VAL-10). */
const choices = {
  fueltype: { title: 'Fuel', values: filterFuels, key: fold },
  transmission: { title: 'Transmission', values: filterTransmissions, key: transmissionKey },
} as const

/** Shows a short list of documented options. */
function ChoiceSection({ of, ...p }: SectionProps & { of: keyof typeof choices }) {
  const { title, values, key } = choices[of]
  const options = withCounts(
    p.facets,
    of,
    values.map((value) => ({ value, label: value })),
    (a, b) => key(a) === key(b),
  )
  return (
    <PanelSection title={title} name={of} chosen={p.state[of].length}>
      <OptionList
        options={options}
        isOn={({ value }) => isChosen(p.state, of, value)}
        onToggle={({ value }) => p.onChange(toggleOption(p.state, of, value))}
        waiting={p.waiting}
      />
    </PanelSection>
  )
}

/** Filters by mileage in kilometres, which is not part of the address (R-CONST-04, R-CONST-05). */
function MileageSection({ state, onChange }: SectionProps) {
  const chosen: SliderRange = [state.min_kms, state.max_kms === 0 ? kmsRange.max : state.max_kms]
  const [moved, setMoved] = useState<SliderRange>()
  const [low, high] = moved ?? chosen
  const format = (km: number) => `${grouped(km)} km${km === kmsRange.max ? ' and more' : ''}`
  function letGo() {
    if (!moved) return
    setMoved(undefined)
    onChange(changeFilters(state, { min_kms: moved[0], max_kms: moved[1] === kmsRange.max ? 0 : moved[1] }))
  }
  return (
    <PanelSection title="Mileage" name="mileage" chosen={chosen[0] > 0 || chosen[1] < kmsRange.max ? 1 : 0}>
      <RangeSlider
        label="Mileage range"
        min={kmsRange.min}
        max={kmsRange.max}
        step={kmsRange.step}
        value={[low, high]}
        onChange={setMoved}
        onCommit={letGo}
        format={format}
      />
      <p className="text-sm text-ink-2">
        {grouped(low)} – {format(high)}
      </p>
    </PanelSection>
  )
}

const lowest = olderLabelYear.listings

/** Shows the years in chronological order and not by count, because people look for a year by its place in that order. */
function YearSection({ state, facets, onChange }: SectionProps) {
  const years = yearOptions('listings', new Date(useServerNow()).getFullYear())
  const options = withCounts(facets, 'year', years, (year, option) =>
    option.startsWith('pre-') ? Number(year) < lowest : year === option,
  )
  return (
    <PanelSection title="Year" name="year" chosen={state.year.length}>
      <TileGrid
        columns="grid-cols-4 wide:grid-cols-3"
        options={options}
        isOn={(value) => isChosen(state, 'year', value)}
        onToggle={(value) => onChange(toggleOption(state, 'year', value))}
      />
    </PanelSection>
  )
}

const types = carTypes.map((value) => ({ value, label: value }))

/** Shows the body types as silhouettes; empty tiles take their places until the counts decide the order. */
function BodySection({ state, facets, waiting, onChange }: SectionProps) {
  const options = useSteadyOrder(withCounts(facets, 'bodytype', types, (a, b) => fold(a) === fold(b)))
  return (
    <PanelSection title="Body Type" name="body" chosen={state.bodytype.length}>
      <TileGrid
        columns="grid-cols-3"
        options={options}
        waiting={waiting}
        isOn={(value) => isChosen(state, 'bodytype', value)}
        onToggle={(value) => onChange(toggleOption(state, 'bodytype', value))}
        picture={({ value }) => <BodyIcon type={value} className="h-9 w-full" />}
      />
    </PanelSection>
  )
}

interface Props extends Omit<SectionProps, 'waiting'> {
  /** Whether no counts will arrive. */
  failed: boolean
  brands?: Brand[] | undefined
}

/** Shows all filters with every section open (R-LIST-12). */
export const FilterPanel = memo(function FilterPanel({ state, facets, failed, brands, onChange }: Props) {
  const waiting = facets === undefined && !failed
  const makes = useBrands(brands)
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

interface TileGridProps {
  options: readonly Option[]
  isOn: (value: string) => boolean
  onToggle: (value: string) => void
  columns: string
  /** Renders a picture above the label. */
  picture?: (option: Option) => ReactNode
  /** Whether the counts that decide the order are loading; empty tiles then take the places and cannot be chosen. */
  waiting?: boolean
}

const tile =
  'relative flex h-full min-h-13 flex-col items-center justify-center rounded-input border border-line bg-surface px-1 py-1.5 text-center text-sm font-medium'

/** Shows options as tiles that are native checkboxes. */
function TileGrid({ options, isOn, onToggle, columns, picture, waiting = false }: TileGridProps) {
  if (waiting) return <WaitingTiles count={options.length} columns={columns} tall={picture !== undefined} />
  return (
    <ul className={`grid gap-2 ${columns}`}>
      {options.map((option) => (
        <li key={option.value} className={option.label.length > 12 ? 'col-span-2' : undefined}>
          <label
            className={`${tile} transition has-checked:border-brand has-checked:bg-brand-tint has-checked:text-brand has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand`}
          >
            <input
              type="checkbox"
              checked={isOn(option.value)}
              onChange={() => onToggle(option.value)}
              className="sr-only"
            />
            {picture?.(option)}
            <span className={option.count === 0 && !isOn(option.value) ? 'text-ink-3' : ''}>
              {option.label}
            </span>
            <span className="min-h-4 text-xs font-normal text-ink-3">
              {option.count === undefined ? '' : grouped(option.count)}
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}

function WaitingTiles({ count, columns, tall }: { count: number; columns: string; tall: boolean }) {
  return (
    <div aria-hidden className={`grid gap-2 ${columns}`}>
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className={tile}>
          {tall && <span className="h-9" />}
          <span>{'\u00a0'}</span>
          <span className="min-h-4 text-xs" />
        </div>
      ))}
    </div>
  )
}
