// Live queries need the browser's database, so this import precedes that of Dexie.
import 'fake-indexeddb/auto'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocalApp } from '#local'
import { App } from '../../../src/app/app.tsx'
import { matchingRoute, type Screen } from '../../../src/app/navigation/matching-route.ts'
import { loadNotFound, appRoutes } from '../../../src/app/routes.ts'
import { lazyScreens } from '../../../src/app/screen-view.tsx'
import { takeBugs } from '../../support/bugs.ts'
import { newPhone, serverOf, tabOf } from '../local/page.ts'

const secret = 'Thandi, 0821234567'
const path = '/listing/:slug'

beforeEach(() => {
  // React also logs caught errors to the console.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Opens the app on a phone with the browser's error reporter: each reported error becomes an event of the window. */
function openApp(broken: Screen | (() => Promise<Screen>), lazily = false) {
  const sent: string[] = []
  const tab = tabOf(newPhone(), {
    fetch: serverOf(() => ({ body: {} })).fetch,
    appVersion: '1.2.3',
    beacon: (_, json) => sent.push(json) > 0,
  })
  const local = createLocalApp(tab.env)
  window.history.replaceState(null, '', '/listing/a-car-of-thandi')
  local.watchBugs(() => matchingRoute(appRoutes, location.pathname)?.path ?? '*')
  const table = appRoutes.map((route) =>
    route.path === path && lazily ? { ...route, load: broken as () => Promise<Screen> } : route,
  )
  const ready = lazily ? new Map() : new Map([[path, broken as Screen]])
  render(<App local={local} screens={lazyScreens(table, loadNotFound, ready)} />)
  const reported = () => {
    const bugs = takeBugs()
    for (const error of bugs) tab.window.fire('error', { error })
    return bugs
  }
  return { local, sent, reported }
}

test('A screen’s error reaches the phone’s log and the operator without typed text', async () => {
  const { local, sent, reported } = openApp(function Broken() {
    throw Object.assign(new TypeError(`Cannot read ${secret}`), { code: 'E_ODD' })
  })
  expect(await screen.findByText('This page stalled')).toBeTruthy()
  expect(reported()).toMatchObject([{ name: 'TypeError', code: 'E_ODD' }])
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(JSON.parse(sent[0] ?? '')).toMatchObject({
    version: '1.2.3',
    errors: [{ name: 'TypeError', code: 'E_ODD', route: path, during: 'show-screen', where: 'page' }],
  })
  const report = await (await local.load()).report()
  expect(report).toContain(`bug TypeError E_ODD ${path}`)
  expect(report + sent.join()).not.toMatch(/Thandi|0821234567|a-car-of/i)
})

test('A screen whose code is missing offline says so and reports no bug', async () => {
  const missing = Object.assign(new TypeError('Failed to fetch'), { code: 'network' })
  const { sent, reported } = openApp(() => Promise.reject(missing), true)
  expect(await screen.findByText('This page needs a connection')).toBeTruthy()
  expect(reported()).toEqual([])
  expect(sent).toEqual([])
})
