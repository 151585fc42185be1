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
/** The filter panel; without its code the cards stay, with the filters above them. */
const FilterAside = lazyPart(async () => {
  const [{ FilterAside: Aside }] = await Promise.all([
    import('./filters/filter-aside.tsx'),
    whenClassesLoaded(),
  ])
  return Aside
}, waitingAside)

interface FilterColumnProps {
  /** Whether there is space for the panel and nothing more urgent is loading. */
  ready: boolean
  state: ListingState
  brands?: Brand[] | undefined
  onChange: (next: ListingState) => void
}

/** Reserves the place of the filter panel beside the results; its code and its counts load after the first cards. */
function FilterColumn({ ready, ...panel }: FilterColumnProps) {
  // The panel stays once it is there: loading other cars must not remove it under a finger.
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

/** Pull to refresh for touch screens. Its code loads after the cards; without it there is the refresh button. */
const PullToRefresh = lazyPart(async () =>
  matchMedia('(pointer: coarse)').matches
    ? (await import('#ui/layer/pull-to-refresh.tsx')).PullToRefresh
    : () => null,
)

const NoteSearch = lazyPart(async () => (await import('./search/note-search.ts')).NoteSearch)

const loadSheet = () => import('./filters/filter-sheet.tsx')
const FilterSheet = lazyRequired(async () => (await loadSheet()).FilterSheet)

/** Preloads the sheet; a failure is ignored here, because opening the filters reports it. */
const headStart = () => {
  loadSheet().catch(ignoreExpected('load-sheet', isMissingFile))
}

interface Props {
  /** Response for the first address, if it is already known. */
  given?: CarPage
  brands?: Brand[]
}

/** Shows /listings: every car for sale, filtered, sorted and paged by the address. */
export function ListingsScreen({ given, brands }: Props) {
  const browse = useBrowse(given)
  const { state, reading, wide, sheet, change } = browse
  const [loadedBrands, setLoadedBrands] = useState(brands)
  const [read, setRead] = useState<ReadSearch>()
  const money = useMoney()
  const rest = useAtRest()
  // The search text is one filter until it has been read; then each recognised part is a filter.
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
      {/* The brands load only if the chips of active filters need them: a model must be removed with
          its brand, and a typed brand is shown in its own spelling. */}
      {loadedBrands === undefined && (state.model.length > 0 || state.make.some(isUnsure)) && (
        <BrandsLoader onLoad={setLoadedBrands} />
      )}
      {state.search !== undefined && <SearchReader text={state.search} onRead={setRead} />}
      {rest && <NoteSearch state={state} />}
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

/** Without its code the search text stays one filter. */
const SearchReader = lazyPart(async () => (await import('#parts/search/search-reader.tsx')).SearchReader)

/** Returns whether a person may have typed the brand, so that its own spelling must be loaded. */
const isTyped = (make: string) => make === make.toLowerCase()

/** Returns whether none of the cars in the response is of that make, so that the make may be unknown. */
const isDoubtful = (make: string, cars: readonly Pick<CarCard, 'make'>[] | undefined) =>
  cars !== undefined && !cars.some((car) => fold(car.make) === fold(make))

/** Loads the brands while the panel is closed, and passes them to `onLoad`. */
function BrandsLoader({ onLoad }: { onLoad: (brands: Brand[]) => void }) {
  const { data } = useBrands()
  useEffect(() => {
    if (data) onLoad(data)
  }, [data, onLoad])
  return null
}
