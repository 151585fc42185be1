import { LatestBlogs } from '../../../features/blog/index.ts'
import { FeaturedDealers } from '../../../features/dealers/index.ts'
import { BrowseBy, NearYou } from '../../../features/home/index.ts'
import { NewsletterForm } from '../../../features/forms/index.ts'
import { BrandMarks } from './brand-marks.tsx'
import { threeBeside } from './latest.tsx'
import { Services } from './services.tsx'
import { Testimonials } from './testimonials.tsx'

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
