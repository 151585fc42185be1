import { LatestBlogs } from '../../../features/blog/index.ts'
import { FeaturedDealers } from '../../../features/dealers/index.ts'
import { BrowseBy, NearYou } from '../../../features/home/index.ts'
import { NewsletterForm } from '../../../features/forms/index.ts'
import { threeBeside } from './latest.tsx'
import { Testimonials } from './testimonials.tsx'
import { services } from '../../../features/pages/index.ts'
import { Carousel } from '#ui/carousel/carousel.tsx'
import { Icon } from '#ui/icon.tsx'
import { writeListingUrl, listingDefaults } from '#catalogue'
import { useBrands } from '#local/react'

/** Names of the marks in `public/brand-marks.svg`; `scripts/brand-marks.mjs` writes both (R-HOME-26). */
export const marks: ReadonlySet<string> = new Set(
  `acura audi bmw bugatti cadillac chevrolet citroen dacia fiat ford honda hyundai infiniti jeep kia mahindra maserati
  mazda mclaren mg mini mitsubishi nissan opel polestar renault rollsroyce seat skoda smart subaru suzuki tata tesla
  toyota vauxhall volkswagen volvo`.split(/\s+/),
)
const markOf = (make: string) =>
  make
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
const monogram = (make: string) => (/^[A-Z]{2,4}$/.test(make) ? make : make.slice(0, 1))

/** Shows every make once, as a mark in the text colour or a monogram, with a link to its cars (R-HOME-24, R-HOME-25). */
function BrandMarks() {
  const { data = [] } = useBrands()
  if (data.length === 0) return null
  return (
    <Carousel
      title="Featured On"
      items={data}
      keyOf={({ _id }) => _id}
      every={1500}
      width="w-[calc((100%-3rem)/4)] sm:w-32"
      first={12}
      className="max-sm:laid-when-near max-sm:estimated-h-180"
    >
      {({ maketitle }) => (
        <a
          href={`/listings?${writeListingUrl({ ...listingDefaults, make: [maketitle] })}`}
          className="flex h-26 flex-col items-center justify-center gap-2 rounded-grid border border-line bg-surface px-1 text-center transition hover:border-brand active:scale-95"
        >
          {marks.has(markOf(maketitle)) ? (
            <svg aria-hidden width={40} height={40} fill="currentColor">
              <use href={`/brand-marks.svg#${markOf(maketitle)}`} />
            </svg>
          ) : (
            <span
              aria-hidden
              className="grid h-10 min-w-10 place-items-center rounded-pill bg-ink px-2 font-display text-lg font-bold text-paper"
            >
              {monogram(maketitle)}
            </span>
          )}
          <span className="w-full truncate text-13 text-ink-2">{maketitle}</span>
        </a>
      )}
    </Carousel>
  )
}

/** Shows the sections below the first view, in the order of the product text (R-HOME-31). */
export function Rest() {
  return (
    <>
      <NearYou />
      <BrowseBy />
      <FeaturedDealers width={threeBeside} />
      <Services />
      <LatestBlogs width={threeBeside} />
      <Testimonials />
      <BrandMarks />
      <NewsletterForm />
    </>
  )
}

/** Shows our services in a row with links to /services (R-HOME-20). */
function Services() {
  return (
    <Carousel
      title="Services"
      items={services}
      keyOf={({ title }) => title}
      width={threeBeside}
      className="max-sm:laid-when-near max-sm:estimated-h-326"
    >
      {({ icon, title, text }) => (
        <article className="relative flex h-full flex-col rounded-card bg-surface p-5 shadow-e1 transition active:scale-[.99]">
          <span className="inline-flex size-12 items-center justify-center rounded-pill bg-brand-tint text-brand">
            <Icon of={icon} size={26} />
          </span>
          <h3 className="mt-4 text-lg font-bold">
            <a
              href={title === 'Car Tracking' ? '/services?tab=tracking' : '/services'}
              className="after:absolute after:inset-0 after:rounded-card"
            >
              {title}
            </a>
          </h3>
          <p className="mt-2 text-ink-2">{text}</p>
        </article>
      )}
    </Carousel>
  )
}
