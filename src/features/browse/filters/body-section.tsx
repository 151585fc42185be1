import { fold } from '#catalogue'
import { carTypes } from '#contract/limits.ts'
import { BodyIcon } from '#parts/body-icon.tsx'
import { isChosen, toggled } from '#parts/search/filter-change.ts'
import type { SectionProps } from './choice-section.tsx'
import { optionsOf } from './facets.ts'
import { useSteadyOrder } from './option-list.tsx'
import { PanelSection } from './panel-section.tsx'
import { TileGrid } from './tile-grid.tsx'

const known = carTypes.map((value) => ({ value, label: value }))

/** Body types as silhouettes; empty tiles hold their places until the counts decide the order. */
export function BodySection({ state, facets, waiting, onChange }: SectionProps) {
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
