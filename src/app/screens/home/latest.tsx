import { listingDefaults, queryOf } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import { pageSizes } from '#contract/limits.ts'
import { useListings } from '#local/react'
import { ListingCard, CardSkeleton } from '#parts/listing-card.tsx'
import { hiddenAge, useAge, useShowsAge } from '#parts/car-age.tsx'
import { Button } from '#ui/button.tsx'
import { Carousel } from '#ui/carousel/carousel.tsx'

/** Three cards side by side on a wide screen; on a phone one card and the edge of the next. */
export const threeBeside = 'w-[86%] sm:w-[calc((100%-1rem)/2)] lg:w-[calc((100%-2rem)/3)]'
const sizes = '(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 86vw'
/** The first page, ten cars (R-HOME-29). */
const query = { ...queryOf(listingDefaults, false), limit: pageSizes.home }
const places = [{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }]

/** Shows the newest cars and moves on every 5 s (R-HOME-18). */
export function LatestListings() {
  const { data, asOf, status, source, refresh } = useListings(query)
  const aged = useShowsAge(source)
  const age = useAge(asOf, source)
  if (data === undefined && status === 'failed') {
    return (
      <section aria-labelledby="latest">
        <h2 id="latest" className="text-xl font-bold">
          Latest Listings
        </h2>
        <p className="mt-2 text-ink-2">
          The newest cars could not be loaded, and none are on this phone yet.
        </p>
        <Button look="outline" className="mt-3" onClick={refresh}>
          Try again
        </Button>
      </section>
    )
  }
  if (data?.data.length === 0) return null
  return (
    <div aria-busy={data === undefined} {...hiddenAge(source, age !== undefined)}>
      <Carousel<CarCard | { _id: string }>
        title="Latest Listings"
        items={data?.data ?? places}
        keyOf={({ _id }) => _id}
        every={5000}
        width={threeBeside}
      >
        {(car) =>
          'slug' in car ? (
            <ListingCard car={car} asOf={asOf ?? 0} aged={aged} sizes={sizes} heading="h3" />
          ) : (
            <CardSkeleton />
          )
        }
      </Carousel>
      <Button href="/listings" look="outline" size="sm" className="-mt-2">
        See all cars
      </Button>
    </div>
  )
}
