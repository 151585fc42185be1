import { describe, expect, test } from 'vitest'
import { readListingUrl } from '#catalogue'
import { stockIn } from '#contract/heads/dealer-stock.ts'
import { pageIn, type QueryParams, searchIn } from '#contract/heads/list-head.ts'
import {
  notPages,
  pages,
  pathPattern,
  publicAddress,
  type PublicPath,
  publicPages,
  publicQueries,
} from '#contract/pages.ts'
import fc from '../../support/property.ts'

/** Returns an example URL of a page. */
const exampleOf = (path: string) => path.replace(/:[a-z]+/g, 'some-thing')

test('Each URL belongs to exactly one page and to no file or API call', () => {
  for (const { path, loose } of pages)
    for (const address of [exampleOf(path), ...(loose ? [`${exampleOf(path)}/more`] : [])]) {
      const found = pages.filter((page) => pathPattern(page).test(address)).map((page) => page.path)
      expect([address, found, notPages.test(address)]).toEqual([address, [path], false])
    }
})

test('Search engines may show what is public, and nothing that is not for everybody', () => {
  for (const page of publicPages) expect(page).not.toHaveProperty('noIndex')
  expect(publicPages.filter(({ who }) => who !== 'everybody')).toEqual([])
  expect(pages.filter(({ who, noIndex }) => who !== 'everybody' && !noIndex)).toEqual([])
})

test('A public path is public exactly, not its subpaths or longer names', () => {
  const open = [
    '/',
    '/listings',
    '/listings/',
    '/listing/vw-polo',
    '/dealers',
    '/dealer/1',
    '/blog',
    '/blog/a%2Fb',
  ]
  expect(open.map((path) => publicAddress(new URL(`http://x.test${path}`)))).toEqual(open)
  const others = [
    '//',
    '/listing',
    '/listing/',
    '/listings/x',
    '/dealer/1/x',
    '/blogs',
    '/profile',
    '/admin',
    '/LISTINGS',
  ]
  expect(
    others.filter((pathname) => publicAddress({ pathname, searchParams: new URLSearchParams() })),
  ).toEqual([])
})

/** Returns the query parameters that a function reads. */
function namesOf(read: (said: QueryParams) => unknown): string[] {
  const names = new Set<string>()
  read({ get: (name) => (names.add(name), null) })
  return [...names].toSorted()
}
const readers: Record<PublicPath, (said: QueryParams) => unknown> = {
  '/': () => undefined,
  '/listings': readListingUrl,
  '/listing/:slug': () => undefined,
  '/dealers': (said) => [pageIn(said), searchIn(said)],
  '/dealer/:id': stockIn,
  '/blog': (said) => [pageIn(said), searchIn(said)],
  '/blog/:slug': () => undefined,
}

describe.each(publicPages.map(({ path }) => ({ path, query: publicQueries[path] })))(
  'The address of $path',
  ({ path, query }) => {
    test('keeps what its screen reads, and nothing else', () => {
      expect([...query].toSorted()).toEqual(namesOf(readers[path]))
    })

    test('says the same as any that leads there, however it is written', () => {
      const values = [
        '',
        ' ',
        '0',
        '2',
        'a&b=c',
        'x y',
        'München,50%',
        'BMW',
        'price_low_high',
        '\ud800',
        '#',
      ]
      const any = fc.array(
        fc.tuple(
          fc.constantFrom(...query, 'utm_source', 'fbclid', 'source', 'x'),
          fc.constantFrom(...values),
        ),
      )
      fc.assert(
        fc.property(any, (pairs) => {
          const url = new URL(`http://x.test${exampleOf(path)}`)
          for (const [name, value] of pairs) url.searchParams.append(name, value)
          const address = publicAddress(url) ?? ''
          const there = new URL(address, url)
          expect(readers[path](there.searchParams)).toEqual(readers[path](url.searchParams))
          expect(publicAddress(there)).toBe(address)
        }),
      )
    })
  },
)
