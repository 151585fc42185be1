import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconShape } from '../icon.tsx'

interface Props {
  /** Number of the current page, from 1. */
  page: number
  pages: number
  /** Returns the address of a page, so that links can be opened, copied and crawled. */
  hrefOf: (page: number) => string
  /** Accessible name that distinguishes the pagers above and below a list. */
  label?: string
  /** Called instead of following the link. */
  onPage?: (page: number) => void
}
const box =
  'inline-flex h-11 min-w-11 items-center justify-center rounded-input text-sm font-semibold transition'

/** Links the pages of a list. On a phone: back, "Page 3 of 12", forward. Renders nothing for a single page. */
export function Pager({ page, pages, hrefOf, label = 'Pagination', onPage }: Props) {
  if (pages <= 1) return null
  const follow = (target: number) => (event: MouseEvent) => {
    if (!onPage || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0)
      return
    event.preventDefault()
    onPage(target)
  }
  const step = (target: number, label: string, icon: IconShape, rel: string) =>
    target < 1 || target > pages ? (
      <span className={classNames(box, 'text-ink-3 opacity-40')} aria-hidden>
        <Icon of={icon} />
      </span>
    ) : (
      <a
        href={hrefOf(target)}
        rel={rel}
        aria-label={label}
        onClick={follow(target)}
        className={classNames(box, 'border border-line bg-surface hover:bg-sunken')}
      >
        <Icon of={icon} />
      </a>
    )
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-1 sm:justify-center">
      {step(page - 1, 'Previous page', IconChevronLeft, 'prev')}
      <p className="text-sm text-ink-2 tabular-nums sm:hidden">
        Page {page} of {pages}
      </p>
      <ul className="hidden items-center gap-1 sm:flex">
        {pageNumbers(page, pages).map((n, i, all) =>
          n === undefined ? (
            <li key={`gap-after-${all[i - 1]}`} aria-hidden className="px-1 text-ink-3">
              …
            </li>
          ) : (
            <li key={n}>
              <a
                href={hrefOf(n)}
                aria-label={`Page ${n}`}
                aria-current={n === page ? 'page' : undefined}
                onClick={follow(n)}
                className={classNames(
                  box,
                  'tabular-nums',
                  n === page ? 'bg-brand text-on-brand' : 'text-ink hover:bg-sunken',
                )}
              >
                {n}
              </a>
            </li>
          ),
        )}
      </ul>
      {step(page + 1, 'Next page', IconChevronRight, 'next')}
    </nav>
  )
}

/** Returns the page numbers to link: first, last and those around the current page; `undefined` marks a gap. */
export function pageNumbers(page: number, pages: number, around = 1): (number | undefined)[] {
  const wanted = new Set([1, pages])
  for (let n = page - around; n <= page + around; n++) if (n >= 1 && n <= pages) wanted.add(n)
  const out: (number | undefined)[] = []
  let last = 0
  for (const n of [...wanted].sort((a, b) => a - b)) {
    // A gap of one page shows that page: dots would take the same space.
    if (n - last === 2) out.push(n - 1)
    else if (n - last > 2) out.push(undefined)
    out.push(n)
    last = n
  }
  return out
}
