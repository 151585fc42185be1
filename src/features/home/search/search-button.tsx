import type { CatalogueCount } from '#local/react'
import { grouped } from '#contract/values/region.ts'

/** "Show 128 cars"; undefined where this phone cannot count. */
export function countWords(count: CatalogueCount | undefined): string | undefined {
  if (!count) return undefined
  // Of a part of the cars none says nothing.
  if (count.cars === 0) return count.atLeast ? undefined : 'No cars – loosen'
  return `Show ${grouped(count.cars)}${count.atLeast ? '+' : ''} ${count.cars === 1 && !count.atLeast ? 'car' : 'cars'}`
}

/**
 * Search, and how many cars it will show. Its width is that of its place and its word stays where it is, so a number
 * that comes or grows moves nothing.
 */
export function SearchButton({ count }: { count: CatalogueCount | undefined }) {
  const words = countWords(count)
  return (
    <>
      <button
        type="submit"
        className="flex min-h-12 w-full items-center justify-between gap-3 rounded-pill bg-brand px-6 text-lg font-semibold text-on-brand transition select-none hover:bg-brand-hover active:scale-[.98]"
      >
        <span>Search</span> <span className="font-medium whitespace-nowrap tabular-nums">{words}</span>
      </button>
      {/* Beside the button: what changes inside it is not told. */}
      <output className="sr-only">{words}</output>
    </>
  )
}
