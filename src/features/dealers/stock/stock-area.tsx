import { IconCloudOff } from '@tabler/icons-react'
import { useConnection } from '#local/react'
import { grouped } from '#contract/values/region.ts'
import { type Age, untoldAge, useAge } from '#parts/car-age.tsx'
import { Icon } from '#ui/icon.tsx'
import { useTurnedPage } from '#ui/nav/use-turned-page.ts'
import { SearchForm } from '#parts/search/search-form.tsx'
import { StockCars } from './stock-cars.tsx'
import { StockFilters } from './stock-filters.tsx'
import type { Stock } from './use-stock.ts'

/** A dealer's cars, searched and narrowed (R-DEAL-11, R-DEAL-17). */
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
      {...untoldAge(source, age !== undefined)}
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

/** Says so when these are not what the server says now. */
function StockAge({ reading: { source, error }, age }: Pick<Stock, 'reading'> & { age: Age | undefined }) {
  const { state } = useConnection()
  const kept = source === 'phone' || (source === 'given' && age !== undefined)
  const silent = error !== undefined || state === 'offline'
  if (!kept || (!silent && age === undefined)) return null
  const since = age && (age.old ? age.words.replace('Saved ', 'as of ') : `as of ${age.words}`)
  return (
    <span className={silent ? 'flex items-center gap-1.5 text-amber-ink' : ''}>
      {silent && <Icon of={IconCloudOff} size={16} />}
      {silent ? 'Without signal: those kept on this phone' : 'kept on this phone'}
      {since !== undefined && `, ${since}`}
    </span>
  )
}
