import type { CarCard, ListQuery } from '#contract/cars.ts'
import { type Head, missingHead, unknownHead } from '#contract/heads/head.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { siteCardAddress } from '../cards/card-words.ts'
import type { SiteDescription } from '../site.ts'
import type { PageTags } from '../tags.ts'

/** 503: nobody knows at the moment. */
export type Status = 200 | 404 | 410 | 503
export interface PageHead {
  status: Status
  tags: PageTags
}
/** The cars of one page of a list, as everybody sees them. */
export type CarsOf = (query: ListQuery) => Promise<readonly CarCard[]>
/** Where an address leads, and with what it is described. */
export interface PageRequest {
  url: URL
  /** The variable part of the path, decoded. */
  part: string
  deps: Pick<Deps, 'db' | 'now'>
  site: SiteDescription
  carsOf: CarsOf
}

/** A page that is there, with the picture of the site. */
export const foundPage = (
  head: Head,
  { url, site }: PageRequest,
  more: Partial<PageTags> = {},
): PageHead => ({
  status: 200,
  tags: {
    head,
    path: url.pathname.replace(/(?<=.)\/$/, ''),
    type: 'website',
    picture: siteCardAddress(site),
    ...more,
  },
})

export const missingPage = (visit: PageRequest, status: 404 | 410 = 404, head = missingHead): PageHead => ({
  ...foundPage(head, visit),
  status,
})
export const unknownPage = (visit: PageRequest): PageHead => missingPage(visit, 404, unknownHead)

/** First steps of the way to a page. */
export const home = ['Home', '/'] as const
export const listing = ['Listing', '/listings'] as const
