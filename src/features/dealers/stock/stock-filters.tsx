import { type Facets, priceSlices } from '#contract/cars.ts'
import { priceRange, sortLabels, sortValues } from '#contract/limits.ts'
import { useMoney } from '#parts/price.tsx'
import { Select, type SelectOption } from '#ui/form/select.tsx'
import { maxOf, sortOf, type StockState } from '#contract/heads/dealer-stock.ts'

const slice = priceRange.max / priceSlices
/** Whole slices of the histogram, so that their cars can be counted. */
const steps = [1, 2, 3, 4, 5, 7, 10, 15, 20].map((slices) => ({ slices, max: slices * slice }))
const sorts = sortValues.map((value) => ({ value, label: sortLabels[value] }))

interface Props {
  state: StockState
  facets: Facets | undefined
  onChange: (next: StockState) => void
}

/** What the dealer has of each, what is chosen among them. */
function choices(any: string, counts: Facets['make'], chosen: string): SelectOption[] {
  const known = counts.filter(({ count, value }) => count > 0 || value === chosen)
  const listed = known.map(({ value, count }) => ({ value, label: `${value} (${count})` }))
  const odd = chosen !== '' && !known.some(({ value }) => value === chosen)
  return [{ value: '', label: any }, ...(odd ? [{ value: chosen, label: chosen }] : []), ...listed]
}

/** Make, body, price and order of a dealer's cars. */
export function StockFilters({ state, facets, onChange }: Props) {
  const money = useMoney()
  const set = (change: Partial<StockState>) => onChange({ ...state, ...change, page: 1 })
  const below = (slices: number) => facets?.price.slice(0, slices).reduce((sum, n) => sum + n, 0) ?? 0
  const all = below(priceSlices)
  const prices = steps
    // One that leaves nothing, or everything, is no choice.
    .filter(({ slices, max }) => max === state.max || (below(slices) > 0 && below(slices) < all))
    .map(({ slices, max }) => ({
      value: String(max),
      label: `Up to ${money(max)}${facets ? ` (${below(slices)})` : ''}`,
    }))
  if (state.max > 0 && !prices.some(({ value }) => value === String(state.max)))
    prices.push({ value: String(state.max), label: `Up to ${money(state.max)}` })
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <Select
        label="Make"
        hideLabel
        options={choices('Any make', facets?.make ?? [], state.make)}
        value={state.make}
        onChange={({ target }) => set({ make: target.value })}
      />
      <Select
        label="Body Type"
        hideLabel
        options={choices('Any body', facets?.bodytype ?? [], state.body)}
        value={state.body}
        onChange={({ target }) => set({ body: target.value })}
      />
      <Select
        label="Max price"
        hideLabel
        options={[{ value: '', label: 'Any price' }, ...prices]}
        value={state.max === 0 ? '' : String(state.max)}
        onChange={({ target }) => set({ max: maxOf(target.value) })}
      />
      <Select
        label="Sort by"
        hideLabel
        options={sorts}
        value={state.sort}
        onChange={({ target }) => set({ sort: sortOf(target.value) })}
      />
    </div>
  )
}
