import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  brands,
  browse,
  desktop,
  here,
  listingServer,
  partOf,
  type Part,
} from '../../support/listings-screen.tsx'
import { nothing } from '../../support/stage.tsx'

/** Time limit for loading the filters, which load on first use. */
const slow = { timeout: 15_000 }

/** Opens the filters as on a phone, and waits for their counts. */
async function openDrawer(address = '/listings') {
  const on = browse({ address })
  await userEvent.click(screen.getByRole('button', { name: /^Filters( · \d+)?$/ }))
  const drawer = partOf(await screen.findByRole('dialog', { name: 'Filters' }, slow))
  await drawer.findByRole('checkbox', { name: /^Toyota/ }, slow)
  return { ...on, drawer }
}
const section = (of: Part, name: string) => partOf(of.getByRole('group', { name }))
const labels = (of: Part) => of.getAllByRole('checkbox').map((c) => c.closest('label')?.textContent)

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('Where the filters are', () => {
  test('On a wide screen the panel shows beside the grid, without an opening button [R-LIST-08]', async () => {
    browse({ width: desktop })
    const panel = partOf(await screen.findByRole('complementary', { name: 'Filters' }))
    expect(await panel.findByRole('heading', { name: 'Price' }, slow)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Filters' }).parentElement?.className).toContain('wide:hidden')
  })

  test('The panel stays while other cars load and keeps what is typed in it', async () => {
    browse({ width: desktop })
    const panel = partOf(await screen.findByRole('complementary', { name: 'Filters' }))
    const typed = await panel.findByRole<HTMLInputElement>('searchbox', { name: 'Find a brand' }, slow)
    await userEvent.type(typed, 'toy')
    fireEvent.click(await panel.findByRole('checkbox', { name: /^Diesel/ }, slow))
    expect(screen.getByRole('list', { name: 'Loading cars' })).toBeTruthy()
    expect(panel.getByRole('searchbox', { name: 'Find a brand' })).toBe(typed)
    expect(typed.value).toBe('toy')
  })

  test('Up to 1024 px wide the panel is a drawer [R-LIST-09]', async () => {
    browse({ width: 1024 })
    await screen.findAllByRole('article')
    const panel = partOf(screen.getByRole('complementary', { name: 'Filters' }))
    expect(panel.queryByRole('heading', { name: 'Price' })).toBeNull()
  })

  test('From 1025 px on the panel stands beside the grid [R-LIST-09]', async () => {
    browse({ width: 1025 })
    const panel = partOf(screen.getByRole('complementary', { name: 'Filters' }))
    expect(await panel.findByRole('heading', { name: 'Price' }, slow)).toBeTruthy()
  })

  test('A floating button opens the drawer once the search box scrolls out of view [R-LIST-10]', async () => {
    let leave: (seen: boolean) => void = () => {}
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
          leave = (seen) => told([{ isIntersecting: seen }])
        }
        observe() {}
        disconnect() {}
      },
    )
    browse()
    await screen.findAllByRole('article')
    expect(screen.queryByRole('button', { name: 'Filters, open' })).toBeNull()
    act(() => leave(false))
    const floating = screen.getByRole('button', { name: 'Filters, open' })
    expect(floating.parentElement?.className).toContain('fixed')
    await userEvent.click(floating)
    expect(await screen.findByRole('dialog', { name: 'Filters' }, slow)).toBeTruthy()
  })

  test('The drawer closes by itself when the screen grows wider than 1024 px [R-LIST-11]', async () => {
    const { drawer } = await openDrawer()
    expect(drawer.getByRole('heading', { name: 'Filters' })).toBeTruthy()
    act(() => window.happyDOM?.setViewport({ width: 1025, height: 844 }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filters' })).toBeNull())
  })

  test('The first view requests only cards; counts and brands load when filters open', async () => {
    const { asked } = browse()
    await screen.findAllByRole('article')
    expect(asked.map((a) => a.path).filter((p) => p !== 'common/get-site-settings')).toEqual([
      'cars/get-car-list',
    ])
  })
})

describe('The sections of the filters', () => {
  test('All documented sections are there and expanded from the start [R-LIST-12 R-LIST-14]', async () => {
    const { drawer } = await openDrawer()
    const names = drawer.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)
    expect(names).toEqual([
      'Brand And Model',
      'Price',
      'Year',
      'Fuel',
      'Transmission',
      'Body Type',
      'Mileage',
      'Locations',
    ])
    for (const name of names) {
      expect(drawer.getByRole('heading', { name: name ?? '' }).closest('details')?.open).toBe(true)
    }
  })

  test('Fuel and transmission offer the documented options, most cars first and none last [R-VAL-09 R-VAL-10]', async () => {
    const { drawer } = await openDrawer()
    const fuel = labels(section(drawer, 'Fuel'))
    expect(new Set(fuel)).toEqual(
      new Set(['Petrol14', 'Diesel13', 'Hybrid13', 'Electric0', 'Gasoline0', 'LPG Autogas0']),
    )
    expect(fuel.slice(0, 3)).toEqual(['Petrol14', 'Diesel13', 'Hybrid13'])
    expect(new Set(labels(section(drawer, 'Transmission')))).toEqual(
      new Set(['Automatic14', 'Manual13', 'Semi-Automatic13']),
    )
  })

  test('Semi-Automatic finds the cars an ad calls Semi-Autometic [R-VAL-10]', async () => {
    const { drawer } = await openDrawer()
    await userEvent.click(drawer.getByRole('checkbox', { name: /^Semi-Automatic/ }))
    expect(here()).toBe('/listings?transmissiontypes=Semi-Automatic')
    expect(await drawer.findByRole('button', { name: 'Show 13 cars' })).toBeTruthy()
  })

  test('Years run from the current one to 2006, followed by "Older than 2006" [R-VAL-07 R-VAL-08]', async () => {
    const { drawer, searches } = await openDrawer()
    const years = labels(section(drawer, 'Year'))
    expect(years).toHaveLength(22)
    expect(years[0]).toBe('20262')
    expect(years.at(-2)).toBe('20061')
    expect(years.at(-1)).toBe('Older than 20063')
    await userEvent.click(drawer.getByRole('checkbox', { name: /^Older than 2006/ }))
    expect(here()).toBe('/listings?year=pre-2006')
    await waitFor(() => expect(searches().at(-1)).toMatchObject({ year: ['pre-2006'] }), { timeout: 15_000 })
  })

  test('Cities appear for the chosen provinces and leave with them [R-LIST-14 R-LIST-15]', async () => {
    const { drawer, asked } = await openDrawer()
    expect(drawer.queryByText('City in Gauteng')).toBeNull()
    await userEvent.click(await drawer.findByRole('checkbox', { name: /^Gauteng/ }))
    expect(await drawer.findByText('City in Gauteng')).toBeTruthy()
    expect(asked.find((a) => a.path.endsWith('get-cities-by-state-ids'))?.body).toEqual({
      state_ids: ['state-0'],
    })
    expect(drawer.queryByRole('checkbox', { name: /^Lekki/ })).toBeNull()
    await userEvent.click(drawer.getByRole('checkbox', { name: /^Pretoria/ }))
    expect(here()).toBe('/listings?province=Gauteng&city=Pretoria')
    await userEvent.click(drawer.getByRole('checkbox', { name: /^Gauteng/ }))
    expect(here()).toBe('/listings')
  })

  test('Mileage narrows the search, resets the page and stays out of the address [R-LIST-17 R-CONST-04 R-CONST-05]', async () => {
    const { drawer, searches } = await openDrawer('/listings?page=2')
    const upper = drawer.getByRole<HTMLInputElement>('slider', { name: 'Mileage range to' })
    expect([upper.min, upper.max, upper.value]).toEqual(['0', '200000', '200000'])
    fireEvent.change(upper, { target: { value: '60000' } })
    fireEvent.pointerUp(upper)
    expect(here()).toBe('/listings')
    await waitFor(() => expect(searches().at(-1)).toMatchObject({ max_kms: 60_000, page: 1 }), {
      timeout: 15_000,
    })
    expect(await drawer.findByRole('button', { name: 'Show 13 cars' })).toBeTruthy()
  })
})

describe('Brand and model', () => {
  test('Typing finds brands by the beginning of any of their words', async () => {
    const { drawer } = await openDrawer()
    await userEvent.type(drawer.getByRole('searchbox', { name: 'Find a brand' }), 'ben')
    expect(labels(section(drawer, 'Brand And Model'))).toEqual(['Mercedes-Benz6'])
  })

  test('Brands show their number of cars, and those without any come last, dimmed', async () => {
    const { drawer } = await openDrawer()
    const rows = section(drawer, 'Brand And Model').getAllByRole('checkbox')
    expect(rows.map((r) => r.closest('label')?.textContent)).toEqual([
      'Toyota21',
      'BMW13',
      'Mercedes-Benz6',
      'Daewoo0',
    ])
    expect(rows.at(-1)?.closest('label')?.className).toContain('text-ink-3')
  })

  test('Models unfold; choosing one chooses its brand; removing the brand drops them [R-STATE-10]', async () => {
    const { drawer } = await openDrawer('/listings?brands=BMW&models=X5')
    await userEvent.click(drawer.getByRole('button', { name: 'Models of Toyota' }))
    await userEvent.click(drawer.getByRole('checkbox', { name: /^Hilux/ }))
    expect(here()).toBe('/listings?brands=BMW,Toyota&models=X5,Hilux')
    await userEvent.click(drawer.getByRole('checkbox', { name: /^Toyota/ }))
    expect(here()).toBe('/listings?brands=BMW&models=X5')
  })

  test('Ids in the address are understood as the brands they name [R-LIST-02]', async () => {
    const { drawer } = await openDrawer(`/listings?brands=${brands[1]?._id}`)
    expect(drawer.getByRole<HTMLInputElement>('checkbox', { name: /^BMW/ }).checked).toBe(true)
    await userEvent.click(drawer.getByRole('checkbox', { name: /^BMW/ }))
    expect(here()).toBe('/listings')
  })
})

describe('The drawer as a whole', () => {
  test('The drawer’s button counts every change, and the list behind follows after a pause', async () => {
    const { drawer } = await openDrawer()
    expect(await drawer.findByRole('button', { name: 'Show 40 cars' })).toBeTruthy()
    await userEvent.click(drawer.getByRole('checkbox', { name: /^Diesel/ }))
    expect(await drawer.findByRole('button', { name: 'Show 13 cars' })).toBeTruthy()
    await userEvent.click(drawer.getByRole('button', { name: 'Show 13 cars' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filters' })).toBeNull())
    expect(await screen.findByText('13 cars', { selector: 'output' })).toBeTruthy()
  })

  test('While the next number is on its way the last one stays', async () => {
    const { drawer, serve } = await openDrawer()
    await drawer.findByRole('button', { name: 'Show 40 cars' })
    serve(nothing)
    await userEvent.click(drawer.getByRole('checkbox', { name: /^Diesel/ }))
    expect(drawer.getByRole('button', { name: 'Show 40 cars' })).toBeTruthy()
    serve(listingServer)
  })

  test('Without any car, the drawer’s button gives way to counts without each filter', async () => {
    const { drawer } = await openDrawer('/listings?brands=Daewoo&fueltypes=Diesel')
    expect(await drawer.findByText('No cars – loosen:')).toBeTruthy()
    expect(drawer.queryByRole('button', { name: /^Show \d/ })).toBeNull()
    const way = await drawer.findByRole('button', { name: 'Without Daewoo: 13 cars' })
    await drawer.findByRole('button', { name: 'Without Diesel: 0 cars' })
    const ways = drawer.getAllByRole('button', { name: /^Without / }).map((b) => b.textContent)
    expect(ways).toEqual(['Without Daewoo: 13 cars', 'Without Diesel: 0 cars'])
    await userEvent.click(way)
    expect(here()).toBe('/listings?fueltypes=Diesel')
    expect(await drawer.findByRole('button', { name: 'Show 13 cars' })).toBeTruthy()
  })

  test('Clear All returns to /listings with the defaults and the first order [R-LIST-16 R-STATE-11]', async () => {
    const { drawer, searches } = await openDrawer(
      '/listings?brands=BMW&types=SUV&maxprice=900000&sortby=price_low_high&page=2',
    )
    await userEvent.click(drawer.getByRole('button', { name: 'Clear All' }))
    expect(here()).toBe('/listings')
    await waitFor(
      () =>
        expect(searches().at(-1)).toMatchObject({
          make: [],
          bodytype: [],
          min_price: 0,
          max_price: 5_000_000,
          sortBy: 'most_recent',
          page: 1,
        }),
      { timeout: 15_000 },
    )
  })

  test('One visit to the drawer is one step back, however many filters were chosen', async () => {
    const { drawer } = await openDrawer()
    const before = window.history.length
    // Nothing to clear yet: the first choice is still a step of its own.
    await userEvent.click(drawer.getByRole('button', { name: 'Clear All' }))
    expect(window.history.length).toBe(before)
    await userEvent.click(drawer.getByRole('checkbox', { name: /^Diesel/ }))
    await userEvent.click(drawer.getByRole('checkbox', { name: /^Petrol/ }))
    await userEvent.click(drawer.getByRole('checkbox', { name: /^Hybrid/ }))
    expect(window.history.length).toBe(before + 1)
  })
})
