import { yearOptions } from '#catalogue'
import { olderLabelYear } from '#contract/limits.ts'
import { useServerNow } from '#local/react'
import { isChosen, toggled } from '#parts/search/filter-change.ts'
import type { SectionProps } from './choice-section.tsx'
import { countBefore, optionsOf, type Option } from './facets.ts'
import { PanelSection } from './panel-section.tsx'
import { TileGrid } from './tile-grid.tsx'

const lowest = olderLabelYear.listings

/** Years in their own order: nobody looks for one by how many cars it has. */
export function YearSection({ state, facets, onChange }: SectionProps) {
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
