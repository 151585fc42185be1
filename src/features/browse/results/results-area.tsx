import { type ReactNode, useEffect } from 'react'
import { IconCloudOff } from '@tabler/icons-react'
import { Icon } from '#ui/icon.tsx'
import type { Applied } from '#parts/search/applied.ts'
import { listingHref, type ListingState } from '#catalogue'
import { pageSizes } from '#contract/limits.ts'
import { Pager } from '#ui/nav/pager.tsx'
import { useTurnedPage } from '#ui/nav/use-turned-page.ts'
import type { CarPage } from '#contract/cars.ts'
import { type ReadResult, type Scope, useConnection } from '#local/react'
import { hiddenAge, useAge, useShowsAge } from '#parts/car-age.tsx'
import { ListingCard, CardSkeleton } from '#parts/listing-card.tsx'
import { useClassesLoaded } from '#parts/use-at-rest.ts'
import { grouped } from '#contract/values/region.ts'
import type { Browse } from '../use-browse.ts'
import { Failed, NoResults } from './no-results.tsx'

/** Shows the cards with notice and pager; takes the focus when the page changes or the filters are closed. */
export function ResultsArea({ browse, applied }: { browse: Browse; applied: readonly Applied[] }) {
  const { state, reading, sheet } = browse
  const heading = useTurnedPage(state.page, JSON.stringify({ ...state, page: 1 }))
  useEffect(() => {
    // The chip that opened the sheet may no longer exist, and the focus must not be lost with it.
    const focus = document.activeElement
    if (sheet.open === false && (focus === document.body || focus?.closest('dialog'))) {
      heading.current?.focus({ preventScroll: true })
    }
  }, [sheet.open, heading])
  return (
    <WithNotice reading={reading}>
      <section aria-busy={browse.loading}>
        <h2 ref={heading} tabIndex={-1} className="sr-only">
          Results{state.page > 1 && `, page ${state.page}`}
        </h2>
        <Results reading={reading} state={state} applied={applied} onChange={browse.change} />
      </section>
      <div className="mt-6 min-h-11">
        <Pager
          page={state.page}
          pages={Math.ceil((browse.count ?? 0) / pageSizes.search)}
          hrefOf={(to) => listingHref({ ...state, page: to })}
          onPage={browse.turnTo}
        />
      </div>
    </WithNotice>
  )
}

const grid = '@container grid gap-5 sm:grid-cols-2 lg:grid-cols-3'
const places = Array.from({ length: pageSizes.search }, (_, i) => i)

interface ResultsProps {
  reading: ReadResult<CarPage>
  state: ListingState
  applied: readonly Applied[]
  onChange: (next: ListingState) => void
}

/** Number of cards that a phone's first view may show. */
const seenFirst = 2
/** Height of a card in the one column of a phone: its picture and the lines below it. */
const below =
  'min-w-0 laid-later max-sm:laid-when-near max-sm:[contain-intrinsic-block-size:auto_calc(75cqw+171px)]'

/** Shows the cards, or the reason why there are none. */
export function Results({ reading, state, applied, onChange }: ResultsProps) {
  const { data, status, source, error } = reading
  const aged = useShowsAge(source)
  if (data === undefined) {
    if (status !== 'failed') {
      return (
        <ul className={grid} aria-label="Loading cars">
          {places.map((i) => (
            <li key={i}>
              <CardSkeleton />
            </li>
          ))}
        </ul>
      )
    }
    return <Failed message={error?.message} onRetry={reading.refresh} />
  }
  if (data.data.length > 0) {
    const asOf = reading.asOf ?? Date.parse(data.as_of)
    return (
      <ul className={grid}>
        {data.data.map((car, i) => (
          <li key={car._id} className={i < seenFirst ? 'min-w-0' : below}>
            <ListingCard car={car} asOf={asOf} aged={aged} first={i === 0} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <NoResults
      state={state}
      elsewhere={data.count_records > 0}
      applied={applied}
      onPhone={source === 'phone'}
      onChange={onChange}
    />
  )
}

interface WithNoticeProps {
  reading: Pick<ReadResult<unknown>, 'source' | 'asOf' | 'scope' | 'error' | 'refresh'>
  children: ReactNode
}

/** Describes the searched part of the catalogue: "Searching the 5,000 newest of 18,240 cars", or all of them. */
function scopeWords({ searched, of }: Scope): string {
  if (searched >= of) return `Searching all ${grouped(of)} cars`
  return `Searching the ${grouped(searched)} newest of ${grouped(of)} cars`
}

/**
 * Shows a notice that the cars are not the server's current response; without the notice an old list would look current
 * (R-PWA-35). A transform makes space in the cards, because a late notice must not shift the layout.
 */
export function WithNotice({ reading, children }: WithNoticeProps) {
  const { state } = useConnection()
  const { source, asOf, error, scope } = reading
  const age = useAge(scope?.asOf ?? asOf, source)
  const cached = source === 'phone'
  const styled = useClassesLoaded()
  const silent = asOf !== undefined && (error !== undefined || (source !== 'network' && state === 'offline'))
  // The phone's own answer needs no notice while the server's response is on its way, but an old one that stays does. Cars of the
  // first HTML show their age themselves until the server has responded.
  const shown = styled && (silent || (cached && scope !== undefined && age !== undefined))
  const what = !cached
    ? 'Showing what was loaded before'
    : scope
      ? scopeWords(scope)
      : 'Showing cars saved on this phone'
  const since = age && (age.old ? age.words.replace('Saved ', 'as of ') : `as of ${age.words}`)
  return (
    <div className="relative" {...hiddenAge(source, age !== undefined)}>
      <output className="absolute inset-x-0 top-0 block">
        {shown && (
          <span
            className={`flex h-18 items-center gap-3 rounded-grid pr-1 pl-4 text-13 ${silent ? 'bg-amber-tint text-amber-ink' : 'bg-sunken text-ink-2'}`}
          >
            {silent && <Icon of={IconCloudOff} />}
            <span className="min-w-0 flex-1">
              {silent && (
                <strong className="block font-semibold">
                  {state === 'offline' ? 'You are offline' : 'The server cannot be reached'}
                </strong>
              )}
              <span className="line-clamp-2">
                {what}
                {since !== undefined && ` – ${since}`}
              </span>
            </span>
            <button
              type="button"
              onClick={reading.refresh}
              className="min-h-11 shrink-0 rounded-pill px-3 font-semibold"
            >
              {silent ? 'Try again' : 'Refresh'}
            </button>
          </span>
        )}
      </output>
      <div className={`transition-transform duration-200 ${shown ? 'mb-21 translate-y-21' : ''}`}>
        {children}
      </div>
    </div>
  )
}
