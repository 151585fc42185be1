import { expect, test } from 'vitest'
import { matchingRoute } from '../../../src/app/navigation/matching-route.ts'
import { loadNotFound, appRoutes } from '../../../src/app/routes.ts'

/** The promised features of the product, and their addresses. */
const offers = {
  'car listings to browse': '/listings',
  'a car for sale': '/listing/a-car',
  dealerships: '/dealers',
  'one dealership': '/dealer/7',
  'news and reviews': '/blog',
  'an article': '/blog/an-article',
  'insurance quotes': '/insurance',
  'test drives to book': '/book-test-drive',
  'ads to post': '/post/ad',
  'packages to subscribe to': '/subscriptions',
  chat: '/chat',
  'a profile to manage': '/profile',
  'what the mobile app does': '/services',
}

test.each(Object.entries(offers))('The marketplace has %s at %s [R-NAV-49 R-NAV-50]', async (_what, path) => {
  const screen = await matchingRoute(appRoutes, path)?.load()
  expect(screen).toBeTypeOf('function')
  expect(screen).not.toBe(await loadNotFound())
})
