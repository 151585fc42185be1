import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { listingDefaults, type ListingState } from '#catalogue'
import { PullToRefresh } from '#ui/layer/pull-to-refresh.tsx'
import { suggestLooserSearches } from '../../../src/features/browse/results/loosen.tsx'
import { appliedFilters } from '#parts/search/applied.ts'
import { readPieces } from '#parts/search/read-search.ts'
import { browse, here, reference } from '../../support/listings-screen.tsx'

const slow = { timeout: 15_000 }
const ways = () => screen.getAllByRole('button', { name: /^Without / }).map((b) => b.textContent)

describe('The ways out of a search without cars', () => {
  test('Say how many cars each filter taken away would bring, most first [R-LIST-24]', async () => {
    browse({ address: '/listings?brands=Daewoo&types=SUV' })
    await screen.findByRole('button', { name: 'Without Daewoo: 14 cars' }, slow)
    await waitFor(() => expect(ways()).toEqual(['Without Daewoo: 14 cars', 'Without SUV: 0 cars']))
  })

  test('When no single filter is to blame, the page offers pairs that bring cars', async () => {
    browse({ address: '/listings?brands=Daewoo&types=Pickup&fueltypes=Electric' })
    const way = await screen.findByRole('button', { name: 'Without Daewoo and Electric: 7 cars' }, slow)
    await waitFor(() => expect(ways()).toEqual(['Without Daewoo and Electric: 7 cars']))
    await userEvent.click(way)
    expect(here()).toBe('/listings?types=Pickup')
    expect(await screen.findAllByRole('article')).toHaveLength(7)
  })

  test('When two are not enough either, each alone is offered', () => {
    const state = {
      ...listingDefaults,
      make: ['Daewoo'],
      year: ['1990'],
      bodytype: ['SUV'],
      fueltype: ['LPG'],
    }
    const applied = appliedFilters(state, { money: String, brands: undefined })
    const none = new Map<string, number>()
    for (const way of suggestLooserSearches(applied, none)) none.set(way.key, 0)
    for (const way of suggestLooserSearches(applied, none)) none.set(way.key, 0)
    const alone = suggestLooserSearches(applied, none)
    expect(alone.map((w) => w.words)).toEqual(['Only Daewoo', 'Only SUV', 'Only 1990', 'Only LPG'])
    expect(alone[1]?.next).toEqual({ ...listingDefaults, bodytype: ['SUV'], within_km: undefined })
  })

  test('Of a model that is not for sale its make’s other cars come first', () => {
    const search = 'toyota hilux before 1990'
    const state: ListingState = { ...listingDefaults, search }
    const applied = appliedFilters(state, {
      money: String,
      brands: undefined,
      pieces: readPieces(search, reference),
    })
    const counts = new Map(suggestLooserSearches(applied, new Map()).map((way, i) => [way.key, i + 1]))
    const [near, ...others] = suggestLooserSearches(applied, counts)
    expect([near?.words, near?.next.search]).toEqual(['Other Toyota', 'Toyota before 1990'])
    expect(others.map((way) => way.words)).toEqual(['Without before 1990', 'Without Hilux'])
    const none = new Map([...counts].map(([key, n]) => [key, key.startsWith('near') ? 0 : n]))
    expect(suggestLooserSearches(applied, none).at(-1)?.words).toBe('Other Toyota')
  })

  test.each(['q=matiz', 'q=daewoo+matiz', 'brands=Daewoo&models=Matiz'])(
    'A model that nobody sells now is named in the heading: %s',
    async (address) => {
      browse({ address: `/listings?${address}` })
      expect(await screen.findByRole('heading', { name: 'No Matiz for sale now' }, slow)).toBeTruthy()
    },
  )

  test('With more asked than a model, nobody can say that it is the model', async () => {
    browse({ address: '/listings?q=matiz+diesel' })
    expect(await screen.findByRole('button', { name: 'Other Daewoo: 0 cars' }, slow)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'No Data found...' })).toBeTruthy()
  })

  test('A model that nobody lists can be waited for when nothing near fits', async () => {
    browse({ address: '/listings?q=venza+under+1000' })
    expect(await screen.findByRole('heading', { name: 'No Venza for sale now' }, slow)).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Tell me when one is for sale' }, slow)).toBeTruthy()
  })

  test('A model whose name two brands use is that of the chosen brand', () => {
    const brands = ['Abarth', 'Fiat'].map((maketitle) => ({
      _id: `${maketitle}-id`,
      maketitle,
      count_models: 1,
      models: [{ _id: `${maketitle}-500`, modeltitle: '500' }],
    }))
    const modelOf = (make: string[], model: string) =>
      appliedFilters({ ...listingDefaults, make, model: [model] }, { money: String, brands }).at(-1)?.model
    expect(modelOf(['Fiat'], '500')).toBe('Fiat 500')
    expect(modelOf(['Fiat-id'], '500')).toBe('Fiat 500')
    expect(modelOf([], 'Fiat-500')).toBe('Fiat 500')
    expect(modelOf([], '500')).toBe('Abarth 500')
  })

  test('A limit is called by its name, and the distance is none that narrows', () => {
    const state: ListingState = {
      ...listingDefaults,
      max_price: 900_000,
      max_kms: 20_000,
      city: ['Pretoria'],
      within_km: 50,
    }
    const applied = appliedFilters(state, { money: (n) => `₦${n}`, brands: undefined })
    expect(suggestLooserSearches(applied, new Map()).map((w) => w.words)).toEqual([
      'Without the price limit',
      'Without the mileage limit',
      'Without Pretoria',
    ])
  })
})

describe('Asking anew', () => {
  test('A button beside the count asks the server again for the same cars', async () => {
    const { searches } = browse({ address: '/listings?types=SUV' })
    await screen.findAllByRole('article')
    const before = searches().length
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(searches()).toHaveLength(before + 1))
    expect(searches().at(-1)).toEqual(searches()[0])
    expect(screen.getAllByRole('article')).not.toHaveLength(0)
  })

  const finger = (y: number, x = 100) => ({ touches: [{ clientX: x, clientY: y }] })
  function pull(to: number, x = 100) {
    fireEvent.touchStart(document.body, finger(100))
    fireEvent.touchMove(document.body, finger(100 + (to - 100) / 2, x))
    fireEvent.touchMove(document.body, finger(to, x))
    fireEvent.touchEnd(document.body, { touches: [] })
  }
  test('A far enough pull at the top refreshes the list without a reload', () => {
    const onPull = vi.fn<() => void>()
    const { unmount } = render(<PullToRefresh busy={false} onPull={onPull} />)
    expect(document.documentElement.style.overscrollBehaviorY).toBe('contain')
    pull(180)
    expect(onPull).not.toHaveBeenCalled()
    pull(300)
    expect(onPull).toHaveBeenCalledTimes(1)
    expect(screen.getByText('Refreshing')).toBeTruthy()
    unmount()
    expect(document.documentElement.style.overscrollBehaviorY).toBe('')
  })

  test('A sideways swipe or a pull elsewhere or during a refresh does nothing', () => {
    const onPull = vi.fn<() => void>()
    const { rerender } = render(<PullToRefresh busy={false} onPull={onPull} />)
    pull(300, 400)
    window.scrollY = 200
    pull(300)
    window.scrollY = 0
    rerender(<PullToRefresh busy onPull={onPull} />)
    pull(300)
    expect(onPull).not.toHaveBeenCalled()
  })
})
