import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { Section } from './sections.ts'

/** The parts of the area: a row that scrolls on a phone, a list beside the page on wide screens. */
export function AdminMenu({
  sections,
  section,
}: {
  sections: readonly Section[]
  section: Section | undefined
}) {
  const here = useRef<HTMLAnchorElement>(null)
  // On a phone the current one may lie outside the row.
  useEffect(() => {
    // Newer browsers answer with a promise, which is no way to clean up after an effect.
    here.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [section])
  return (
    <nav aria-label="Running the place" className="mb-5 lg:mb-0 lg:w-52 lg:shrink-0">
      <ul className="scrollbar-none -mx-4 flex gap-1 overflow-x-auto px-4 lg:sticky lg:top-24 lg:mx-0 lg:flex-col lg:px-0">
        {sections.map((one) => (
          <li key={one.name} className="shrink-0">
            <Link
              ref={one === section ? here : null}
              href={one.name === '' ? '/admin' : `/admin/${one.name}`}
              aria-current={one === section ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-input px-3.5 text-sm font-semibold whitespace-nowrap text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-tint aria-[current=page]:text-brand"
            >
              {one.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
