// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { bareEnv, createLocalApp } from '#local'
import { App } from '../../../src/app/app.tsx'
import { matchingRoute, type Screen } from '../../../src/app/navigation/matching-route.ts'
import { loadNotFound, appRoutes } from '../../../src/app/routes.ts'
import { lazyScreens } from '../../../src/app/screen-view.tsx'
import type { HeadData } from '#ui/page-head.tsx'

/** Renders an address as a server does: no window, no document, the screen's code loaded. */
async function serve(address: string): Promise<{ html: string; head: HeadData | undefined }> {
  expect(typeof document).toBe('undefined')
  const route = matchingRoute(appRoutes, new URL(address, 'https://x.test').pathname)
  const ready = new Map<string, Screen>([
    route ? [route.path, await route.load()] : ['*', await loadNotFound()],
  ])
  let head: HeadData | undefined
  const html = renderToString(
    <App
      local={createLocalApp(bareEnv())}
      screens={lazyScreens(appRoutes, loadNotFound, ready)}
      address={address}
      collectHead={(said) => {
        head = said
      }}
    />,
  )
  return { html, head }
}

describe('The first view made without a browser', () => {
  test.each([
    '/',
    '/listings',
    '/listings?brands=Toyota',
    '/listing/some-car',
    '/saved',
    '/outbox',
    '/login',
    '/profile',
    '/thankyou',
  ])('%s renders with its shell', async (address) => {
    const { html } = await serve(address)
    expect(html).toContain('<main')
    expect(html).toContain('Buy A Car')
    expect(html).not.toContain('This page stalled')
  })

  test('Every other address renders as well, with one heading', async () => {
    for (const { path } of appRoutes) {
      const { html } = await serve(path.replace(/:\w+/, 'x'))
      expect([path, html.match(/<main/g)]).toEqual([path, ['<main']])
    }
  })

  test('The page head is known without a document', async () => {
    expect((await serve('/terms')).head).toMatchObject({
      title: 'Terms',
      description: expect.stringContaining('South African law') as string,
    })
    expect((await serve('/no/such/page')).head).toMatchObject({
      title: 'Page not found (404)',
      noIndex: true,
    })
  })
})
