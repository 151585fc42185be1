export { DealerCard, DealerCardSkeleton } from './dealer-card.tsx'
export { FeaturedDealers } from './featured-dealers.tsx'

/** The screens are separate chunks, because the home page needs only some of the cards. */
export const loadDealers = async () => (await import('./dealers-screen.tsx')).DealersScreen
export const loadDealer = async () => (await import('./dealer-screen.tsx')).DealerScreen
