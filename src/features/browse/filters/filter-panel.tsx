import { memo, useEffect } from 'react'
import { writeListingUrl, type ListingState } from '#catalogue'
import type { Facets } from '#contract/cars.ts'
import type { Brand } from '#contract/reference.ts'
import { useBrands, useCarryOn } from '#local/react'
import { BodySection } from './body-section.tsx'
import { BrandSection } from './brand-section.tsx'
import { ChoiceSection } from './choice-section.tsx'
import { MileageSection } from './mileage-section.tsx'
import { PlaceSection } from './place/place-section.tsx'
import { PriceSection } from './price/price-section.tsx'
import { YearSection } from './year-section.tsx'

interface Props {
  state: ListingState
  facets: Facets | undefined
  /** There will be none: nothing to wait for. */
  failed: boolean
  brands?: Brand[] | undefined
  onChange: (next: ListingState) => void
}

/** All filters, every section open (R-LIST-12). */
export const FilterPanel = memo(function FilterPanel({ state, facets, failed, brands, onChange }: Props) {
  const waiting = facets === undefined && !failed
  const makes = useBrands(brands)
  const { change: note } = useCarryOn()
  const search = writeListingUrl({ ...state, page: 1 })
  useEffect(() => {
    if (search !== '') note({ search })
  }, [search, note])
  const section = { state, facets, waiting, onChange }
  return (
    <>
      <BrandSection {...section} brands={makes.data} waiting={waiting || makes.status === 'loading'} />
      <PriceSection {...section} />
      <YearSection {...section} />
      <ChoiceSection {...section} of="fueltype" />
      <ChoiceSection {...section} of="transmission" />
      <BodySection {...section} />
      <MileageSection {...section} />
      <PlaceSection {...section} />
    </>
  )
})
