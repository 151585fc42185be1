import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { listingDefaults } from '#catalogue'
import { cutSentence } from '#contract/list-query.ts'
import { readPieces } from '#parts/search/read-search.ts'
import { listSuggestions } from '../../../src/features/browse/search/suggest.ts'
import { prototypeNames } from '../../support/prototype-names.ts'
import { browse, here, listingServer, reference } from '../../support/listings-screen.tsx'
import { sampleNow } from '../../support/sample-car.ts'
import { stage } from '../../support/stage.tsx'

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search cars' })
const slow = { timeout: 15_000 }

describe('Suggestions while typing', () => {
  test('The box offers brands, models and places that begin with the typed text', async () => {
    browse()
    await screen.findAllByRole('article')
    await userEvent.type(box(), 'to')
    const list = await screen.findByRole('listbox', { name: 'Suggestions' }, slow)
    expect(within(list).getAllByRole('option')[0]?.textContent).toBe('Toyota, Brand')
    await waitFor(() => expect(box().getAttribute('aria-expanded')).toBe('true'))
    expect(box().getAttribute('aria-controls')).toBe(list.id)
  })

  test('A tap on one makes it a filter and leaves the other words [R-LIST-17]', async () => {
    browse({ address: '/listings?page=2' })
    await screen.findAllByRole('article')
    await userEvent.type(box(), 'diesel pret')
    await userEvent.click(await screen.findByRole('option', { name: /^Pretoria/ }, slow))
    expect(here()).toBe('/listings?province=Gauteng&city=Pretoria&q=diesel')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('Arrow keys walk through the list and Enter takes the line they stand on', async () => {
    browse()
    await screen.findAllByRole('article')
    await userEvent.type(box(), 'hil')
    const [hilux] = await screen.findAllByRole('option', {}, slow)
    expect(box().getAttribute('aria-activedescendant')).toBeNull()
    await userEvent.keyboard('{ArrowDown}')
    expect(box().getAttribute('aria-activedescendant')).toBe(hilux?.id)
    expect(hilux?.getAttribute('aria-selected')).toBe('true')
    await userEvent.keyboard('{Enter}')
    expect(here()).toBe('/listings?brands=Toyota&models=Hilux')
    expect(box().value).toBe('')
  })

  test('Up from the first suggestion returns to the typed text, and Enter searches it', async () => {
    browse()
    await screen.findAllByRole('article')
    await userEvent.type(box(), 'hil')
    await screen.findAllByRole('option', {}, slow)
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
    expect(here()).toBe('/listings?q=hil')
  })

  test('Escape closes the list and keeps the text, and arrow down reopens it', async () => {
    browse()
    await screen.findAllByRole('article')
    await userEvent.type(box(), 'bm')
    await screen.findByRole('listbox', {}, slow)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(box().getAttribute('aria-expanded')).toBe('false')
    expect(box().value).toBe('bm')
    await userEvent.keyboard('{ArrowDown}')
    expect(await screen.findByRole('listbox', {}, slow)).toBeTruthy()
  })

  test('The list is gone once the box is left', async () => {
    browse()
    await screen.findAllByRole('article')
    await userEvent.type(box(), 'to')
    await screen.findByRole('listbox', {}, slow)
    fireEvent.blur(box())
    expect(screen.queryByRole('listbox')).toBeNull()
  })
})

describe('Last searches', () => {
  test('Stay on this phone, newest first, and lead back to the same words', async () => {
    const on = stage(listingServer, { now: () => sampleNow })
    const first = browse({ on })
    await screen.findAllByRole('article')
    for (const words of ['diesel hilux', 'cheap bmw', 'Diesel Hilux']) {
      await userEvent.click(box())
      await screen.findAllByRole('combobox', {}, slow)
      await userEvent.clear(box())
      await userEvent.type(box(), `${words}{Enter}`)
      await waitFor(() => expect(on.local.env.localStorage?.getItem('motorkin-searches')).toContain(words))
    }
    first.unmount()
    browse({ on })
    await userEvent.click(box())
    const list = within(await screen.findByRole('listbox', { name: 'Last searches' }, slow))
    expect(list.getAllByRole('option').map((o) => o.textContent)).toEqual(['Diesel Hilux', 'cheap bmw'])
    await userEvent.click(screen.getByRole('option', { name: 'cheap bmw' }))
    expect(here()).toBe('/listings?q=cheap+bmw')
    expect(on.asked.every((a) => !JSON.stringify(a.body ?? '').includes('motorkin-searches'))).toBe(true)
  })

  test('The one to carry on with has the filters chosen above the cars too', async () => {
    const { local } = browse({ address: '/listings?province=Gauteng&page=2' })
    await screen.findAllByRole('article')
    const last = () => JSON.parse(local.env.localStorage?.getItem('motorkin-carry-on') ?? '{}') as unknown
    await waitFor(() => expect(last()).toEqual({ search: 'province=Gauteng' }), slow)
    await userEvent.click(screen.getByRole('button', { name: 'Diesel' }))
    await waitFor(() => expect(last()).toEqual({ search: 'fueltypes=Diesel&province=Gauteng' }))
    await userEvent.type(box(), 'hilux{Enter}')
    await waitFor(() => expect(last()).toEqual({ search: 'fueltypes=Diesel&province=Gauteng&q=hilux' }))
  })

  test('Are cleared on demand, and nothing of them stays', async () => {
    const on = stage(listingServer, { now: () => sampleNow })
    on.local.env.localStorage?.setItem('motorkin-searches', '["diesel hilux"]')
    browse({ on })
    await userEvent.click(box())
    await userEvent.click(await screen.findByRole('button', { name: 'Clear last searches' }, slow))
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(on.local.env.localStorage?.getItem('motorkin-searches')).toBeNull()
  })

  test('Leave the phone with the person who signs out', async () => {
    const on = stage(listingServer, { now: () => sampleNow })
    on.local.env.localStorage?.setItem('motorkin-searches', '["diesel hilux"]')
    await on.local.account.signOut()
    expect(on.local.env.localStorage?.getItem('motorkin-searches')).toBeNull()
  })
})

describe('What a text may become', () => {
  const lines = (text: string, recent: string[] = []) =>
    listSuggestions(text, listingDefaults, reference, recent)

  test('A name that matches more of the text comes first: "toyota h" suggests Hilux', () => {
    expect(lines('toyota h')[0]).toMatchObject({ label: 'Hilux', detail: 'Toyota' })
    expect(lines('toyota h')[0]?.next).toMatchObject({
      make: ['Toyota'],
      model: ['Hilux'],
      search: undefined,
    })
  })

  test('Accents and capitals make no difference, and a later word of a name counts', () => {
    expect(lines('BENZ').map((l) => l.label)).toContain('Mercedes-Benz')
    expect(lines('Prétoria')[0]?.label).toBe('Pretoria')
  })

  test('What is chosen already is not chosen twice, and the page starts anew [R-STATE-08]', () => {
    const state = { ...listingDefaults, make: ['Toyota'], page: 4 }
    const [line] = listSuggestions('toy', state, reference, [])
    expect(line?.next).toMatchObject({ make: ['Toyota'], page: 1 })
  })

  test('At most two recent searches come before names, in at most seven lines', () => {
    const recent = ['toyota one', 'toyota two', 'toyota three', 'bmw']
    expect(
      lines('to', recent)
        .slice(0, 3)
        .map((l) => l.label),
    ).toEqual(['toyota one', 'toyota two', 'Toyota'])
    expect(lines('', [...recent, ...recent.map((r) => `${r} more`)])).toHaveLength(7)
  })
})

describe('What was understood', () => {
  const chips = () =>
    screen.getAllByRole('button', { name: /^Remove / }).map((b) => b.getAttribute('aria-label')?.slice(7))

  test('Shows as a chip each below the box, with unknown words marked [R-LIST-18]', async () => {
    browse({ address: '/listings?q=diesel+toyota+in+pretoria+clean' })
    await screen.findByRole('button', { name: 'Remove Toyota' }, slow)
    expect(chips()).toEqual(['Diesel', 'Toyota', 'Pretoria'])
    expect(screen.getByRole('button', { name: 'not found: clean' })).toBeTruthy()
  })

  test('A word that no car has is struck out, and a tap requires it [R-API-09]', async () => {
    browse({ address: '/listings?q=toyota+moonshine' })
    const chip = await screen.findByRole('button', { name: 'not found: moonshine' }, slow)
    expect(chip.querySelector('s')).toBeTruthy()
    expect((await screen.findAllByRole('article')).length).toBeGreaterThan(0)
    await userEvent.click(chip)
    expect(here()).toBe('/listings?q=toyota+%22moonshine%22')
    expect(await screen.findByRole('button', { name: 'Remove “moonshine”' }, slow)).toBeTruthy()
    expect(await screen.findByText(/No car .* matches all of this/, {}, slow)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Remove “moonshine”' }))
    expect(here()).toBe('/listings?q=toyota')
  })

  test('A word that some cars have puts them first and shows their number', async () => {
    browse({ address: '/listings?q=toyota+7' })
    const chip = await screen.findByRole('button', { name: /^Only “7”: \d+$/ }, slow)
    const [first] = await screen.findAllByRole('article')
    expect(first?.textContent).toContain('no. 7')
    await userEvent.click(chip)
    expect(here()).toBe('/listings?q=toyota+%227%22')
  })

  test('What nobody sells is named, and what comes near it is shown', async () => {
    browse({ address: '/listings?q=venza' })
    expect(
      await screen.findByRole('button', { name: 'Remove No Venza for sale now: near ones' }, slow),
    ).toBeTruthy()
    expect((await screen.findAllByRole('article')).length).toBeGreaterThan(0)
  })

  test('A brand of the address that nobody knows is named as that [R-VAL-11]', async () => {
    browse({ address: '/listings?brands=Trabant' })
    expect(await screen.findByRole('button', { name: 'Remove Unknown brand: Trabant' }, slow)).toBeTruthy()
    // The list shows all cars, so the heading names no brand.
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Cars for sale')
  })

  test('A search text in an address that is cut says so [R-VAL-11]', async () => {
    browse({ address: `/listings?q=toyota+${'x'.repeat(73)}` })
    await screen.findByRole('button', { name: 'Remove Toyota' }, slow)
    expect(screen.queryByText(cutSentence)).toBeNull()
    cleanup()
    browse({ address: `/listings?q=toyota+${'x'.repeat(74)}` })
    expect(await screen.findByText(cutSentence, {}, slow)).toBeTruthy()
  })

  test('A removed chip takes its words out of the text and leaves the others [R-LIST-17]', async () => {
    browse({ address: '/listings?q=diesel+toyota+hilux&page=2' })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Diesel' }, slow))
    expect(here()).toBe('/listings?q=toyota+hilux')
    expect(box().value).toBe('toyota hilux')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Hilux' }, slow))
    expect(here()).toBe('/listings')
    expect(box().value).toBe('')
  })

  test('Until the names are known the text stands in one chip', () => {
    browse({ address: '/listings?q=diesel+toyota' })
    expect(chips()).toEqual(['“diesel toyota”'])
  })

  test('A number of doors that leaves no car out says so', () => {
    const said = (text: string) => readPieces(text, reference).map((p) => p.label)
    expect(said('Hilux 4 door')).toEqual(['Hilux', '4 door: no ad says'])
    expect(said('sedan 4dr')).toEqual(['Sedan', '4dr: no ad says'])
    expect(said('Toyota 5 door')).toEqual(['Toyota', '5 door'])
  })

  test('Every piece says what is left without it, and words that repeat go together', () => {
    const pieces = readPieces('shiny Toyota shiny', reference)
    const text = 'shiny Toyota shiny'
    expect(pieces.map((p) => [p.label, p.cut(text)])).toEqual([
      ['Toyota', 'shiny shiny'],
      ['“shiny”', 'Toyota'],
    ])
    expect(readPieces('???', reference).map((p) => p.cut('???'))).toEqual([''])
    const [hilux, diesel] = readPieces('Hilux diesel clean', reference)
    expect(diesel?.cut(hilux?.cut('Hilux diesel clean') ?? '')).toBe('clean')
  })
})

test('The listings stay on screen for a search that every object answers to [R-LIST-17]', async () => {
  browse({ address: '/listings?q=diesel+constructor' })
  expect(await screen.findByRole('button', { name: 'not found: constructor' }, slow)).toBeTruthy()
  for (const name of prototypeNames) {
    expect(readPieces(name, reference).map((p) => p.label)).toEqual([
      `“${name.replaceAll('_', '').toLowerCase()}”`,
    ])
    expect(listSuggestions(name, listingDefaults, reference, [])).toEqual([])
  }
})
