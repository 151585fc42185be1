import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { useState, useEffect } from 'react'
import type { CarCard, CarPage } from '#contract/cars.ts'
import type { Brand } from '#contract/reference.ts'
import { useBrands } from '#local/react'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { ResultsArea } from './results/results-area.tsx'
import type { ReadSearch } from '#parts/search/search-reader.tsx'
import { useBrowse } from './use-browse.ts'
import { ResultsHeader } from './results-header.tsx'
import { fold, type ListingState } from '#catalogue'
import { useMoney } from '#parts/price.tsx'
import { appliedFilters } from '#parts/search/applied.ts'
import { lazyPart, lazyRequired, useAtRest, whenClassesLoaded } from '#parts/use-at-rest.ts'
import { Skeleton } from '#ui/show/skeleton.tsx'

const waitingAside = (
  <div aria-hidden className="flex h-dvh flex-col gap-4 p-4">
    <Skeleton className="h-6 w-24" />
    <Skeleton className="h-64" />
    <Skeleton className="h-40" />
  </div>
)
/** Where its code cannot be had the cards stay, with the filters above them. */
const FilterAside = lazyPart(async () => {
  const [{ FilterAside: Aside }] = await Promise.all([
    import('./filters/filter-aside.tsx'),
    whenClassesLoaded(),
  ])
  return Aside
}, waitingAside)

interface FilterColumnProps {
  /** There is room, and nothing more urgent is being fetched. */
  ready: boolean
  state: ListingState
  brands?: Brand[] | undefined
  onChange: (next: ListingState) => void
}

/** The place of the filter panel beside the results; its code and its counts come after the first cards. */
function FilterColumn({ ready, ...panel }: FilterColumnProps) {
  // Once there it stays: other cars on their way must not take the panel from under a finger.
  const [there, setThere] = useState(ready)
  if (ready && !there) setThere(true)
  return (
    <aside
      aria-label="Filters"
      className="sticky top-[calc(var(--header)+1rem)] hidden max-h-[calc(100dvh-var(--header)-2rem)] w-72 shrink-0 self-start overflow-y-auto overscroll-contain rounded-card bg-surface shadow-e1 wide:block"
    >
      {there ? <FilterAside {...panel} /> : waitingAside}
    </aside>
  )
}

/** Pull to refresh where there is a finger. Its code is loaded after the cards; without it there is the button. */
const PullToRefresh = lazyPart(async () =>
  matchMedia('(pointer: coarse)').matches
    ? (await import('#ui/layer/pull-to-refresh.tsx')).PullToRefresh
    : () => null,
)

const loadSheet = () => import('./filters/filter-sheet.tsx')
const FilterSheet = lazyRequired(async () => (await loadSheet()).FilterSheet)

/** Only a head start: when it fails, opening the filters shows it. */
const headStart = () => {
  loadSheet().catch(ignoreExpected('load-sheet', isMissingFile))
}

interface Props {
  /** What answers the first address, when it is known already. */
  given?: CarPage
  brands?: Brand[]
}

/** /listings: every car for sale, filtered, sorted and paged by its address. */
export function ListingsScreen({ given, brands }: Props) {
  const browse = useBrowse(given)
  const { state, reading, wide, sheet, change } = browse
  const [loadedBrands, setLoadedBrands] = useState(brands)
  const [read, setRead] = useState<ReadSearch>()
  const money = useMoney()
  const rest = useAtRest()
  // In the words of the market; the words of a search as far as they were read.
  const applied = appliedFilters(state, {
    money,
    brands: loadedBrands,
    pieces: read?.text === state.search ? read?.pieces : undefined,
    wishes: reading.data?.wishes,
  })
  const panel = { state, brands, onChange: change }
  const isUnsure = (make: string) => isTyped(make) || isDoubtful(make, reading.data?.data)
  return (
    <div className="mx-auto max-w-page px-4 pb-8">
      <div className="flex min-h-9 items-center">
        <Breadcrumb trail={[{ label: 'Listing' }]} />
      </div>
      <div className="flex gap-6">
        <FilterColumn {...panel} ready={wide && reading.status !== 'loading'} />
        <div className="min-w-0 flex-1">
          <ResultsHeader browse={browse} applied={applied} brands={loadedBrands} onNear={headStart} />
          <ResultsArea browse={browse} applied={applied} />
        </div>
      </div>
      {/* What the chips of the active filters need is loaded only then: whose models they are decides which of them go
          when their brand goes; and a brand that a person typed is shown in its own spelling. */}
      {loadedBrands === undefined && (state.model.length > 0 || state.make.some(isUnsure)) && (
        <BrandsLoader onLoad={setLoadedBrands} />
      )}
      {state.search !== undefined && <SearchReader text={state.search} onRead={setRead} />}
      {rest && <PullToRefresh busy={reading.refreshing} onPull={browse.refresh} />}
      {sheet.open !== undefined && (
        <FilterSheet
          {...panel}
          open={sheet.open}
          section={sheet.section}
          onClose={browse.closeSheet}
          applied={applied}
        />
      )}
    </div>
  )
}

/** Without its code the words of a search stay in one piece. */
const SearchReader = lazyPart(async () => (await import('#parts/search/search-reader.tsx')).SearchReader)

/** No brand's own spelling, or as good as none: worth asking for the brands. */
const isTyped = (make: string) => make === make.toLowerCase()

/** None of the cars that answer is of that make: it may be an unknown one. */
const isDoubtful = (make: string, cars: readonly Pick<CarCard, 'make'>[] | undefined) =>
  cars !== undefined && !cars.some((car) => fold(car.make) === fold(make))

/** Loads the brands where they are needed although the panel is closed, and passes them to `onKnown`. */
function BrandsLoader({ onLoad }: { onLoad: (brands: Brand[]) => void }) {
  const { data } = useBrands()
  useEffect(() => {
    if (data) onLoad(data)
  }, [data, onLoad])
  return null
}
