import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { matchingRoute } from '../../../src/app/navigation/matching-route.ts'
import { cutDescription, siteDescription } from '#contract/heads/head.ts'
import { writeHead } from '../../../src/app/navigation/browser-head.ts'
import { appRoutes } from '../../../src/app/routes.ts'
import { ownCar, serverOf, world } from '../../support/profile.tsx'
import { openApp, samplePerson } from '../../support/shell.tsx'

const main = () => within(screen.getByRole('main'))
const heading = (name: string | RegExp) =>
  screen.findByRole('heading', { level: 1, name }, { timeout: 15_000 })

describe('Addresses', () => {
  test('Every documented address is known, and matches exactly except for /thankyou [R-NAV-01 R-PWA-13]', () => {
    const known = [
      '/',
      '/listings',
      '/listing/a-car',
      '/dealers',
      '/dealer/7',
      '/blog',
      '/blog/a-post',
      '/insurance',
      '/book-test-drive',
      '/login',
      '/register',
      '/forgot-password',
      '/reset-password/t',
      '/user/verify/t',
      '/subscriptions',
      '/profile',
      '/chat',
      '/post/ad',
      '/post/ad/7',
      '/services',
      '/about',
      '/privacy',
      '/terms',
      '/faqs',
      '/contact',
      '/thankyou',
    ]
    expect(known.filter((path) => !matchingRoute(appRoutes, path))).toEqual([])
    const strange = known
      .filter((path) => path !== '/' && path !== '/thankyou')
      .map((path) => `${path}/and/more`)
    expect(strange.filter((path) => matchingRoute(appRoutes, path))).toEqual([])
    expect(matchingRoute(appRoutes, '/thankyou/and/more')?.path).toBe('/thankyou')
    expect(matchingRoute(appRoutes, '/thankyous')).toBeUndefined()
  })

  test('The table and the router agree on what an address shows', async () => {
    for (const address of ['/dealer/7', '/post/ad', '/post/ad/7', '/thankyou/x']) {
      const { unmount } = openApp(address)
      const title = matchingRoute(appRoutes, address)?.title ?? ''
      await waitFor(() => expect(document.title).toMatch(new RegExp(`^${title.slice(0, 5)}`, 'i')))
      unmount()
    }
  })

  test('/listings opens the search results [R-NAV-03]', async () => {
    openApp('/listings')
    expect(await screen.findByRole('navigation', { name: 'Breadcrumb' }, { timeout: 15_000 })).toBeTruthy()
    expect(main().getByText('Listing')).toBeTruthy()
  })

  test('/listing/{slug} asks the server for that car [R-NAV-04]', async () => {
    const { asked } = openApp('/listing/2021-toyota-fortuner')
    await waitFor(
      () => expect(asked.map((call) => call.path)).toContain('cars/get-single-car/2021-toyota-fortuner'),
      { timeout: 15_000 },
    )
  })

  test('/login opens the sign-in form [R-NAV-11]', async () => {
    openApp('/login')
    expect(await screen.findByLabelText('E-mail', {}, { timeout: 15_000 })).toBeTruthy()
    expect(screen.getByLabelText('Password')).toBeTruthy()
  })

  test('/register opens the form to sign up, /forgot-password the one for a new password [R-NAV-12 R-NAV-13]', async () => {
    for (const [address, title] of [
      ['/register', 'Register'],
      ['/forgot-password', 'Forgot password'],
    ] as const) {
      const { unmount } = openApp(address)
      await heading(title)
      expect(await main().findByLabelText('E-mail')).toBeTruthy()
      unmount()
    }
  })

  test('/profile opens the profile area of somebody signed in [R-NAV-17]', async () => {
    openApp('/profile', { person: samplePerson })
    expect(await main().findByRole('tab', { name: 'Favourite Ads' }, { timeout: 15_000 })).toBeTruthy()
  })

  test('/post/ad opens the form of a new ad, with nothing in it [R-NAV-19]', async () => {
    openApp('/post/ad', { person: samplePerson })
    await heading('Introduce your car')
    expect(main().getByRole('button', { name: 'Publish My Ad' })).toBeTruthy()
    expect(main().getByLabelText<HTMLInputElement>('Title').value).toBe('')
  })

  test('/post/ad/{id} opens that ad of somebody signed in, to be edited [R-NAV-20]', async () => {
    const cars = [1, 2].map((n) => ownCar(n, { title: `Ad number ${n}` }))
    for (const { _id: id, title } of cars) {
      const { unmount } = openApp(`/post/ad/${id}`, {
        person: samplePerson,
        server: serverOf(world({ cars })),
      })
      await heading('Edit your ad')
      expect(main().getByRole('button', { name: 'Update My Ad' })).toBeTruthy()
      expect(main().getByLabelText<HTMLInputElement>('Title').value).toBe(title)
      unmount()
    }
  })

  test('An unknown address says "Page not found", is titled 404 and leads Home [R-NAV-29]', async () => {
    openApp('/no/such/page')
    await heading('Page not found')
    expect(document.title).toContain('404')
    expect(main().getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
    expect(document.head.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  })
})

describe('The head of a page', () => {
  test('A description is cut at 160 characters, at a word [R-NAV-48]', () => {
    const long = 'A steady car with one owner and a full service history. '.repeat(6)
    const cut = cutDescription(long, limits.metaDescription)
    expect(cut.length).toBeLessThanOrEqual(160)
    expect(cut.endsWith('…')).toBe(true)
    expect(long.startsWith(cut.slice(0, -1))).toBe(true)
    expect(long[cut.length - 1]).toMatch(/\s/)
    expect(cutDescription('Short enough.', 160)).toBe('Short enough.')
  })

  test('A page without its own description shows the site’s, not the previous page’s [R-NAV-48]', () => {
    document.head.innerHTML = '<meta name="description" content="Of the first page.">'
    const how = { brand: 'Autokin', mostDescription: 160 }
    const said = () => document.head.querySelector('meta[name=description]')?.getAttribute('content')
    writeHead(document, { title: 'Hilux', description: 'A steady car.' }, how)
    expect(said()).toBe('A steady car.')
    writeHead(document, { title: 'Terms' }, how)
    expect(said()).toBe(siteDescription)
  })

  test("The title carries the product's name from the settings [R-NAV-47]", async () => {
    openApp('/terms')
    await waitFor(() => expect(document.title).toBe('Terms | Autokin'))
  })
})

describe('Following a link', () => {
  const follow = async (name: string) => {
    fireEvent.click(main().getByRole('link', { name }))
    await waitFor(() => expect(location.pathname).not.toBe('/faqs'))
  }

  test('A plain link changes the screen without a reload and focuses its heading', async () => {
    openApp('/faqs')
    await heading('FAQs')
    await follow('Browse cars')
    expect(location.pathname).toBe('/listings')
    await waitFor(() => expect(document.activeElement?.matches('main h1, main')).toBe(true), {
      timeout: 15_000,
    })
  })

  test.each([
    ['another site', '<a href="https://example.com/listings">x</a>', {}],
    ['a new tab', '<a href="/listings" target="_blank">x</a>', {}],
    ['a download', '<a href="/listings" download>x</a>', {}],
    ['the API', '<a href="/api/v1/cars">x</a>', {}],
    ['the feed of new cars', '<a href="/listings.rss">x</a>', {}],
    ['a held key', '<a href="/listings">x</a>', { ctrlKey: true }],
  ])('A link to %s stays with the browser', async (_, html, keys) => {
    openApp('/faqs')
    await heading('FAQs')
    const box = document.createElement('div')
    box.innerHTML = html
    document.body.append(box)
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys })
    // This listener comes last, and prevents the navigation away from the test's page.
    let ours = false
    const look = (e: Event) => {
      ours = e.defaultPrevented
      e.preventDefault()
    }
    window.addEventListener('click', look)
    box.querySelector('a')?.dispatchEvent(event)
    window.removeEventListener('click', look)
    box.remove()
    expect(ours).toBe(false)
    expect(location.pathname).toBe('/faqs')
  })
})
