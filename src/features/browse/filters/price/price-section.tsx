import { useState, type FormEvent } from 'react'
import type { ListingState } from '#catalogue'
import type { Facets } from '#contract/cars.ts'
import { priceRange } from '#contract/limits.ts'
import { grouped } from '#contract/values/region.ts'
import { useMoney } from '#parts/price.tsx'
import { Button } from '#ui/button.tsx'
import { RangeSlider, type SliderRange } from '#ui/form/range-slider.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { changed } from '#parts/search/filter-change.ts'
import { Histogram } from './histogram.tsx'
import { PanelSection } from '../panel-section.tsx'
import { priceScale, tickOf, typedAmount } from './price-scale.ts'

interface Props {
  state: ListingState
  facets: Facets | undefined
  onChange: (next: ListingState) => void
}

/** Both ends of the price: dragged, typed, or left open at the top (R-LIST-13, R-LIST-31). */
export function PriceSection({ state, facets, onChange }: Props) {
  const money = useMoney()
  const sign = money(0).replace('0', '')
  const low = state.min_price
  const high = state.max_price === 0 ? priceRange.max : state.max_price
  // Amounts, not places on the track: what is between two of its ticks is kept as it is.
  const [moved, setMoved] = useState<SliderRange>()
  // Typed text lives until it is saved or the price changes by other means.
  const [typed, setTyped] = useState<{ min?: string; max?: string; of: string }>()
  const current = typed?.of === `${low} ${high}` ? typed : undefined
  const [from, to] = moved ?? [low, high]
  const open = (amount: number) => amount === priceRange.max
  // A typed amount may lie beyond the track.
  const onTrack: SliderRange = [Math.min(from, priceRange.max), Math.min(to, priceRange.max)]

  function put(min: number, max: number) {
    setMoved(undefined)
    setTyped(undefined)
    const [min_price, max_price] = min > max && !open(max) ? [max, min] : [min, max]
    if (min_price !== low || max_price !== high) onChange(changed(state, { min_price, max_price }))
  }
  function save(event?: FormEvent) {
    event?.preventDefault()
    if (current === undefined) return
    const max = typedAmount(current.max ?? String(high), priceRange.max)
    put(typedAmount(current.min ?? String(low), priceRange.min), max === 0 ? priceRange.max : max)
  }
  const input = (end: 'min' | 'max', amount: number, label: string) => (
    <label className="block min-w-0 flex-1 rounded-input border border-control bg-surface px-3 pt-1.5 pb-1 focus-within:outline-2 focus-within:outline-brand">
      <span className="block text-xs text-ink-3">{label}</span>
      <span className="figures flex items-baseline text-lg font-semibold wide:text-base">
        <span aria-hidden>{sign}</span>
        <input
          name={end === 'min' ? 'minprice' : 'maxprice'}
          inputMode="numeric"
          autoComplete="off"
          value={current?.[end] ?? (end === 'max' && open(amount) ? '' : grouped(amount))}
          placeholder={grouped(end === 'max' ? priceRange.max : priceRange.min)}
          onBlur={({ target, relatedTarget }) => !target.form?.contains(relatedTarget) && save()}
          onChange={({ target }) => setTyped({ ...current, [end]: target.value, of: `${low} ${high}` })}
          className="w-full min-w-0 bg-transparent tracking-[inherit] outline-none placeholder:font-medium"
        />
      </span>
    </label>
  )
  return (
    <PanelSection title="Price" name="price" chosen={low > 0 || !open(high) ? 1 : 0}>
      <div className="mx-3.5 h-14">
        {facets ? (
          <Histogram slices={facets.price} low={tickOf(from)} high={tickOf(to)} />
        ) : (
          <Skeleton className="h-14" />
        )}
      </div>
      <RangeSlider
        label="Price range"
        className="-mt-4.5"
        {...priceRange}
        scale={priceScale}
        value={onTrack}
        // An end that was not touched keeps its exact amount.
        onChange={([a, b]) => setMoved([a === onTrack[0] ? from : a, b === onTrack[1] ? to : b])}
        onCommit={() => moved && put(...moved)}
        say={(amount) => `${money(amount)}${open(amount) ? ' and more' : ''}`}
      />
      <p className="mb-3 text-sm text-ink-2">
        {money(from)} – {money(to)}
        {open(to) && ' and more'}
      </p>
      <form onSubmit={save}>
        <div className="grid grid-cols-2 gap-2">
          {input('min', from, 'Min')}
          {input('max', to, 'Max')}
          <Button type="submit" look="secondary" size="sm" className="col-span-2">
            Save
          </Button>
        </div>
      </form>
    </PanelSection>
  )
}
