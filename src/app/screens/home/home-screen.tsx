import { siteDescription } from '#contract/heads/head.ts'
import { useSiteSettings } from '#local/react'
import { lazyInDrawn, lazyNear } from '#parts/use-at-rest.ts'
import { PageHead } from '#ui/page-head.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { Hero } from './hero.tsx'

const SearchBox = lazyInDrawn(
  async () => (await import('./search.tsx')).SearchBox,
  <Skeleton className="h-82 rounded-sheet!" />,
)
const Begin = lazyInDrawn(async () => (await import('./begin.tsx')).Begin)
const Rest = lazyNear('#rest:not(:empty)', async () => (await import('./rest.tsx')).Rest)

/** Constant elements, like the footer of the shell: React does not re-render their parts before the code is loaded. */
const search = <SearchBox />
const below = (
  <>
    <div className="laid-later space-y-10 estimated-h-514 sm:space-y-14">
      <Begin />
    </div>
    <div id="rest" className="laid-later space-y-10 [--laid-after:.9s] estimated-h-2940 sm:space-y-14">
      <Rest />
    </div>
  </>
)

/**
 * Shows Home. The pictures, the search and the newest cars load at once. The rest loads when the page is at rest, so that this
 * phone has all of Home for the next visit, with or without a connection.
 */
export function HomeScreen() {
  const { tagline } = useSiteSettings()
  return (
    <div className="mx-auto max-w-page space-y-10 px-4 pt-5 pb-4 sm:space-y-14 sm:pt-8">
      <PageHead title={tagline} description={siteDescription} />
      <div className="grid items-start gap-x-10 gap-y-5 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <div className="lg:pt-2">
          <h1 className="text-4xl font-bold tracking-tight lg:text-[3.25rem]/[3.5rem]">
            Meet a car with character
          </h1>
          <p className="mt-3 max-w-text text-lg text-ink-2">
            Used and new cars across South Africa and Nigeria. Browse, save and say hello, also where the
            signal ends.
          </p>
        </div>
        <div className="lg:row-span-2">
          <Hero />
        </div>
        {search}
      </div>
      {below}
    </div>
  )
}
