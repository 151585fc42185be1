import { useFeaturedDealers } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Carousel } from '#ui/carousel/carousel.tsx'
import { DealerCard, DealerCardSkeleton } from './dealer-card.tsx'

const places = ['a', 'b', 'c']

/**
 * Shows the dealers who pay to be shown here in a carousel that moves every 3 s (R-HOME-19); renders nothing without such
 * dealers.
 */
export function FeaturedDealers({ width }: { width: string }) {
  const { data, status } = useFeaturedDealers()
  if (data?.length === 0 || (data === undefined && status === 'failed')) return null
  const row = { title: 'Featured Dealerships', every: 3000, width }
  return (
    <div aria-busy={data === undefined} className="max-sm:laid-when-near max-sm:estimated-h-326">
      {data === undefined ? (
        <Carousel {...row} items={places} keyOf={(key) => key}>
          {() => <DealerCardSkeleton />}
        </Carousel>
      ) : (
        <Carousel {...row} items={data} keyOf={({ _id }) => _id}>
          {(dealer) => <DealerCard dealer={dealer} heading="h3" />}
        </Carousel>
      )}
      <Button href="/dealers" look="outline" size="sm" className="-mt-2">
        See all dealers
      </Button>
    </div>
  )
}
