import { fold, transmissionKey, type ListingState } from '#catalogue'
import { filterFuels, filterTransmissions } from '#contract/limits.ts'
import { isChosen, toggled } from '#parts/search/filter-change.ts'
import { optionsOf, type ListingCounts } from './facets.ts'
import { OptionList } from './option-list.tsx'
import { PanelSection } from './panel-section.tsx'

export interface SectionProps {
  state: ListingState
  facets: ListingCounts['facets']
  /** Counts are still on their way. */
  waiting: boolean
  onChange: (next: ListingState) => void
}

/** The documented words of each, and when two spellings mean one option (R-VAL-09, R-VAL-10). */
const choices = {
  fueltype: { title: 'Fuel', known: filterFuels, key: fold },
  transmission: { title: 'Transmission', known: filterTransmissions, key: transmissionKey },
} as const

/** A short list of documented options. */
export function ChoiceSection({ of, ...p }: SectionProps & { of: keyof typeof choices }) {
  const { title, known, key } = choices[of]
  const options = optionsOf(
    p.facets,
    of,
    known.map((value) => ({ value, label: value })),
    (a, b) => key(a) === key(b),
  )
  return (
    <PanelSection title={title} name={of} chosen={p.state[of].length}>
      <OptionList
        options={options}
        isOn={(value) => isChosen(p.state, of, value)}
        onToggle={({ value }) => p.onChange(toggled(p.state, of, value))}
        waiting={p.waiting}
      />
    </PanelSection>
  )
}
