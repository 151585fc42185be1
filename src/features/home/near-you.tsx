import { useState } from 'react'
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { listingDefaults, readListingUrl, type ListingState, listingHref } from '#catalogue'
import { useCarryOn, useCatalogueCounts } from '#local/react'
import { grouped } from '#contract/values/region.ts'
import { NearMe } from '#parts/search/near-me.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/show/section.tsx'

/** Returns a search with only the place of the last search. */
function placeOf(search: string | undefined): ListingState | undefined {
  const { province, city, within_km } = readListingUrl(new URLSearchParams(search ?? ''))
  if (province.length === 0 && city.length === 0) return undefined
  return { ...listingDefaults, province, city, within_km }
}

/** Links to cars near the place chosen last. Requests the person's position on a tap, never before, for cars near it. */
export function NearYou() {
  const [, navigate] = useLocation()
  const [refused, setRefused] = useState<string>()
  const place = placeOf(useCarryOn().note.search)
  const [count] = useCatalogueCounts(place ? [place] : [])
  const name = place && (place.city.length > 0 ? place.city : place.province).join(', ')
  return (
    <Section title="Near you">
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        {place && (
          <Button href={listingHref(place)} look="secondary" icon={IconMapPin}>
            <span>Cars in {name}</span>
            {count && count.cars > 0 && (
              <span className="font-medium tabular-nums">
                {grouped(count.cars)}
                {count.atLeast && '+'}
              </span>
            )}
          </Button>
        )}
        <NearMe
          state={listingDefaults}
          onChange={(next) => navigate(listingHref(next))}
          onRefused={setRefused}
        >
          {({ busy, onClick }) => (
            <Button
              look="outline"
              icon={IconCurrentLocation}
              loading={busy}
              onClick={() => {
                setRefused(undefined)
                onClick()
              }}
            >
              Cars near me
            </Button>
          )}
        </NearMe>
        <output
          className={`min-h-4.5 w-full text-13 ${refused === undefined ? 'text-ink-3' : 'text-amber-ink'}`}
        >
          {refused ?? 'Your position stays on this phone.'}
        </output>
      </div>
    </Section>
  )
}
