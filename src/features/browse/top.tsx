import { listingHref } from '#parts/search/listing-href.ts'
import { PageHead } from '#ui/page-head.tsx'
import { OpenFilters } from './open-filters.tsx'
import { ResultsBar } from './results/results-bar.tsx'
import { SearchBox } from './search/search-box.tsx'
import type { Applied } from '#parts/search/applied.ts'
import type { Browse } from './state/use-browse.ts'

interface Props {
  browse: Browse
  applied: readonly Applied[]
  onNear: () => void
}

/** Search box, filters in force and the results bar, whose last row stays in sight while the cards scroll. */
export function Top({ browse, applied, onNear }: Props) {
  const { state, count, loading, change, openSheet, reading } = browse
  // In its own spelling, as its chip has it.
  const brands = applied.filter(({ key }) => key.startsWith('make '))
  const what = [
    brands.length === 1 ? brands[0]?.name : '',
    state.bodytype.length === 1 ? state.bodytype[0] : '',
  ]
  const title = `${what.filter((w) => w !== '').join(' ')} cars for sale`.trim()
  const named = title.charAt(0).toUpperCase() + title.slice(1)
  return (
    <>
      <PageHead
        title={state.page > 1 ? `${named}, page ${state.page}` : named}
        canonical={listingHref(state)}
      />
      <h1 className="sr-only">{named}</h1>
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
