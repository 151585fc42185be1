import { useEffect, useRef } from 'react'
import { Results } from './results.tsx'
import type { Applied } from '#parts/search/applied.ts'
import type { Browse } from '../state/use-browse.ts'
import { WithNotice } from './with-notice.tsx'
import { type ListingState, listingHref } from '#catalogue'
import { pageSizes } from '#contract/limits.ts'
import { Pager } from '#ui/nav/pager.tsx'

/** The cards with what is around them; takes the focus when a page is turned or the filters are closed. */
export function ResultsArea({ browse, applied }: { browse: Browse; applied: readonly Applied[] }) {
  const { state, reading, sheet } = browse
  const heading = useRef<HTMLHeadingElement>(null)
  const page = useRef(state.page)
  useEffect(() => {
    if (page.current === state.page) return
    page.current = state.page
    // A turned page is read from its top.
    heading.current?.focus({ preventScroll: true })
  }, [state.page])
  useEffect(() => {
    // The chip that opened the sheet may be gone by now; the focus may not be lost with it.
    const focus = document.activeElement
    if (sheet.open === false && (focus === document.body || focus?.closest('dialog'))) {
      heading.current?.focus({ preventScroll: true })
    }
  }, [sheet.open])
  return (
    <WithNotice reading={reading}>
      <section aria-busy={browse.loading}>
        <h2 ref={heading} tabIndex={-1} className="sr-only">
          Results{state.page > 1 && `, page ${state.page}`}
        </h2>
        <Results reading={reading} state={state} applied={applied} onChange={browse.change} />
      </section>
      <Pages state={state} count={browse.count} onPage={browse.turnTo} />
    </WithNotice>
  )
}

interface Props {
  state: ListingState
  count: number | undefined
  onPage: (page: number) => void
}

/** Links to the other pages of the same search. */
function Pages({ state, count = 0, onPage }: Props) {
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
