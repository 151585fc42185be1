import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readListQuery } from '#contract/list-query.ts'
import { BrowseBy, CarryOnSection, NearYou, SearchBox } from '../../../src/features/home/index.ts'
import { atHome } from '../../support/home.tsx'
import { city, haval, lookedAt, newStage, show } from '../../support/saved-cars.tsx'
import { nothing } from '../../support/stage.tsx'
import { stubOnScreen } from '../../support/on-screen.ts'
import { browse, desktop, here } from '../../support/listings-screen.tsx'

const slow = { timeout: 15_000 }
const noteKey = 'motorkin-carry-on'
const carryOn = () => screen.findByRole('region', { name: 'Carry on where you stopped' }, slow)

describe('Carry on where you stopped', () => {
  test('A phone on which nothing was begun shows nothing and makes no room', async () => {
    const on = newStage()
    const { container } = show(on, '/', <CarryOnSection />)
    await on.local.load()
    await waitFor(() => expect(on.local.env.localStorage?.getItem(noteKey)).toContain('"cards":0'), slow)
    expect(container.querySelector('h2, ul, [aria-hidden]')).toBeNull()
  })

  test('A first visit loads no store for what cannot be there', async () => {
    const on = newStage()
    const load = vi.spyOn(on.local, 'load')
    show(on, '/', <CarryOnSection />)
    await new Promise((done) => setTimeout(done, 50))
    expect(load).not.toHaveBeenCalled()
  })

  test('Last search, begun ads and viewed cars are there, from this phone alone', async () => {
    const on = newStage()
    on.local.env.localStorage?.setItem(noteKey, JSON.stringify({ search: 'brands=Toyota&maxprice=900000' }))
    const engine = await lookedAt(on, [city, haval])
    const selling = await engine.adDrafts()
    await selling.change('draft-1', { fields: { title: 'My old Hilux' } })
    show(on, '/', <CarryOnSection />)
    const section = within(await carryOn())
    const search = await section.findByRole('link', { name: /Your last search/ }, slow)
    expect(search.textContent).toContain('Toyota · Up to ₦900,000')
    expect(search.getAttribute('href')).toBe('/listings?brands=Toyota&maxprice=900000')
    const draft = await section.findByRole('link', { name: /Your draft/ }, slow)
    expect(draft.textContent).toContain('My old Hilux')
    expect(draft.getAttribute('href')).toBe('/post/ad?draft=draft-1')
    expect(await section.findAllByRole('article', {}, slow)).toHaveLength(2)
    expect(on.asked.filter(({ path }) => path.startsWith('cars/'))).toEqual([])
  })

  test('Drafts of a person who signs out leave the page at once', async () => {
    const on = newStage(nothing, { signedIn: true })
    const selling = await (await on.local.load()).adDrafts()
    await selling.change('draft-1', { fields: { title: 'My old Hilux' } })
    show(on, '/', <CarryOnSection />)
    await screen.findByRole('link', { name: /My old Hilux/ }, slow)
    // The phone does not return the drafts of the next person.
    const list = vi.spyOn(selling, 'list').mockReturnValue(new Promise(() => {}))
    await act(() => on.local.account.signOut())
    await waitFor(() => expect(list).toHaveBeenCalled())
    expect(screen.queryByText('My old Hilux')).toBeNull()
  })

  test('What was there the last time has its room before it is read', async () => {
    const on = newStage()
    const note = { search: 'types=SUV', shown: { cards: 2, viewed: true } }
    on.local.env.localStorage?.setItem(noteKey, JSON.stringify(note))
    const { container } = show(on, '/', <CarryOnSection />)
    // In the first paint the last search is shown, and the draft and the cars have placeholders.
    expect(screen.getByRole('link', { name: /Your last search/ })).toBeTruthy()
    expect(container.querySelectorAll('li')).toHaveLength(2)
    expect(container.querySelectorAll('[aria-hidden] .aspect-4\\/3').length).toBeGreaterThan(1)
    await on.local.load()
    await waitFor(() => expect(container.querySelectorAll('li')).toHaveLength(1), slow)
  })

  test.each(['not json', 'null', '{"search":7,"shown":"x"}', '[]'])(
    'A broken note (%s) is none',
    async (note) => {
      const on = newStage()
      on.local.env.localStorage?.setItem(noteKey, note)
      const { container } = show(on, '/', <CarryOnSection />)
      expect(container.querySelector('h2, ul, [aria-hidden]')).toBeNull()
    },
  )

  test('Searches of Home and filters of the listings are carried on with', async () => {
    const { local } = atHome(<SearchBox />)
    await userEvent.type(screen.getByRole('textbox', { name: 'Max Price' }), '700000')
    await userEvent.click(screen.getByRole('button', { name: /^Search/ }))
    expect(local.env.localStorage?.getItem(noteKey)).toContain('maxprice=700000')
    const on = browse({ address: '/listings?types=SUV&page=2', width: desktop })
    await screen.findByRole('complementary', { name: 'Filters' })
    const kept = () => JSON.parse(on.local.env.localStorage?.getItem(noteKey) ?? '{}') as unknown
    await waitFor(() => expect(kept()).toEqual({ search: 'types=SUV' }), slow)
  })

  test('It leaves with whoever signs out', async () => {
    const on = newStage(undefined, { signedIn: true })
    on.local.env.localStorage?.setItem(noteKey, '{"search":"types=SUV"}')
    await on.local.account.signOut()
    expect(on.local.env.localStorage?.getItem(noteKey)).toBeNull()
  })
})

describe('Ways into the listings', () => {
  let onScreen: ReturnType<typeof stubOnScreen>
  beforeEach(() => {
    onScreen = stubOnScreen()
  })
  const links = (region: string) =>
    within(screen.getByRole('region', { name: region }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])

  test('Body, budget and character are plain links, with or without a catalogue', () => {
    atHome(<BrowseBy />)
    expect(links('Browse by body')[0]).toEqual(['SUV', '/listings?types=SUV'])
    expect(links('Browse by body')).toHaveLength(9)
    expect(links('Browse by budget').map(([, href]) => href)).toEqual([
      '/listings?maxprice=1000000',
      '/listings?maxprice=2000000',
      '/listings?maxprice=3000000',
      '/listings?maxprice=4000000',
      '/listings?minprice=4000000',
    ])
    expect(links('Meet a character').slice(0, 2)).toEqual([
      ['First car under ₦3mHatchbacks and sedans', '/listings?types=Hatchback,Sedan&maxprice=3000000'],
      ['Trail friendsSUVs, for where the tar ends', '/listings?types=SUV'],
    ])
  })

  test('Each says its number of cars on this phone; what has none is gone', async () => {
    const { asked, counted } = atHome(<BrowseBy />, { forSale: 40 })
    await waitFor(() =>
      expect(links('Browse by body').map(([text]) => text)).toEqual([
        'SUV14 cars',
        'Sedan19 cars',
        'Pickup7 cars',
      ]),
    )
    const characters = () => links('Meet a character').map(([, href]) => href)
    await waitFor(() => expect(characters()).not.toContain('/listings?types=Convertible'))
    for (const query of counted) expect(readListQuery(query).limit).toBe(1)
    expect(asked.filter(({ path }) => path === 'cars/get-car-list')).toEqual([])
  })

  test('Nothing is counted before a person comes near', async () => {
    onScreen = stubOnScreen(false)
    const { counted } = atHome(<BrowseBy />, { forSale: 40 })
    await new Promise((done) => setTimeout(done, 50))
    expect(counted).toEqual([])
    act(() => onScreen.report(true))
    await screen.findByRole('link', { name: 'SUV 14 cars' })
    expect(counted.length).toBeGreaterThan(0)
  })

  test('A phone that has a part of the cars hides nothing', async () => {
    atHome(<BrowseBy />, { forSale: 900 })
    const first = () =>
      links('Browse by body')
        .slice(0, 4)
        .map(([text]) => text)
    await waitFor(() =>
      expect(first()).toEqual(['SUV14+ cars', 'Sedan19+ cars', 'Hatchback', 'Pickup7+ cars']),
    )
  })
})

describe('Near you', () => {
  afterEach(() => void Reflect.deleteProperty(navigator, 'geolocation'))
  const stand = (at: { latitude: number; longitude: number } | { code: number }) => {
    type Found = (at: { coords: object }) => void
    const asked = vi.fn<(found: Found, refused: (error: object) => void) => void>((found, refused) =>
      'code' in at ? refused(at) : found({ coords: at }),
    )
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: { getCurrentPosition: asked },
    })
    return asked
  }

  test('The last chosen place is one tap away, and nobody is asked theirs', async () => {
    const asked = stand({ latitude: -25.7, longitude: 28.2 })
    atHome(<NearYou />, {
      forSale: 40,
      kept: { [noteKey]: '{"search":"types=SUV&province=Gauteng&city=Pretoria&maxprice=9"}' },
    })
    const link = await screen.findByRole('link', { name: /Cars in Pretoria 14/ })
    expect(link.getAttribute('href')).toBe('/listings?province=Gauteng&city=Pretoria')
    expect(asked).not.toHaveBeenCalled()
  })

  test('On a tap the cars around the nearest city come', async () => {
    stand({ latitude: -25.7, longitude: 28.2 })
    atHome(<NearYou />)
    expect(screen.queryByRole('link')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Cars near me' }))
    await waitFor(() => expect(here()).toBe('/listings?province=Gauteng&city=Pretoria&within=50'), slow)
  })

  test('A refusal is explained', async () => {
    stand({ code: 1 })
    atHome(<NearYou />)
    await userEvent.click(screen.getByRole('button', { name: 'Cars near me' }))
    expect(await screen.findByText(/You have not allowed this site/, {}, slow)).toBeTruthy()
    expect(here()).toBe('/')
  })
})
