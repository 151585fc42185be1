import { useState } from 'react'
import type { ListingState } from '#catalogue'
import { kmsRange } from '#contract/limits.ts'
import { grouped } from '#contract/values/region.ts'
import { RangeSlider, type SliderRange } from '#ui/form/range-slider.tsx'
import { changed } from '#parts/search/filter-change.ts'
import { PanelSection } from './panel-section.tsx'

interface Props {
  state: ListingState
  onChange: (next: ListingState) => void
}

/** Kilometres driven; kept out of the address (R-CONST-04, R-CONST-05). */
export function MileageSection({ state, onChange }: Props) {
  const chosen: SliderRange = [state.min_kms, state.max_kms === 0 ? kmsRange.max : state.max_kms]
  const [moved, setMoved] = useState<SliderRange>()
  const [low, high] = moved ?? chosen
  const say = (km: number) => `${grouped(km)} km${km === kmsRange.max ? ' and more' : ''}`
  function letGo() {
    if (!moved) return
    setMoved(undefined)
    onChange(changed(state, { min_kms: moved[0], max_kms: moved[1] === kmsRange.max ? 0 : moved[1] }))
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
        say={say}
      />
      <p className="text-sm text-ink-2">
        {grouped(low)} – {say(high)}
      </p>
    </PanelSection>
  )
}
