import { listingsHead, listingsName } from '#catalogue'
import type { Brand } from '#contract/reference.ts'
import { PageHead } from '#ui/page-head.tsx'
import { OpenFilters } from './open-filters.tsx'
import { ResultsBar } from './results/results-bar.tsx'
import { SearchBox } from './search/search-box.tsx'
import type { Applied } from '#parts/search/applied.ts'
import type { Browse } from './state/use-browse.ts'

interface Props {
  browse: Browse
  applied: readonly Applied[]
  /** Once they are known. */
  brands: readonly Brand[] | undefined
  onNear: () => void
}

/** Search box, active filters and the results bar, whose last row stays in sight while the cards scroll. */
export function ResultsHeader({ browse, applied, brands, onNear }: Props) {
  const { state, count, loading, change, openSheet, reading } = browse
  return (
    <>
      <PageHead {...listingsHead(state, brands)} />
      <h1 className="sr-only">{listingsName(state, brands)}</h1>
      <SearchBox state={state} onChange={change}>
        <OpenFilters count={applied.length} onOpen={() => openSheet()} onNear={onNear} />
      </SearchBox>
      <div className="sticky top-[calc(var(--header)-3.5rem)] z-10 -mx-4 bg-paper px-4 pt-1 wide:top-(--header)">
        <ResultsBar
          state={state}
          applied={applied}
          count={count}
          loading={loading}
          onChange={change}
          onSection={openSheet}
          refreshing={reading.refreshing}
          onRefresh={browse.refresh}
        />
      </div>
    </>
  )
}
