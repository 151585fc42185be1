import { CarryOnSection } from '../../../features/home/index.ts'
import { LatestListings } from './latest.tsx'

/** Shows the sections right below the search: where this person stopped, and the newest cars. */
export function Begin() {
  return (
    <>
      <CarryOnSection />
      <LatestListings />
    </>
  )
}
