export { DealerCard, DealerCardSkeleton } from './dealer-card.tsx'
export { FeaturedDealers } from './featured-dealers.tsx'

/** The screens travel by themselves: Home has some of the cards and needs no more of them. */
export const loadDealers = async () => (await import('./dealers-screen.tsx')).DealersScreen
export const loadDealer = async () => (await import('./dealer-screen.tsx')).DealerScreen
