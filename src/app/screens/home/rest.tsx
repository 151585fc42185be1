import { LatestBlogs } from '../../../features/blog/index.ts'
import { FeaturedDealers } from '../../../features/dealers/index.ts'
import { BrowseBy, NearYou } from '../../../features/home/index.ts'
import { NewsletterForm } from '../../../features/forms/index.ts'
import { BrandMarks } from './brand-marks.tsx'
import { threeBeside } from './latest.tsx'
import { Testimonials } from './testimonials.tsx'
import { services } from '../../../features/pages/index.ts'
import { Carousel } from '#ui/carousel/carousel.tsx'
import { Icon } from '#ui/icon.tsx'

/** What comes below the first view, in the order of the product text (R-HOME-31). */
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

/** What we do, in a row that leads to /services (R-HOME-20). */
function Services() {
  return (
    <Carousel title="Services" items={services} keyOf={({ title }) => title} width={threeBeside}>
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
