export { DealerCard, DealerCardSkeleton } from './dealer-card.tsx'
export { DealerScreen } from './dealer-screen.tsx'
export { DealersScreen } from './dealers-screen.tsx'
export { FeaturedDealers } from './featured-dealers.tsx'
