import { IconCloudOff } from '@tabler/icons-react'
import { useConnection } from '#local/react'
import { grouped } from '#contract/values/region.ts'
import { type Age, hiddenAge, useAge } from '#parts/car-age.tsx'
import { Icon } from '#ui/icon.tsx'
import { useTurnedPage } from '#ui/nav/use-turned-page.ts'
import { SearchForm } from '#parts/search/search-form.tsx'
import { type Facets, priceSlices } from '#contract/cars.ts'
import { priceRange, sortLabels, sortOf, sortValues } from '#contract/limits.ts'
import { useMoney } from '#parts/price.tsx'
import { Select, type SelectOption } from '#ui/form/select.tsx'
import { maxOf, type StockState } from '#contract/heads/dealer-stock.ts'
import { StockCars } from './stock-cars.tsx'
import type { Stock } from './use-stock.ts'

/** Shows a dealer's cars with search and filters (R-DEAL-11, R-DEAL-17). */
export function StockArea({ stock, expected }: { stock: Stock; expected: number }) {
  const { state, reading, facets, go, search, hrefOf } = stock
  const title = useTurnedPage(state.page, hrefOf({ ...state, page: 1 }))
  const count = reading.data?.count_records
  const { source, asOf, scope } = reading
  const age = useAge(scope?.asOf ?? asOf, source)
  return (
    <section
      id="stock"
      aria-labelledby="stock-title"
      className="scroll-mt-20"
      {...hiddenAge(source, age !== undefined)}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 ref={title} id="stock-title" tabIndex={-1} className="text-xl font-bold outline-none">
          Cars for sale
        </h2>
        <SearchForm
          label="Search Your Cars"
          value={state.search}
          action={hrefOf({ ...state, search: '', page: 1 })}
          onSearch={search}
          className="w-full sm:w-80"
        />
      </div>
      <div className="mt-3">
        <StockFilters state={state} facets={facets} onChange={go} />
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 py-2 text-sm text-ink-2">
        <output className="tabular-nums">
          {count === undefined ? (
            <span className="sr-only">Loading cars</span>
          ) : (
            `${grouped(count)} ${count === 1 ? 'car' : 'cars'}`
          )}
        </output>
        <StockAge reading={reading} age={age} />
      </div>
      <StockCars stock={stock} expected={expected} />
    </section>
  )
}

/** Shows that these cars are cached and not the server's current response. */
function StockAge({ reading: { source, error }, age }: Pick<Stock, 'reading'> & { age: Age | undefined }) {
  const { state } = useConnection()
  const cached = source === 'phone' || (source === 'given' && age !== undefined)
  const silent = error !== undefined || state === 'offline'
  if (!cached || (!silent && age === undefined)) return null
  const since = age && (age.old ? age.words.replace('Saved ', 'as of ') : `as of ${age.words}`)
  return (
    <span className={silent ? 'flex items-center gap-1.5 text-amber-ink' : ''}>
      {silent && <Icon of={IconCloudOff} size={16} />}
      {silent ? 'Without signal: those kept on this phone' : 'kept on this phone'}
      {since !== undefined && `, ${since}`}
    </span>
  )
}

const slice = priceRange.max / priceSlices
/** Price limits that are whole slices of the histogram, so that their cars can be counted. */
const steps = [1, 2, 3, 4, 5, 7, 10, 15, 20].map((slices) => ({ slices, max: slices * slice }))
const sorts = sortValues.map((value) => ({ value, label: sortLabels[value] }))

interface Props {
  state: StockState
  facets: Facets | undefined
  onChange: (next: StockState) => void
}

/** Returns the options that the dealer has cars of, with counts, and the chosen one. */
function choices(any: string, counts: Facets['make'], chosen: string): SelectOption[] {
  const offered = counts.filter(({ count, value }) => count > 0 || value === chosen)
  const listed = offered.map(({ value, count }) => ({ value, label: `${value} (${count})` }))
  const odd = chosen !== '' && !offered.some(({ value }) => value === chosen)
  return [{ value: '', label: any }, ...(odd ? [{ value: chosen, label: chosen }] : []), ...listed]
}

/** Shows the filters by make, body and price, and the sort order. */
function StockFilters({ state, facets, onChange }: Props) {
  const money = useMoney()
  const set = (change: Partial<StockState>) => onChange({ ...state, ...change, page: 1 })
  const below = (slices: number) => facets?.price.slice(0, slices).reduce((sum, n) => sum + n, 0) ?? 0
  const all = below(priceSlices)
  const prices = steps
    // A limit that removes all cars or none is no option.
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
