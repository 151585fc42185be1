import { listingHref, type ListingState } from '#catalogue'
import { type ReactNode, useRef } from 'react'
import { regionOf } from '#contract/values/region.ts'
import {
  useCarTypes,
  useCatalogueCounts,
  useServerNow,
  useSiteSettings,
  type CatalogueCount,
} from '#local/react'
import { BodyIcon } from '#parts/body-icon.tsx'
import { Section } from '#ui/show/section.tsx'
import { useOnScreen } from '#ui/use-on-screen.ts'
import { searchBodyType, budgetCollections, countText, personaCollections } from './collections.ts'

const none: readonly ListingState[] = []

/** Links to the listings by body, by budget and by character, each with its number of cars once that is known. */
export function BrowseBy() {
  const region = regionOf[useSiteSettings().market]
  const year = new Date(useServerNow()).getFullYear()
  const types = useCarTypes()
  const bodies = types.map(searchBodyType)
  const budgets = budgetCollections(region)
  const personas = personaCollections(region, year)
  const box = useRef<HTMLDivElement>(null)
  // The counts are twenty queries to the phone's database, so they wait until a person comes near them.
  const near = useOnScreen(box, '100% 0px', true)
  const all = [...bodies, ...budgets.map((b) => b.state), ...personas.map((p) => p.state)]
  const counts = useCatalogueCounts(near ? all : none)
  const ofBudgets = counts.slice(types.length)
  const ofPersonas = ofBudgets.slice(budgets.length)
  return (
    <div ref={box} className="space-y-5 laid-later max-sm:laid-when-near max-sm:estimated-h-538 sm:space-y-7">
      <Row title="Browse by body">
        {types.map((type, i) => (
          <Tile
            key={type}
            href={listingHref(searchBodyType(type))}
            count={counts[i]}
            className="flex w-32 flex-col items-center px-3 pt-4 pb-3 text-center lg:w-auto lg:min-w-0 lg:flex-1"
          >
            <BodyIcon type={type} className="h-12 w-full text-brand" />
            <span className="mt-2 font-semibold">{type}</span>
          </Tile>
        ))}
      </Row>
      <Row title="Browse by budget">
        {budgets.map(({ key, title, state }, i) => (
          <Tile
            key={key}
            href={listingHref(state)}
            count={ofBudgets[i]}
            className="flex min-w-36 flex-col px-4 py-3.5 whitespace-nowrap"
          >
            <span className="font-display text-xl font-bold tracking-display tabular-nums">{title}</span>
          </Tile>
        ))}
      </Row>
      <Row title="Meet a character">
        {personas.map(({ key, title, subtitle, state }, i) => (
          <Tile
            key={key}
            href={listingHref(state)}
            count={ofPersonas[i]}
            countLook="mt-3"
            className="flex w-60 flex-col px-4 py-4"
          >
            <span className="truncate font-display text-xl font-bold tracking-display">{title}</span>
            <span className="mt-0.5 truncate text-sm text-ink-2">{subtitle}</span>
          </Tile>
        ))}
      </Row>
    </div>
  )
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <ul className="scrollbar-none -mx-4 mt-3 flex snap-x scroll-px-4 gap-3 overflow-x-auto overscroll-x-contain px-4 pt-1 pb-5 lg:mx-0 lg:scroll-px-0 lg:px-0.5">
        {children}
      </ul>
    </Section>
  )
}

interface TileProps {
  href: string
  /** Number of cars behind the link; its line is reserved before the number is known. */
  count: CatalogueCount | undefined
  countLook?: string
  className: string
  children: ReactNode
}
function Tile({ href, count, countLook = '', className, children }: TileProps) {
  // This phone knows for certain that no car matches, so the link would be useless.
  if (count?.cars === 0 && !count.atLeast) return null
  return (
    <li className="flex shrink-0 snap-start lg:shrink lg:flex-1 lg:basis-0">
      <a
        href={href}
        className={`rounded-grid border border-line bg-surface transition hover:border-brand active:scale-[.98] lg:w-full ${className}`}
      >
        {children}
        <span className={`min-h-4.5 text-13 text-ink-3 tabular-nums ${countLook}`}>
          {count && count.cars > 0 && countText(count)}
        </span>
      </a>
    </li>
  )
}
