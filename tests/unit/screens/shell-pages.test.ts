import { expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { matchingRoute } from '../../../src/app/navigation/matching-route.ts'
import { loadNotFound, appRoutes } from '../../../src/app/routes.ts'

test('Every page of the table has a title and a screen of its own', { timeout: 120_000 }, async () => {
  const shown = new Map<unknown, string>([[await loadNotFound(), 'no page']])
  for (const { path, title } of pages) {
    const address = path.replace(/:\w+/, 'x')
    const route = matchingRoute(appRoutes, address)
    expect([address, route?.path, route?.title]).toEqual([address, path, title])
    expect([path, title.trim()]).not.toEqual([path, ''])
    const screen = await route?.load()
    expect([path, typeof screen, shown.get(screen)]).toEqual([path, 'function', undefined])
    shown.set(screen, path)
  }
})
