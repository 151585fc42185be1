import { expect, test } from 'vitest'
import { isPublicRoute, publicRoutes } from '#contract/values/public-routes.ts'
import { routes } from '../../../src/app/routes.ts'

test('Every public route is one of the app, and one that search engines may show', () => {
  for (const path of publicRoutes) {
    const known = routes.find((route) => route.path === path)
    expect([path, known?.noIndex ?? false, known !== undefined]).toEqual([path, false, true])
  }
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
  expect(open.filter((path) => !isPublicRoute(path))).toEqual([])
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
  expect(others.filter(isPublicRoute)).toEqual([])
})
