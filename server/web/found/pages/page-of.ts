// What there is to say about each address: its head, its things, its picture.
import { aboutIn } from '#contract/heads/page-abouts.ts'
import { pageHead, pagePaths } from '#contract/heads/page-heads.ts'
import { isName } from '../facts.ts'
import { homePage, listingsPage, listPage } from './list-pages.ts'
import { articlePage, carPage, dealerPage } from './thing-pages.ts'
import { missingPage, type Page, plain, unknownPage, type Visit } from './visit.ts'

const named = (page: (visit: Visit) => Promise<Page>) => async (visit: Visit) =>
  isName(visit.part) ? page(visit) : missingPage(visit)

const special = new Map<string, (visit: Visit) => Promise<Page>>([
  ['/', homePage],
  ['/listings', listingsPage],
  ['/listing/:slug', named(carPage)],
  ['/dealers', listPage('/dealers')],
  ['/dealer/:id', named(dealerPage)],
  ['/blog', listPage('/blog')],
  ['/blog/:slug', named(articlePage)],
])

/** What the table of routes says of an address, and what its screen says whatever it shows. */
export function plainPage(pattern: string, visit: Visit): Page {
  const path = pagePaths.find((known) => known === pattern.replace('/*', ''))
  if (!path) return unknownPage(visit)
  const { path: _path, ...head } = pageHead(path)
  const description = aboutIn(path, visit.site.settings)
  return plain({ ...head, ...(description === undefined ? {} : { description }) }, visit)
}

/** Looks at what the address is about. */
export const pageOf = (pattern: string, visit: Visit): Promise<Page> =>
  special.get(pattern)?.(visit) ?? Promise.resolve(plainPage(pattern, visit))
