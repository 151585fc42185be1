import { useEffect, type ReactNode } from 'react'
import { IconChevronRight, IconFileText, IconSearch, type Icon as TablerIcon } from '@tabler/icons-react'
import { readListingUrl, listingHref } from '#catalogue'
import { useAdDrafts, useCarryOn, useCachedCars } from '#local/react'
import { ViewedCars } from '#parts/saved-cars/viewed-cars.tsx'
import { appliedFilters } from '#parts/search/applied.ts'
import { useMoney } from '#parts/price.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/show/section.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

/** Number of drafts to show; the others are in the profile. */
const mostDrafts = 2

/**
 * Shows where this person stopped: the last search, unfinished ads and viewed cars, from this phone alone. Renders nothing
 * without any. While the data is read, the section reserves the space it had the last time.
 */
export function CarryOnSection() {
  const where = useCarryOn()
  return where.begun && <Stopped {...where} />
}

function Stopped({ note, change }: ReturnType<typeof useCarryOn>) {
  const drafts = useAdDrafts().drafts?.filter(({ ad_id }) => ad_id === undefined)
  const { data: cached, status } = useCachedCars()
  const search = useLastSearch(note.search)
  const loaded = drafts !== undefined && status !== 'loading'
  const cards: CardProps[] = [
    ...(search ? [search] : []),
    ...(drafts ?? []).slice(0, mostDrafts).map(({ id: draft, fields, pictures }) => {
      const photos =
        pictures.length > 0 ? ` · ${pictures.length} ${pictures.length === 1 ? 'photo' : 'photos'}` : ''
      return {
        href: `/post/ad?draft=${draft}`,
        icon: IconFileText,
        what: `Your draft${photos}`,
        words: fields['title']?.v || 'An ad without a title',
      }
    }),
  ]
  const count = cards.length
  const viewed = (cached?.viewed.length ?? 0) > 0
  useEffect(() => {
    if (loaded) change({ shown: { cards: count, viewed } })
  }, [loaded, count, viewed, change])

  const room = loaded ? { cards: count, viewed } : (note.shown ?? { cards: count, viewed: false })
  if (room.cards === 0 && !room.viewed) return null
  return (
    <Section title="Carry on where you stopped">
      {room.cards > 0 && (
        <ul className="mt-3 grid gap-3 md:grid-cols-2 lg:grid-cols-3">
          {cards.map((card) => (
            <li key={card.href} className="min-w-0">
              <Card {...card} />
            </li>
          ))}
          {Array.from({ length: Math.max(0, room.cards - count) }, (_, i) => (
            <li key={i} aria-hidden>
              <Skeleton className="h-16 rounded-grid" />
            </li>
          ))}
        </ul>
      )}
      {room.viewed && <div className="mt-5">{viewed ? <ViewedCars /> : <ViewedRoom />}</div>}
    </Section>
  )
}

/** Returns the last search in the words of its filters. */
function useLastSearch(query: string | undefined): CardProps | undefined {
  const money = useMoney()
  if (query === undefined) return undefined
  const state = readListingUrl(new URLSearchParams(query))
  const words = appliedFilters(state, { money, brands: undefined }).map(({ label }) => label)
  if (words.length === 0) return undefined
  return { href: listingHref(state), icon: IconSearch, what: 'Your last search', words: words.join(' · ') }
}

interface CardProps {
  href: string
  icon: TablerIcon
  what: string
  words: string
}
function Card({ href, icon, what, words }: CardProps): ReactNode {
  return (
    <a
      href={href}
      className="flex h-16 items-center gap-3 rounded-grid border border-line bg-surface px-4 transition hover:border-brand active:scale-[.98]"
    >
      <Icon of={icon} size={22} className="text-brand" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-13 text-ink-3">{what}</span>
        <span className="block truncate font-semibold">{words}</span>
      </span>
      <Icon of={IconChevronRight} className="text-ink-3" />
    </a>
  )
}

/** Reserves the space of the viewed cars with the same boxes and lines, empty. */
function ViewedRoom() {
  return (
    <div aria-hidden>
      <div className="min-h-11" />
      <div className="flex gap-3 overflow-hidden pt-2 pb-6 lg:px-0.5">
        {Array.from({ length: 6 }, (_, i) => (
          <div key={i} className="w-44 shrink-0 overflow-hidden rounded-grid bg-surface shadow-e1 sm:w-56">
            <Skeleton className="aspect-4/3 w-full rounded-none" />
            <div className="px-3 pt-2.5 pb-3">
              <p className="text-lg font-bold">&nbsp;</p>
              <p className="text-sm">&nbsp;</p>
              <p className="text-13">&nbsp;</p>
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
