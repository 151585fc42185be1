import { type ListingState, listingHref } from '#catalogue'
import { pageSizes } from '#contract/limits.ts'
import { Pager } from '#ui/nav/pager.tsx'

interface Props {
  state: ListingState
  count: number | undefined
  onPage: (page: number) => void
}

/** Links to the other pages of the same search. */
export function Pages({ state, count = 0, onPage }: Props) {
  return (
    <div className="mt-6 min-h-11">
      <Pager
        page={state.page}
        pages={Math.ceil(count / pageSizes.search)}
        hrefOf={(page) => listingHref({ ...state, page })}
        onPage={onPage}
      />
    </div>
  )
}
