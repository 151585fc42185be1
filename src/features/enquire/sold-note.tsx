import { useConnection, useServerNow } from '#local/react'
import { ageOf } from '#parts/car-age.tsx'

/** Before someone writes about a car that was seen long ago: the server refuses what is sold, nothing goes out in vain. */
export function SoldNote({ asOf }: { asOf: number | undefined }) {
  const { state } = useConnection()
  const now = useServerNow()
  if (state !== 'offline' || asOf === undefined || !ageOf(asOf, now)?.mayBeSold) return null
  return (
    <p className="my-2 rounded-input bg-amber-tint px-3 py-2 text-13 text-amber-ink">
      This car was seen more than 7 days ago and may be sold. We will check it is still for sale before
      sending.
    </p>
  )
}
