import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { matchingRoute } from '../../../src/app/navigation/matching-route.ts'
import { appRoutes } from '../../../src/app/routes.ts'
import { openApp, sampleSettings, settingsServer } from '../../support/shell.tsx'
import type { Server } from '../../support/stage.tsx'

const main = () => within(screen.getByRole('main'))
const mainText = () => screen.getByRole('main').textContent
const heading = (name: string) => main().findByRole('heading', { level: 1, name }, { timeout: 15_000 })
const leadsTo = (name: string | RegExp) => main().getByRole('link', { name }).getAttribute('href')
/** Opens a page as a visitor; by default no server answers. */
async function read(address: string, title: string, server: Server = () => undefined) {
  const on = openApp(address, { server })
  await heading(title)
  return on
}

describe('Pages to read', () => {
  test.each([
    ['/services', 'Services'],
    ['/about', 'About'],
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
    ['/faqs', 'FAQs'],
  ])(
    'A visitor reads %s offline, without signing in, with its own title and description [R-ROLE-02 R-NAV-21 R-NAV-22 R-NAV-23 R-NAV-24 R-NAV-25 R-NAV-48 R-PWA-33]',
    async (address, title) => {
      await read(address, title)
      expect(location.pathname).toBe(address)
      expect(main().getAllByRole('heading', { level: 1 })).toHaveLength(1)
      expect(mainText().length).toBeGreaterThan(600)
      await waitFor(() => expect(document.title).toMatch(new RegExp(`^${title} \\|`)))
      const about = document.head.querySelector('meta[name=description]')?.getAttribute('content') ?? ''
      expect(about.length).toBeGreaterThan(60)
      expect(about.length).toBeLessThanOrEqual(160)
      expect(document.head.querySelector('meta[name=robots][content=noindex]')).toBeNull()
    },
  )

  test.each([
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
  ])(
    '%s lists its contents, and every entry leads to a heading on the page [R-STAT-14]',
    async (address, title) => {
      await read(address, title)
      const entries = within(main().getByRole('navigation', { name: 'On this page' })).getAllByRole('link')
      const sections = main().getAllByRole('heading', { level: 2 })
      expect(entries.map((entry) => entry.textContent)).toEqual(sections.map((h) => h.textContent))
      expect(entries.map((entry) => entry.getAttribute('href'))).toEqual(sections.map((h) => `#${h.id}`))
      expect(new Set(sections.map((h) => h.id)).size).toBe(sections.length)
      // The page is long enough to need a list of contents.
      expect(sections.length).toBeGreaterThan(8)
    },
  )

  test('Terms, FAQs and privacy name payment by card, EFT or cash deposit [R-STAT-25 R-EXT-15]', async () => {
    for (const [address, title, words] of [
      ['/terms', 'Terms', /You pay by card at our payment provider, or by EFT or cash deposit/],
      ['/faqs', 'FAQs', /write it on your deposit.*By card you pay online/],
      ['/privacy', 'Privacy', /number of your card is typed at the payment provider and never reaches us/],
    ] as const) {
      const { unmount } = await read(address, title)
      expect(mainText()).toMatch(words)
      unmount()
    }
  })

  test('No page links to an address or a place that is not there', async () => {
    const links = new Set<string>()
    const places = new Set<string>()
    for (const [address, title] of [
      ['/services', 'Services'],
      ['/services?tab=tracking', 'Services'],
      ['/about', 'About'],
      ['/privacy', 'Privacy'],
      ['/terms', 'Terms'],
      ['/faqs', 'FAQs'],
    ] as const) {
      const { unmount } = await read(address, title)
      const path = address.split('?')[0] ?? ''
      for (const named of screen.getByRole('main').querySelectorAll('[id]')) places.add(`${path}#${named.id}`)
      for (const link of main().getAllByRole('link', { hidden: true })) {
        const href = link.getAttribute('href') ?? ''
        links.add(href.startsWith('#') ? path + href : href)
      }
      unmount()
    }
    // Another test covers this link.
    places.add('/account#delete')
    const inside = [...links].filter((href) => href.includes('#'))
    expect(inside.filter((href) => !places.has(href))).toEqual([])
    expect(inside.length).toBeGreaterThan(20)
    const paths = [...links].filter((href) => href.startsWith('/')).map((href) => href.replace(/[?#].*/, ''))
    expect(paths.filter((path) => !matchingRoute(appRoutes, path))).toEqual([])
    expect(paths).toContain('/subscriptions')
  })
})

describe('Services', () => {
  test('The first tab tells of roadside assistance, car listing and car tracking [R-STAT-01 R-STAT-02]', async () => {
    await read('/services', 'Services')
    expect(
      main()
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ).toEqual(['Services', 'Car Tracking'])
    expect(main().getByRole('tab', { name: 'Services' }).getAttribute('aria-selected')).toBe('true')
    for (const name of ['Roadside Assistance', 'Car Listing', 'Car Tracking']) {
      const blurb = main().getByRole('heading', { level: 2, name }).closest('li')
      expect(blurb?.textContent.length).toBeGreaterThan(80)
    }
  })

  test('It tells what the mobile app adds, with the way to the stores [R-STAT-07]', async () => {
    await read('/services', 'Services', settingsServer)
    for (const what of [
      /owner-to-owner chat by car plate number/i,
      /roadside and technical assistance: a mechanic, an electrician or a tow van/i,
      /stolen-car reporting/i,
      /a vehicle tracking service/i,
    ])
      expect(mainText()).toMatch(what)
    await waitFor(() => expect(leadsTo('Android app')).toBe(sampleSettings.stores.android))
    expect(leadsTo('iOS app')).toBe(sampleSettings.stores.ios)
  })

  test('The tracking tab has its own address, rand prices, features and a subscriptions link [R-STAT-01 R-STAT-03 R-STAT-04 R-STAT-05 R-STAT-06]', async () => {
    await read('/services', 'Services')
    await userEvent.click(main().getByRole('tab', { name: 'Car Tracking' }))
    expect(location.search).toBe('?tab=tracking')
    expect(mainText()).toContain('R4,800 per car for a fleet of 5, with installation and 2 years maintenance')
    expect(mainText()).toMatch(/once-off R5000/i)
    expect(mainText()).toMatch(/initial R2500 plus a R100 debit for 3 years/i)
    const features = within(main().getByRole('region', { name: 'What the tracker does' }))
    expect(features.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual([
      'Complete car control',
      'Live tracking',
      'Voice monitoring',
      'Record history',
      'Geofencing with speed limits',
      'Panic button',
    ])
    expect(features.getByText(/remote switch off/i)).toBeTruthy()
    expect(leadsTo('See subscriptions')).toBe('/subscriptions')
  })

  test('A link to the prices opens them [R-STAT-03]', async () => {
    await read('/services?tab=tracking', 'Services')
    expect(main().getByRole('heading', { name: 'Prices' })).toBeTruthy()
    await userEvent.click(main().getByRole('tab', { name: 'Services' }))
    expect(location.search).toBe('')
    expect(main().queryByRole('heading', { name: 'Prices' })).toBeNull()
  })
})

describe('About', () => {
  const figure = (name: string) => main().getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
  const counting: Server = (asked) => {
    if (asked.path === 'users/get-dealer-list')
      return { body: { success: true, msg: 'Success', data: [], totalCount: 1240 } }
    if (asked.path === 'users/all-active-user-count')
      return { body: { success: true, msg: 'Success', users_count: 56_789 } }
    return settingsServer(asked)
  }

  test('It says who we are and what the app does, in blocks [R-STAT-09 R-STAT-20]', async () => {
    await read('/about', 'About')
    expect(mainText()).toMatch(/marketplace for used and new cars/)
    const blocks = within(main().getByRole('region', { name: 'What makes it different' }))
    expect(blocks.getAllByRole('heading', { level: 3 }).length).toBeGreaterThanOrEqual(4)
  })

  test('Two figures are fixed, and the server counts active users and verified dealers [R-STAT-10 R-STAT-11 R-STAT-12 R-STAT-13 R-CONST-21]', async () => {
    const { asked } = await read('/about', 'About', counting)
    await waitFor(() => expect(figure('Verified Dealers')).toBe('1,240'))
    await waitFor(() => expect(figure('Active Users')).toBe('56,789'))
    expect([figure('Total Cars'), figure('Featured Vehicles')]).toEqual(['15000+', '150+'])
    expect(asked.find(({ path }) => path === 'users/get-dealer-list')?.body).toEqual({ page: 1, limit: 1 })
  })

  test('A figure that is not known is not made up [R-STAT-11 R-STAT-12]', async () => {
    await read('/about', 'About', settingsServer)
    expect([figure('Verified Dealers'), figure('Active Users')]).toEqual(['–Not known yet', '–Not known yet'])
    expect([figure('Total Cars'), figure('Featured Vehicles')]).toEqual(['15000+', '150+'])
  })

  test('Figures that were seen once are there without signal [R-STAT-11 R-STAT-12 R-PWA-33]', async () => {
    const { local, serve } = await read('/about', 'About', counting)
    await waitFor(() => expect(figure('Active Users')).toBe('56,789'))
    serve(() => undefined)
    const phone = await local.phone()
    await waitFor(async () => expect((await phone.cached('count:users'))?.value).toBe(56_789))
    expect((await phone.cached('count:dealers'))?.value).toBe(1240)
  })
})

describe('Privacy and terms', () => {
  test('The privacy policy names the data that is collected [R-STAT-16 R-STAT-20]', async () => {
    await read('/privacy', 'Privacy')
    const collected = main().getByRole('region', { name: 'The data we collect' }).textContent
    for (const what of ['full name', 'e-mail', 'mobile number', 'province', 'city', 'password', 'photos'])
      expect(collected).toContain(what)
  })

  test('It says how long undelivered messages are kept, and that no third party advertises [R-STAT-17 R-STAT-19]', async () => {
    await read('/privacy', 'Privacy')
    expect(mainText()).toContain('Undelivered messages are kept up to 30 days.')
    expect(mainText()).toContain('no third-party banner ads')
  })

  test('It says that an account is deleted in the app, and leads there [R-STAT-18 R-STAT-21]', async () => {
    await read('/privacy', 'Privacy')
    const how = within(main().getByRole('region', { name: 'Deleting your account' }))
    expect(how.getByText(/Account deletion is done in the app/)).toBeTruthy()
    expect(how.getByText(/“Delete my account”/)).toBeTruthy()
    expect(how.getByRole('link', { name: 'profile' }).getAttribute('href')).toBe('/profile')
    expect(how.getByRole('link', { name: 'straight there' }).getAttribute('href')).toBe('/account#delete')
  })

  test('The page says what stays on the phone and links to clearing it [R-STAT-16]', async () => {
    await read('/privacy', 'Privacy')
    expect(leadsTo('Storage on this phone')).toBe('/storage')
  })

  test('The terms are governed by South African law [R-STAT-15 R-NAV-51]', async () => {
    await read('/terms', 'Terms')
    expect(main().getByRole('region', { name: 'Governing law' }).textContent).toContain(
      'governed by South African law',
    )
  })

  test('The terms name the rules for ads as the form does [R-STAT-14 R-POST-17 R-POST-18 R-POST-19 R-POST-20 R-POST-21]', async () => {
    await read('/terms', 'Terms')
    const rules = main().getByRole('region', { name: 'Your ads' }).textContent
    for (const rule of [
      /right category/,
      /within 48 hours/,
      /watermarks/,
      /package deal/,
      /No e-mail or phone/,
    ])
      expect(rules).toMatch(rule)
  })
})
