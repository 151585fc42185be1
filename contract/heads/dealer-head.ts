import type { DealerProfile } from '../users/dealers.ts'
import type { Head } from './head.ts'

export const dealerAddress = (id: string): string => `/dealer/${encodeURIComponent(id)}`

/** Returns the business name of a dealer, or the person's name without one. */
export const tradeName = ({ businessname, fullname }: Pick<DealerProfile, 'businessname' | 'fullname'>) =>
  businessname || fullname

type Dealer = Pick<
  DealerProfile,
  '_id' | 'businessname' | 'fullname' | 'city' | 'listingCarsCount' | 'soldCarsCount'
>

/** Returns the metadata of a dealer with at most 160 characters; `narrowed` when a filter hides some of the cars. */
export function dealerHead(dealer: Dealer, narrowed: boolean): Required<Head> {
  const { city, listingCarsCount: listed, soldCarsCount: sold } = dealer
  const where = city === '' ? '' : ` in ${city}`
  const what = `${listed} ${listed === 1 ? 'car' : 'cars'} for sale${sold > 0 ? `, ${sold} sold` : ''}`
  return {
    title: tradeName(dealer),
    description: `${tradeName(dealer).slice(0, 60)}${where}: ${what}. Opening hours, address and how to reach them.`,
    canonical: dealerAddress(dealer._id),
    noIndex: narrowed,
  }
}
