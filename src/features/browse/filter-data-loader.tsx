import { lazy, Suspense, useEffect } from 'react'
import { fold, type ListingState } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import type { Brand } from '#contract/reference.ts'
import type { SearchReader as Loader, ReadSearch } from '#parts/search/search-reader.tsx'
import { useBrands } from '#local/react'

/** Without its code the words of a search stay in one piece. */
const Unread: typeof Loader = () => null
const LearnSearch = lazy(() =>
  import('#parts/search/search-reader.tsx').then(
    (part) => ({ default: part.SearchReader }),
    () => ({ default: Unread }),
  ),
)

/** No brand's own spelling, or as good as none: worth asking for the brands. */
const isTyped = (make: string) => make === make.toLowerCase()

/** None of the cars that answer is of that make: it may be an unknown one. */
const isDoubtful = (make: string, cars: readonly Pick<CarCard, 'make'>[] | undefined) =>
  cars !== undefined && !cars.some((car) => fold(car.make) === fold(make))

interface Props {
  state: ListingState
  /** The cars that answer, once there are any. */
  cars: readonly Pick<CarCard, 'make'>[] | undefined
  /** Known already. */
  brands: readonly Brand[] | undefined
  onBrands: (brands: Brand[]) => void
  onRead: (read: ReadSearch) => void
}

/** Loads the data that the chips of the active filters need, and only then. */
export function FilterDataLoader({ state, cars, brands, onBrands, onRead }: Props) {
  const isUnsure = (make: string) => isTyped(make) || isDoubtful(make, cars)
  return (
    <>
      {/* Whose models they are decides which of them go when their brand goes; and a brand that a person typed is
          shown in its own spelling. */}
      {brands === undefined && (state.model.length > 0 || state.make.some(isUnsure)) && (
        <BrandsLoader onLoad={onBrands} />
      )}
      {state.search !== undefined && (
        <Suspense fallback={null}>
          <LearnSearch text={state.search} onRead={onRead} />
        </Suspense>
      )}
    </>
  )
}

/** Loads the brands where they are needed although the panel is closed, and passes them to `onKnown`. */
function BrandsLoader({ onLoad }: { onLoad: (brands: Brand[]) => void }) {
  const { data } = useBrands()
  useEffect(() => {
    if (data) onLoad(data)
  }, [data, onLoad])
  return null
}
