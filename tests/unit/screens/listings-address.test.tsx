import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { readListQuery } from '#contract/list-query.ts'
import { browse, here, listingServer } from '../../support/listings-screen.tsx'
import { sampleNow } from '../../support/sample-car.ts'
import { openApp as wholeApp, settingsServer } from '../../support/shell.tsx'
import { nothing, stage } from '../../support/stage.tsx'

const count = (words: string) => screen.findByText(words, { selector: 'output' })

describe('The address of /listings is the search', () => {
  test('Without parameters the search has the documented defaults [R-LIST-03 R-LIST-04 R-LIST-05 R-LIST-06 R-LIST-30 R-CONST-03]', async () => {
    const { searches } = browse()
    await count('40 cars')
    expect(searches()[0]).toMatchObject({
      min_price: 0,
      max_price: 5_000_000,
      page: 1,
      limit: 15,
      sortBy: 'most_recent',
      make: [],
      bodytype: [],
    })
  })

  test('Every documented parameter reaches the server, lists as comma lists [R-LIST-01 R-LIST-02 R-LIST-18]', async () => {
    const { searches } = browse({
      address:
        '/listings?brands=Toyota,BMW&models=Hilux&year=2020,pre-2006&types=SUV,Pickup&fueltypes=Diesel&transmissiontypes=Manual&province=Gauteng&city=Pretoria&minprice=1000&maxprice=900000&page=2&sortby=price_low_high',
    })
    await waitFor(() => expect(searches()).toHaveLength(1))
    expect(searches()[0]).toMatchObject({
      make: ['Toyota', 'BMW'],
      model: ['Hilux'],
      year: ['2020', 'pre-2006'],
      bodytype: ['SUV', 'Pickup'],
      fueltype: ['Diesel'],
      transmission: ['Manual'],
      province: ['Gauteng'],
      city: ['Pretoria'],
      min_price: 1000,
      max_price: 900_000,
      page: 2,
      sortBy: 'price_low_high',
    })
  })

  test('Unreadable values fall back to defaults and swapped prices are reordered, without an error [R-VAL-11]', async () => {
    const { searches } = browse({
      address: '/listings?page=-3&sortby=cheapest&minprice=900000&maxprice=1000&year=abc',
    })
    await waitFor(() => expect(searches()).toHaveLength(1))
    expect(searches()[0]).toMatchObject({
      page: 1,
      sortBy: 'most_recent',
      min_price: 1000,
      max_price: 900_000,
    })
    expect(screen.queryByText('The cars could not be loaded')).toBeNull()
  })

  test('A filter rewrites the address, returns to page 1 and marks the old count [R-LIST-17 R-STATE-08]', async () => {
    const { searches } = browse({ address: '/listings?page=3' })
    await count('40 cars')
    fireEvent.click(screen.getByRole('button', { name: 'Automatic' }))
    expect(here()).toBe('/listings?transmissiontypes=Automatic')
    expect(screen.getByRole('list', { name: 'Loading cars' })).toBeTruthy()
    const before = screen.getByText('40 cars', { selector: 'output' })
    expect(before.textContent).toBe('40 cars, counting again')
    expect(before.title).toBe('The last count. Counting again …')
    const now = await count('14 cars')
    expect(now.textContent).toBe('14 cars')
    expect(now.title).toBe('')
    expect(searches().at(-1)).toMatchObject({ transmission: ['Automatic'], page: 1 })
  })

  test('Another order goes back to page 1 as well and is in the address [R-LIST-17 R-LIST-19 R-STATE-08]', async () => {
    browse({ address: '/listings?page=2' })
    await count('40 cars')
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Price: high to low')
    expect(here()).toBe('/listings?sortby=price_high_low')
    expect((await screen.findAllByRole('article'))[0]?.textContent).toContain('₦6,000,000')
  })

  test('Back brings the former filters and page, and the address keeps being read [R-LIST-18]', async () => {
    browse({ address: '/listings?page=2' })
    await count('40 cars')
    await userEvent.click(screen.getByRole('button', { name: 'Diesel' }))
    await count('13 cars')
    act(() => {
      // happy-dom does not restore the address on Back.
      window.history.replaceState(null, '', '/listings?page=2')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await count('40 cars')
    expect(screen.queryByRole('button', { name: 'Remove Diesel' })).toBeNull()
    expect(screen.getByRole('heading', { name: 'Results, page 2' })).toBeTruthy()
  })

  test('Free words are part of the search and of the address', async () => {
    const { searches } = browse()
    await count('40 cars')
    await userEvent.type(screen.getByRole('combobox', { name: 'Search cars' }), 'hilux 2026{Enter}')
    expect(here()).toBe('/listings?q=hilux+2026')
    await waitFor(() => expect(searches().at(-1)).toMatchObject({ search: 'hilux 2026' }))
  })

  test('A removed chip takes exactly its filter away', async () => {
    browse({ address: '/listings?types=SUV&fueltypes=Diesel&maxprice=900000' })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Diesel' }))
    expect(here()).toBe('/listings?types=SUV&maxprice=900000')
    await userEvent.click(screen.getByRole('button', { name: 'Remove Up to ₦900,000' }))
    expect(here()).toBe('/listings?types=SUV')
  })

  test('A lowercase brand shows its own spelling, also offline; an unknown one says so [R-LIST-18 R-PWA-35]', async () => {
    const address = '/listings?brands=bmw,lada&models=x5'
    const names = async () => {
      await screen.findByRole('button', { name: 'Remove BMW' }, { timeout: 15_000 })
      return screen.getAllByRole('button', { name: /^Remove/ }).map((b) => b.getAttribute('aria-label'))
    }
    const powers = { now: () => sampleNow, indexedDB: new IDBFactory() }
    const first = browse({ on: stage(listingServer, powers), address: '/listings?brands=bmw' })
    expect(await names()).toEqual(['Remove BMW'])
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('BMW cars for sale')
    await waitFor(() => expect(first.local.holding.get()).toBe(true), { timeout: 15_000 })
    first.unmount()
    browse({ on: stage(nothing, powers), address })
    expect(await names()).toEqual(['Remove BMW', 'Remove Unknown brand: lada', 'Remove X5'])
    expect(here()).toBe(address)
  })

  test('A brand taken away takes its own models along and leaves those of others [R-STATE-10]', async () => {
    browse({ address: '/listings?brands=Toyota,BMW&models=Hilux,X5' })
    await screen.findAllByRole('article')
    await screen.findByRole('button', { name: 'Remove Hilux' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove X5' })).toBeTruthy())
    await userEvent.click(screen.getByRole('button', { name: 'Remove Toyota' }))
    expect(here()).toBe('/listings?brands=BMW&models=X5')
  })
})

describe('The pages of a search', () => {
  test('The pager links to real addresses and turning a page loads it [R-LIST-21 R-STATE-09]', async () => {
    const { searches } = browse({ address: '/listings?types=SUV,Sedan' })
    await screen.findAllByRole('article')
    const next = screen.getByRole('link', { name: 'Next page' })
    expect(next.getAttribute('href')).toBe('/listings?types=SUV,Sedan&page=2')
    fireEvent.click(next)
    expect(here()).toBe('/listings?types=SUV,Sedan&page=2')
    expect(screen.getByRole('list', { name: 'Loading cars' })).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Results, page 2')
    await screen.findAllByRole('article')
    expect(searches().at(-1)).toMatchObject({ page: 2 })
  })

  test('A field that leads back to page 1 keeps the focus', async () => {
    browse({ address: '/listings?page=2' })
    await count('40 cars')
    const sort = screen.getByLabelText('Sort by')
    act(() => sort.focus())
    await userEvent.selectOptions(sort, 'Price: high to low')
    expect(here()).toBe('/listings?sortby=price_high_low')
    expect(document.activeElement).toBe(sort)
  })

  test('Where the chip that had the focus is gone, the results have it', async () => {
    browse({ address: '/listings?fueltypes=Diesel' })
    await count('13 cars')
    await userEvent.click(screen.getByRole('button', { name: 'Remove Diesel' }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Results' }))
  })

  test('The same search made again is no second step back', async () => {
    browse()
    await count('40 cars')
    const before = window.history.length
    const box = () => screen.getByRole('combobox', { name: 'Search cars' })
    await userEvent.type(box(), 'hilux{Enter}')
    await userEvent.type(box(), '{Enter}')
    expect(here()).toBe('/listings?q=hilux')
    expect(window.history.length).toBe(before + 1)
  })

  test('A page past the last one says so and leads back', async () => {
    browse({ address: '/listings?page=90' })
    expect(await screen.findByText('No Data found...')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Go to the first page' }))
    expect(here()).toBe('/listings')
    expect(await screen.findAllByRole('article')).toHaveLength(15)
  })

  test('Cars of the former search are gone while the next ones load [R-STATE-08]', async () => {
    browse()
    expect(await screen.findAllByRole('article')).toHaveLength(15)
    fireEvent.click(screen.getByRole('button', { name: 'Pickup' }))
    expect(screen.queryAllByRole('article')).toHaveLength(0)
    await screen.findAllByRole('article')
  })
})

describe('Leaving /listings', () => {
  afterEach(() => void vi.restoreAllMocks())
  const goTo = (address: string) => act(() => navigate(address))
  const elsewhere = async () => {
    goTo('/faqs')
    await screen.findByRole('heading', { level: 1, name: 'FAQs' })
  }
  /** Opens the whole app; its memory survives its screens. */
  async function openApp(address: string) {
    const on = wholeApp(address, { server: (asked) => listingServer(asked) ?? settingsServer(asked) })
    await screen.findAllByRole('article')
    const searches = () =>
      on.asked
        .filter((a) => a.path === 'cars/get-car-list')
        .map((a) => readListQuery(a.body))
        .filter((q) => !q.facets)
    return { ...on, searches }
  }

  test('A different search starts without old cars, counts or filters and asks the server [R-STATE-07]', async () => {
    const { searches } = await openApp('/listings?fueltypes=Diesel&page=1')
    await count('13 cars')
    await elsewhere()
    expect(screen.queryAllByRole('article')).toEqual([])
    const before = searches().length
    goTo('/listings?types=Pickup')
    expect(screen.queryAllByRole('article')).toEqual([])
    expect(screen.getByRole('list', { name: 'Loading cars' })).toBeTruthy()
    expect(screen.getByText('Loading cars', { selector: 'output *' }).textContent).toBe('Loading cars')
    expect(screen.queryByText(/13 cars/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove Diesel' })).toBeNull()
    await screen.findAllByRole('article')
    expect(searches().slice(before)).toEqual([
      expect.objectContaining({ bodytype: ['Pickup'], fueltype: [], page: 1 }),
    ])
  })

  test('The same search shows its saved results at once and refreshes stale ones [R-STATE-07]', async () => {
    const { searches } = await openApp('/listings?fueltypes=Diesel')
    await count('13 cars')
    const titles = () => screen.getAllByRole('article').map((a) => a.textContent)
    const before = titles()
    await elsewhere()
    const asked = searches().length
    const now = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
    goTo('/listings?fueltypes=Diesel')
    expect(titles()).toEqual(before)
    await waitFor(() =>
      expect(searches().slice(asked)).toEqual([expect.objectContaining({ fueltype: ['Diesel'] })]),
    )
  })
})
