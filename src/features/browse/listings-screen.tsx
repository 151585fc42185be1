import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { CarPage } from '#contract/cars.ts'
import type { Brand } from '#contract/reference.ts'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { FilterColumn } from './filter-column.tsx'
import { Pages } from './pages.tsx'
import { Results } from './results.tsx'
import { LearnBrands } from './state/learn-brands.tsx'
import { useApplied } from './state/use-applied.ts'
import { useBrowse } from './state/use-browse.ts'
import { Top } from './top.tsx'
import { WithNotice } from './with-notice.tsx'

const loadSheet = () => import('./filters/filter-sheet.tsx')
const FilterSheet = lazy(async () => ({ default: (await loadSheet()).FilterSheet }))

interface Props {
  /** What answers the first address, when it is known already. */
  given?: CarPage
  brands?: Brand[]
}

/** /listings: every car for sale, filtered, sorted and paged by its address. */
export function ListingsScreen({ given, brands }: Props) {
  const browse = useBrowse(given)
  const { state, reading, count, wide, sheet, change } = browse
  const results = useRef<HTMLHeadingElement>(null)
  const page = useRef(state.page)
  useEffect(() => {
    if (page.current === state.page) return
    page.current = state.page
    // A turned page is read from its top.
    results.current?.focus({ preventScroll: true })
  }, [state.page])
  const [learnt, setLearnt] = useState(brands)
  const applied = useApplied(state, learnt)
  return (
    <div className="mx-auto max-w-page px-4 pb-8">
      <div className="flex min-h-9 items-center">
        <Breadcrumb trail={[{ label: 'Home', href: '/' }, { label: 'Listing' }]} />
      </div>
      <div className="flex gap-6">
        <FilterColumn
          ready={wide && reading.status !== 'loading'}
          state={state}
          brands={brands}
          onChange={change}
        />
        <div className="min-w-0 flex-1">
          <Top browse={browse} applied={applied} onNear={() => void loadSheet()} />
          <WithNotice reading={reading}>
            <section aria-busy={browse.loading}>
              <h2 ref={results} tabIndex={-1} className="sr-only">
                Results{state.page > 1 && `, page ${state.page}`}
              </h2>
              <Results reading={reading} state={state} applied={applied} onChange={change} />
            </section>
            <Pages state={state} count={count} onPage={browse.turnTo} />
          </WithNotice>
        </div>
      </div>
      {/* Whose models they are decides which of them go when their brand goes. */}
      {learnt === undefined && state.model.length > 0 && <LearnBrands onKnown={setLearnt} />}
      {sheet.open !== undefined && (
        <Suspense fallback={null}>
          <FilterSheet
            open={sheet.open}
            section={sheet.section}
            onClose={browse.closeSheet}
            state={state}
            applied={applied}
            brands={brands}
            onChange={change}
          />
        </Suspense>
      )}
    </div>
  )
}
