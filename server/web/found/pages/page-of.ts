// What there is to say about each address: its head, its things, its picture.
import { aboutIn } from '#contract/heads/page-abouts.ts'
import type { AppPage, PublicPath } from '#contract/pages.ts'
import { isName } from '../facts.ts'
import { homePage, listingsPage, listPage } from './list-pages.ts'
import { articlePage, carPage, dealerPage } from './thing-pages.ts'
import { missingPage, type PageHead, plain, type PageRequest } from './visit.ts'

const named = (page: (visit: PageRequest) => Promise<PageHead>) => async (visit: PageRequest) =>
  isName(visit.part) ? page(visit) : missingPage(visit)

/** Those that are about what they show. */
const special: Record<PublicPath, (visit: PageRequest, page: AppPage) => Promise<PageHead>> = {
  '/': homePage,
  '/listings': listingsPage,
  '/listing/:slug': named(carPage),
  '/dealers': listPage('/dealers'),
  '/dealer/:id': named(dealerPage),
  '/blog': listPage('/blog'),
  '/blog/:slug': named(articlePage),
}
const specialOf = new Map(Object.entries(special))

/** It is about one thing, which may be gone or may never have been. */
export const isNamed = ({ path }: AppPage): boolean => specialOf.has(path) && path.includes(':')

/** What the table of pages says of an address, and what its screen says whatever it shows. */
export function plainPage({ path, title, noIndex = false }: AppPage, visit: PageRequest): PageHead {
  const description = aboutIn(path, visit.site.settings)
  return plain({ title, noIndex, ...(description === undefined ? {} : { description }) }, visit)
}

/** Looks at what the address is about. */
export const describedPage = (page: AppPage, visit: PageRequest): Promise<PageHead> =>
  specialOf.get(page.path)?.(visit, page) ?? Promise.resolve(plainPage(page, visit))
