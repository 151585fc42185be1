import { useState, type FormEvent } from 'react'
import { priceRange } from '#contract/limits.ts'
import { grouped } from '#contract/values/region.ts'
import { useMoney } from '#parts/price.tsx'
import { Button } from '#ui/button.tsx'
import { RangeSlider, type SliderRange } from '#ui/form/range-slider.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { changeFilters } from '#parts/search/filter-change.ts'
import { PanelSection, type SectionProps } from './panel-section.tsx'
import type { Scale } from '#ui/form/scale.ts'

/** Index of the last track position. */
export const ticks = 1000

/**
 * Returns the track position of an amount. Most cars are at the cheap end of the range, so positions follow the square root: fine
 * steps for cheap cars, coarse steps above. Both ends are exact.
 */
export function tickAtAmount(amount: number): number {
  const share = Math.min(1, Math.max(0, amount / priceRange.max))
  return Math.round(Math.sqrt(share) * ticks)
}

/**
 * Returns the amount at a tick: a round figure that is always a multiple of the documented step. Keys reach the amounts between
 * the ticks in steps of 50, and so does typing (R-VAL-03).
 */
export function amountAtTick(tick: number): number {
  const share = Math.min(1, Math.max(0, tick / ticks))
  const exact = share * share * priceRange.max
  const step = exact < 10_000 ? priceRange.step : exact < 100_000 ? 1000 : exact < 1_000_000 ? 5000 : 25_000
  return Math.min(priceRange.max, Math.round(exact / step) * step)
}

export const priceScale: Scale = { ticks, tickOf: tickAtAmount, valueAt: amountAtTick }

/** Parses a typed amount exactly; empty or unreadable text is the end of the range (R-VAL-04). */
export function parseAmount(text: string, whenEmpty: number): number {
  const digits = text.replace(/\D/g, '').slice(0, 12)
  return digits === '' ? whenEmpty : Number(digits)
}

const bars = 24

/** Returns the number of cars up to an amount, interpolated within the equal slices of the counts. */
function upTo(slices: readonly number[], amount: number): number {
  const at = (amount / priceRange.max) * slices.length
  return slices.reduce((sum, n, i) => sum + n * Math.min(1, Math.max(0, at - i)), 0)
}

/** Converts the counts to the scale of the slider; heights are 0 to 1. */
export function rescaleHeights(slices: readonly number[]): number[] {
  const edge = (i: number) => amountAtTick((i * ticks) / bars)
  const counts = Array.from({ length: bars }, (_, i) => upTo(slices, edge(i + 1)) - upTo(slices, edge(i)))
  // The last bar includes "and more": it is cut off, because it would flatten all others.
  const top = Math.max(...counts.slice(0, -1)) || Math.max(...counts)
  return counts.map((n) => (top === 0 ? 0 : Math.min(1, n / top)))
}

/** Shows the distribution of prices; bars outside of the chosen range are faint. */
function Histogram({ slices, low, high }: { slices: readonly number[]; low: number; high: number }) {
  const heights = rescaleHeights(slices)
  return (
    <svg viewBox={`0 0 ${bars * 10} 56`} preserveAspectRatio="none" aria-hidden className="h-14 w-full">
      {heights.map((h, i) => {
        const middle = ((i + 0.5) * ticks) / bars
        const inside = middle >= low && middle <= high
        const height = h === 0 ? 1.5 : Math.max(3, h * 56)
        return (
          <rect
            key={`bar-${i + 1}`}
            x={i * 10 + 1}
            y={56 - height}
            width={8}
            height={height}
            rx={1.5}
            className={inside ? 'fill-brand' : 'fill-line'}
          />
        )
      })}
    </svg>
  )
}

/** Chooses both ends of the price by dragging or typing; the upper end can stay open (R-LIST-13, R-LIST-31). */
export function PriceSection({ state, facets, onChange }: SectionProps) {
  const money = useMoney()
  const sign = money(0).replace('0', '')
  const low = state.min_price
  const high = state.max_price === 0 ? priceRange.max : state.max_price
  // The state has amounts and not track positions, so that an amount between two ticks stays as it is.
  const [moved, setMoved] = useState<SliderRange>()
  // Typed text stays until it is saved or the price changes in another way.
  const [typed, setTyped] = useState<{ min?: string; max?: string; of: string }>()
  const current = typed?.of === `${low} ${high}` ? typed : undefined
  const [from, to] = moved ?? [low, high]
  const open = (amount: number) => amount === priceRange.max
  // A typed amount may be beyond the track.
  const onTrack: SliderRange = [Math.min(from, priceRange.max), Math.min(to, priceRange.max)]

  function put(min: number, max: number) {
    setMoved(undefined)
    setTyped(undefined)
    const [min_price, max_price] = min > max && !open(max) ? [max, min] : [min, max]
    if (min_price !== low || max_price !== high) onChange(changeFilters(state, { min_price, max_price }))
  }
  function save(event?: FormEvent) {
    event?.preventDefault()
    if (current === undefined) return
    const max = parseAmount(current.max ?? String(high), priceRange.max)
    put(parseAmount(current.min ?? String(low), priceRange.min), max === 0 ? priceRange.max : max)
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
          <Histogram slices={facets.price} low={tickAtAmount(from)} high={tickAtAmount(to)} />
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
        // An end that was not moved keeps its exact amount.
        onChange={([a, b]) => setMoved([a === onTrack[0] ? from : a, b === onTrack[1] ? to : b])}
        onCommit={() => moved && put(...moved)}
        format={(amount) => `${money(amount)}${open(amount) ? ' and more' : ''}`}
      />
      <p className="mb-3 text-sm text-ink-2">
        {money(from)} – {money(to)}
        {open(to) && ' and more'}
      </p>
      <search aria-label="Price">
        <form onSubmit={save}>
          <div className="grid grid-cols-2 gap-2">
            {input('min', from, 'Min')}
            {input('max', to, 'Max')}
            <Button type="submit" look="secondary" size="sm" className="col-span-2">
              Save
            </Button>
          </div>
        </form>
      </search>
    </PanelSection>
  )
}
