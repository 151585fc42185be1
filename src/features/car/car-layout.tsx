import type { ReactNode } from 'react'
import { firstWindowId } from '#contract/first-view.ts'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { IconCoinOff, IconFileSearch, IconUsers } from '@tabler/icons-react'
import { Icon } from '#ui/icon.tsx'

const tips = [
  { icon: IconUsers, text: 'Meet in a public place, by day, and bring someone along.' },
  { icon: IconFileSearch, text: 'Inspect the car and its papers before you decide.' },
  { icon: IconCoinOff, text: 'Do not pay in advance: no deposit before you have seen the car.' },
] as const

/** Shows the safety tips (R-CAR-16, R-CAR-17). */
function SafetyTips() {
  return (
    <section aria-labelledby="safety" className="rounded-card bg-amber-tint p-4">
      <h2 id="safety" className="text-lg font-bold text-amber-ink">
        Safety tips
      </h2>
      <ul className="mt-2 space-y-2.5">
        {tips.map(({ icon, text }) => (
          <li key={text} className="flex gap-2.5 text-sm text-ink">
            <Icon of={icon} className="text-amber-ink" />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Props {
  gallery: ReactNode
  heading: ReactNode
  introduction: ReactNode
  /** Facts, description, features. */
  main: ReactNode
  seller: ReactNode
  enquiry: ReactNode
  recent: ReactNode
  /** Content below the safety tips; its space is reserved. */
  report?: ReactNode
  /** Content below all columns, in the full width of the page. */
  end?: ReactNode
}
const trail = [{ label: 'Listing', href: '/listings' }, { label: 'Ad Details' }]

/**
 * Lays out the page, loaded or loading. On a phone it is one column that starts with the picture at the top of the window (the
 * shell hides its header): picture, price, facts, then the seller. From 1024 px the price and the seller are beside the picture.
 * The markup starts with everything that a phone's first window shows.
 */
export function CarLayout({
  gallery,
  heading,
  introduction,
  main,
  seller,
  enquiry,
  recent,
  report,
  end,
}: Props) {
  return (
    <div className="mx-auto max-w-page pb-28 lg:px-4 lg:pb-16">
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_auto_1fr] lg:items-start lg:gap-x-8 lg:gap-y-8">
        <div className="order-1 -my-2 px-4 lg:order-none lg:col-span-2 lg:mt-2.5 lg:-mb-5.5 lg:px-0">
          <Breadcrumb trail={trail} />
        </div>
        <div className="contents lg:flex lg:min-w-0 lg:flex-col lg:gap-8">
          <div className="min-w-0">{gallery}</div>
          <div className="order-3 flex min-w-0 flex-col gap-8 px-4 lg:order-none lg:px-0">{main}</div>
        </div>
        <div className="contents lg:row-span-2 lg:flex lg:flex-col lg:gap-4">
          <div className="order-2 px-4 lg:order-none lg:px-0">{heading}</div>
          <div className="order-2 px-4 lg:order-none lg:px-0">{introduction}</div>
          <div id={firstWindowId} className="order-4 laid-later px-4 estimated-h-271 lg:order-none lg:px-0">
            {seller}
          </div>
          <div className="order-6 laid-later px-4 estimated-h-256 lg:order-none lg:px-0">
            <SafetyTips />
            <div className="mt-2 flex min-h-11 justify-center">{report}</div>
          </div>
          <div className="order-5 laid-later px-4 estimated-h-164 lg:order-none lg:mt-2 lg:px-0">
            {enquiry}
          </div>
        </div>
        <div className="order-7 mt-3 laid-later px-4 estimated-h-660 lg:order-none lg:mt-0 lg:px-0">
          {recent}
        </div>
      </div>
      {end && <div className="mt-8 px-4 lg:px-0">{end}</div>}
    </div>
  )
}
