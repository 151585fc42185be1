import { CompareButton } from '../../../src/parts/saved-cars/compare-button.tsx'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Route } from 'wouter'
import { CarDetailScreen } from '../../../src/app/screens/car-detail.tsx'
import { SavedScreen } from '../../../src/features/saved/index.ts'
import { ViewedScreen } from '../../../src/features/saved/index.ts'
import { carServer, city, fortuner, haval, lookedAt, newStage, show } from '../../support/saved-cars.tsx'
import { sampleNow } from '../../support/sample-car.ts'
import { OnStage } from '../../support/stage.tsx'

const hour = 3_600_000
const titles = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
const carPage = (
  <Route path="/listing/:slug">
    <CarDetailScreen />
  </Route>
)
const seen = async (on: ReturnType<typeof newStage>) =>
  (await (await on.local.load()).phone.cachedCars()).value.viewed.map((car) => car.slug)

describe('The cars looked at', () => {
  test('show offline, latest first, with their age and whether they are sold [R-PWA-33]', async () => {
    const on = newStage()
    await lookedAt(on, [city], sampleNow - 3 * hour)
    await lookedAt(on, [{ ...haval, status: 'sold' }], sampleNow - 8 * 24 * hour)
    await lookedAt(on, [fortuner])
    show(on, '/viewed', <ViewedScreen />)
    await waitFor(() =>
      expect(titles()).toEqual(['2021 Toyota Fortuner 2.8 GD-6', '2024 Haval H9', '2006 Honda City']),
    )
    const [fresh, sold, older] = screen.getAllByRole('article').map((card) => within(card))
    expect(fresh?.queryByText(/ago|Saved/)).toBeNull()
    expect(sold?.getByText('Sold')).toBeTruthy()
    expect(sold?.getByText('may be sold')).toBeTruthy()
    expect(older?.getByText('3 h ago')).toBeTruthy()
  })

  test('are forgotten on request, and come back when that was not meant', async () => {
    const on = newStage()
    await lookedAt(on, [city, haval])
    show(on, '/viewed', <ViewedScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }))
    expect(await screen.findByText('No cars looked at yet')).toBeTruthy()
    expect(await seen(on)).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(titles()).toEqual(['2024 Haval H9', '2006 Honda City']))
    expect(on.asked.filter(({ path }) => path.startsWith('cars/'))).toEqual([])
  })

  test('Choosing begins with no car that is not on the screen', async () => {
    const on = newStage()
    const cars = Array.from({ length: 14 }, (_, n) => ({ ...city, _id: `city-${n}`, slug: `city-${n}` }))
    for (const car of cars) await lookedAt(on, [car])
    await (await on.local.load()).compare(['city-0', 'city-13'])
    show(on, '/saved', <SavedScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Compare' }))
    expect(screen.getByText('1 chosen, tick one more')).toBeTruthy()
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
  })

  test('A phone without any says how they come to be here', async () => {
    show(newStage(), '/viewed', <ViewedScreen />)
    expect(await screen.findByText('No cars looked at yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Meet the cars' }).getAttribute('href')).toBe('/listings')
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })
})

describe('On a car’s page', () => {
  test('the other recently viewed cars show at the end with a link to all', async () => {
    const on = newStage(carServer)
    await lookedAt(on, [city, haval, fortuner])
    show(on, '/listing/haval-h9', carPage)
    const row = within(await screen.findByRole('region', { name: /^Recently viewed/ }))
    await waitFor(() =>
      expect(row.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual([
        '2021 Toyota Fortuner 2.8 GD-6',
        '2006 Honda City',
      ]),
    )
    expect(row.getByRole('link', { name: /^See all/ }).getAttribute('href')).toBe('/viewed')
    await waitFor(async () => expect(await seen(on)).toEqual(['haval-h9', 'toyota-fortuner', 'honda-city']))
  })

  test('a car can join and leave the comparison, which is linked there', async () => {
    const on = newStage(carServer)
    await (await on.local.load()).compare(['honda-city'])
    show(on, '/listing/haval-h9', carPage)
    await userEvent.click(await screen.findByRole('button', { name: 'Compare 2024 Haval H9' }))
    const pressed = await screen.findByRole('button', { name: 'Comparing 2024 Haval H9' })
    expect(pressed.getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('link', { name: 'See all 2 side by side' }).getAttribute('href')).toBe(
      '/compare?cars=honda-city,haval-h9',
    )
    await userEvent.click(pressed)
    await screen.findByRole('button', { name: 'Compare 2024 Haval H9' })
    expect(on.local.views.get().comparing).toEqual(['honda-city'])
  })

  test('cars tapped before a slow store is open are all in the comparison', async () => {
    const on = newStage(carServer)
    let open = () => {}
    const opened = new Promise<void>((go) => (open = go))
    render(
      <OnStage local={{ ...on.local, load: () => opened.then(on.local.load) }}>
        <CompareButton slug="honda-city" title="Honda City" />
        <CompareButton slug="haval-h9" title="Haval H9" />
      </OnStage>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Compare Honda City' }))
    await userEvent.click(screen.getByRole('button', { name: 'Compare Haval H9' }))
    open()
    expect(await screen.findByRole('button', { name: 'Comparing Honda City' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Comparing Haval H9' })).toBeTruthy()
  })

  test('a fifth car is not put beside four: it says why', async () => {
    const on = newStage(carServer)
    await (await on.local.load()).compare(['a', 'b', 'c', 'd'])
    show(on, '/listing/haval-h9', carPage)
    await screen.findByRole('link', { name: 'See all 4 side by side' })
    await userEvent.click(screen.getByRole('button', { name: 'Compare 2024 Haval H9' }))
    expect(await screen.findByText(/^4 cars are the most that fit side by side/)).toBeTruthy()
    expect(on.local.views.get().comparing).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('Choosing cars to compare on the saved screen', () => {
  const open = async (address = '/saved') => {
    const on = newStage()
    await lookedAt(on, [city, haval, fortuner])
    show(on, address, <SavedScreen />)
    await screen.findAllByRole('article')
    return on
  }
  const tick = (name: RegExp) => userEvent.click(screen.getByRole('checkbox', { name }))

  test('Two ticked cars go to their comparison, which is kept', async () => {
    const on = await open()
    expect(screen.queryByRole('checkbox')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
    const bar = within(screen.getByRole('region', { name: 'Choose cars to compare' }))
    expect(bar.getByRole('status').textContent).toBe('Tick 2 to 4 cars')
    await tick(/Compare 2006 Honda City/)
    expect(bar.getByRole('status').textContent).toBe('1 chosen, tick one more')
    expect(bar.getByRole('button', { name: 'Compare' }).hasAttribute('disabled')).toBe(true)
    await tick(/Compare 2024 Haval/)
    expect(bar.getByRole('status').textContent).toBe('2 of 4 chosen')
    await userEvent.click(bar.getByRole('button', { name: 'Compare' }))
    expect(location.pathname + location.search).toBe('/compare?cars=honda-city,haval-h9')
    await waitFor(() => expect(on.local.views.get().comparing).toEqual(['honda-city', 'haval-h9']))
  })

  test('The address can start the choosing, and cancelling it restores the links', async () => {
    await open('/saved?choose')
    await screen.findByRole('checkbox', { name: /Compare 2006 Honda City/ })
    const link = () => screen.getByRole('link', { name: /Honda/ })
    expect(link().closest('[inert]')).not.toBeNull()
    await tick(/Compare 2006 Honda City/)
    await tick(/Compare 2006 Honda City/)
    expect(screen.getByText('Tick 2 to 4 cars')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(link().closest('[inert]')).toBeNull()
  })
})
