import { lazy, Suspense } from 'react'
import type { ListingState } from '#catalogue'
import type { Brand } from '#contract/reference.ts'
import type { LearnSearch as Learner, ReadSearch } from '#parts/search/learn-search.tsx'
import { LearnBrands } from './learn-brands.tsx'

/** Without its code the words of a search stay in one piece. */
const Unread: typeof Learner = () => null
const LearnSearch = lazy(() =>
  import('#parts/search/learn-search.tsx').then(
    (part) => ({ default: part.LearnSearch }),
    () => ({ default: Unread }),
  ),
)

export type { ReadSearch } from '#parts/search/learn-search.tsx'

/** No brand's own spelling, or as good as none: worth asking for the brands. */
const isTyped = (make: string) => make === make.toLowerCase()

interface Props {
  state: ListingState
  /** Known already. */
  brands: readonly Brand[] | undefined
  onBrands: (brands: Brand[]) => void
  onRead: (read: ReadSearch) => void
}

/** Fetches what the chips of the filters in force need to know, and only then. */
export function Learn({ state, brands, onBrands, onRead }: Props) {
  return (
    <>
      {/* Whose models they are decides which of them go when their brand goes; and a brand that somebody typed is
          shown in its own spelling. */}
      {brands === undefined && (state.model.length > 0 || state.make.some(isTyped)) && (
        <LearnBrands onKnown={onBrands} />
      )}
      {state.search !== undefined && (
        <Suspense fallback={null}>
          <LearnSearch text={state.search} onRead={onRead} />
        </Suspense>
      )}
    </>
  )
}
