import { expect, test } from 'vitest'
import { isPublicPath, notPages, pages, pathPattern, publicPages } from '#contract/pages.ts'

/** An address of a page. */
const exampleOf = (path: string) => path.replace(/:[a-z]+/g, 'some-thing')

test('Each address belongs to one page, and to no file or call of the server', () => {
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

test('A path is public as a whole: neither what lies below it nor what begins like it', () => {
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
  expect(open.filter((path) => !isPublicPath(path))).toEqual([])
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
  expect(others.filter(isPublicPath)).toEqual([])
})
