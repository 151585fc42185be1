import { counted } from '#contract/values/region.ts'
import { IconHeart, IconX } from '@tabler/icons-react'
import { pageSizes } from '#contract/limits.ts'
import { useCachedCars, type ShownAlert, useAlerts } from '#local/react'
import { CardSkeleton } from '#parts/listing-card.tsx'
import { SavedGrid, savedGrid } from '#parts/saved-cars/saved-grid.tsx'
import { Button } from '#ui/button.tsx'
import { Pager } from '#ui/nav/pager.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { QueryState } from '../query-state.tsx'
import { usePager } from '../address.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useWriteNotice } from '../write-notices.tsx'
import { Section } from '#ui/show/section.tsx'

function standing({ told_at, waiting }: ShownAlert): string {
  if (told_at !== null) return 'For sale: see it now'
  return waiting ? 'Saved on this phone, will be sent' : 'You get an e-mail when one is for sale'
}

/** Lists the models that the person has alerts for; renders nothing without alerts. */
function Alerts() {
  const { alerts, set } = useAlerts()
  const notifyOfWrite = useWriteNotice()
  if (alerts.length === 0) return null
  return (
    <Section title="Models you wait for" look="text-lg font-bold" className="mb-6">
      <ul>
        {alerts.map((alert) => (
          <li key={alert.model} className="flex min-h-11 items-center gap-2 border-b border-line">
            <a href={`/listings?q=${encodeURIComponent(alert.model)}`} className="min-w-0 flex-1 py-2">
              <span className="font-semibold text-brand">{alert.model}</span>{' '}
              <span className="text-sm text-ink-2">{standing(alert)}</span>
            </a>
            <IconButton
              icon={IconX}
              label={`Remove ${alert.model}`}
              onClick={() => void set(alert.model, false).then(notifyOfWrite)}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/**
 * Shows the alerts and the favourites on this phone, nine a page; a removed favourite leaves the list (R-PROF-11,
 * R-STATE-06).
 */
export function FavouriteAds() {
  const reading = useCachedCars()
  const totalCount = reading.data?.favourites.length
  const data = totalCount === undefined ? undefined : { totalCount }
  const pager = usePager('favourites', { data, refreshing: reading.refreshing }, pageSizes.favourites)
  return (
    <>
      <Alerts />
      <QueryState
        // Each card shows its own age.
        reading={{ ...reading, source: undefined }}
        what="Your favourites"
        skeleton={
          <div className={savedGrid}>
            {Array.from({ length: 3 }, (_, key) => (
              <CardSkeleton key={key} />
            ))}
          </div>
        }
        count={({ favourites }) => counted(favourites.length, 'favourite')}
        isEmpty={({ favourites }) => favourites.length === 0}
        empty={
          <EmptyState
            icon={IconHeart}
            title="No cars available"
            actions={<Button href="/listings">Meet the cars</Button>}
          >
            Tap the heart on a car and it waits for you here.
          </EmptyState>
        }
      >
        {({ favourites, times }) => {
          const from = (Math.min(pager.page, pager.pages) - 1) * pageSizes.favourites
          return (
            <>
              <SavedGrid cars={favourites.slice(from, from + pageSizes.favourites)} times={times} />
              <div className="mt-6">
                <Pager {...pager} />
              </div>
            </>
          )
        }}
      </QueryState>
    </>
  )
}
