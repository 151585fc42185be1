import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listingDefaults } from '#catalogue'
import { searchNear } from '#parts/search/find-near.tsx'
import { browse, desktop, here, partOf, reference } from '../../support/listings-screen.tsx'

const slow = { timeout: 15_000 }
type Found = (at: { coords: { latitude: number; longitude: number } }) => void
type Refused = (error: { code: number }) => void

/** Sets the position of the phone, or the refusal of its person. Returns a mock that counts the requests. */
function stand(at: { latitude: number; longitude: number } | { code: number }) {
  const asked = vi.fn<(found: Found, refused: Refused) => void>((found, refused) =>
    'code' in at ? refused(at) : found({ coords: at }),
  )
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: asked },
  })
  return asked
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation')
})

async function places(address: string) {
  const on = browse({ address, width: desktop })
  const panel = partOf(await screen.findByRole('complementary', { name: 'Filters' }))
  const place = partOf(await panel.findByRole('group', { name: 'Locations' }, slow))
  await place.findByRole('checkbox', { name: /^Gauteng/ }, slow)
  return { ...on, place }
}
const radios = (all: HTMLElement[]) => all.map((r) => r.closest('label')?.textContent)

describe('The distance from a city', () => {
  test('Is offered for a chosen city, enters the address and returns to page 1 [R-LIST-17 R-LIST-18]', async () => {
    const { place, searches } = await places('/listings?province=Gauteng&page=2')
    expect(place.queryByRole('radio')).toBeNull()
    await userEvent.click(await place.findByRole('checkbox', { name: /^Pretoria/ }))
    const group = within(await place.findByRole('group', { name: 'Distance from Pretoria' }))
    expect(radios(group.getAllByRole('radio'))).toEqual(['City only', '25 km', '50 km', '100 km', '200 km'])
    expect(group.getByRole<HTMLInputElement>('radio', { name: /^City/ }).checked).toBe(true)
    await userEvent.click(group.getByRole('radio', { name: '100 km' }))
    expect(here()).toBe('/listings?province=Gauteng&city=Pretoria&within=100')
    await waitFor(() => expect(searches().at(-1)).toMatchObject({ within_km: 100, page: 1 }))
  })

  test('Adds cars from cities within it: Sandton at 42 km, but not Lekki', async () => {
    browse({ address: '/listings?city=Pretoria' })
    expect(await screen.findByText('14 cars', { selector: 'output' })).toBeTruthy()
    browse({ address: '/listings?city=Pretoria&within=50' })
    expect(await screen.findByText('27 cars', { selector: 'output' })).toBeTruthy()
  })

  test('An unusual distance in the address works, and its chip removes only the distance [R-LIST-18]', async () => {
    const { place } = await places('/listings?province=Gauteng&city=Pretoria&within=75')
    expect(place.getByRole<HTMLInputElement>('radio', { name: '75 km' }).checked).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Remove Within 75 km' }))
    expect(here()).toBe('/listings?province=Gauteng&city=Pretoria')
  })

  test('Leaves with the last city', async () => {
    const { place } = await places('/listings?province=Gauteng&city=Pretoria&within=50')
    await userEvent.click(await place.findByRole('checkbox', { name: /^Pretoria/ }))
    expect(here()).toBe('/listings?province=Gauteng')
  })
})

describe('Near me', () => {
  test('Asks for the location on a tap only and searches near the nearest city', async () => {
    const asked = stand({ latitude: -26, longitude: 28.1 })
    browse({ address: '/listings?types=SUV' })
    await screen.findAllByRole('article')
    expect(asked).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Near me' }))
    await waitFor(
      () => expect(here()).toBe('/listings?types=SUV&province=Gauteng&city=Sandton&within=50'),
      slow,
    )
    expect(asked).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('button', { name: 'Near me' })).toBeNull()
  })

  test.each([
    [1, /You have not allowed this site to know where you are\. Allow it in the settings of your browser/],
    [2, /Your phone could not tell where you are/],
    [3, /Your phone took too long/],
  ])('A refusal is explained, and the search stays as it was (%i)', async (code, words) => {
    stand({ code })
    const { place } = await places('/listings?types=SUV')
    await userEvent.click(place.getByRole('button', { name: 'Near me' }))
    expect(await place.findByText(words, {}, slow)).toBeTruthy()
    expect(here()).toBe('/listings?types=SUV')
    expect(place.getByRole('button', { name: 'Near me' }).getAttribute('aria-busy')).not.toBe('true')
  })

  test('The refusal is told over the list as well, where the chip was tapped', async () => {
    stand({ code: 1 })
    browse()
    await screen.findAllByRole('article')
    await userEvent.click(screen.getByRole('button', { name: 'Near me' }))
    expect(await screen.findByText(/You have not allowed this site/, {}, slow)).toBeTruthy()
  })

  test('A browser without a place says so', async () => {
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: undefined })
    const { place } = await places('/listings')
    await userEvent.click(place.getByRole('button', { name: 'Near me' }))
    expect(await place.findByText(/This browser cannot tell where you are/, {}, slow)).toBeTruthy()
  })

  test('Far from every city nobody is led to cars across the world', () => {
    const oslo = searchNear({ lat: 59.9, lng: 10.7 }, listingDefaults, reference)
    expect(oslo).toEqual({
      words: expect.stringMatching(/^The nearest city with cars, Lekki, is \d,\d{3} km away from you\.$/),
    })
  })

  test('The position itself never leaves the phone', async () => {
    stand({ latitude: -26.0321, longitude: 28.1 })
    const { asked } = browse()
    await screen.findAllByRole('article')
    await userEvent.click(screen.getByRole('button', { name: 'Near me' }))
    await waitFor(() => expect(here()).toContain('within=50'), slow)
    expect(JSON.stringify(asked)).not.toContain('26.03')
  })
})
