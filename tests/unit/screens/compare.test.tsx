import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { readListQuery } from '#contract/list-query.ts'
import { CompareScreen } from '../../../src/features/compare/index.ts'
import {
  carServer,
  city,
  fortuner,
  haval,
  lookedAt,
  newStage,
  show as showOn,
} from '../../support/saved-cars.tsx'
import { sampleCard, sampleNow } from '../../support/sample-car.ts'
import { nothing, refused } from '../../support/stage.tsx'

const two = '/compare?cars=honda-city,haval-h9'
const three = `${two},toyota-fortuner`
const show = (on: ReturnType<typeof newStage>, address: string) => showOn(on, address, <CompareScreen />)
const columns = () => screen.getAllByRole('columnheader').slice(1)
const cells = (fact: string | RegExp) => {
  const row = screen.getByRole('rowheader', { name: fact }).closest('tr')
  return within(row as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
}
const facts = () => screen.getAllByRole('rowheader').map((row) => row.textContent)
const loaded = (count: number) =>
  waitFor(() => expect(within(screen.getByRole('table')).getAllByText(/^₦/)).toHaveLength(count))
const sideBySide = async () => {
  show(newStage(carServer), three)
  await loaded(3)
}

describe('Cars side by side', () => {
  test('form a table with a column per car and a row per fact', async () => {
    await sideBySide()
    expect(columns().map((head) => within(head).getByRole('link').textContent)).toEqual([
      '2006 Honda City',
      '2024 Haval H9',
      '2021 Toyota Fortuner 2.8 GD-6',
    ])
    expect(columns().map((head) => within(head).getByRole('link').getAttribute('href'))).toEqual([
      '/listing/honda-city',
      '/listing/haval-h9',
      '/listing/toyota-fortuner',
    ])
    expect(screen.getByRole('table', { name: /3 cars side by side/ })).toBeTruthy()
    expect(cells(/^Mileage/).map((text) => text?.replace('Fewest km', ''))).toEqual([
      '131,487 km',
      '34,911 km',
      '68,123 km',
    ])
    expect(cells(/^Place/)[0]).toBe('Pretoria, Gauteng')
  })

  test('The lowest price, the fewest kilometres and the newest year are named in words', async () => {
    await sideBySide()
    expect(cells(/^Price/)).toEqual(['₦1,060,000Lowest price', '₦32,250,000', '₦24,500,000'])
    expect(cells(/^Mileage/)).toEqual(['131,487 km', '34,911 kmFewest km', '68,123 km'])
    expect(cells(/^Year/)).toEqual(['2006', '2024Newest', '2021'])
  })

  test('A sold car says so and is no longer the best of anything', async () => {
    const on = newStage()
    await lookedAt(on, [{ ...city, status: 'sold' }, haval, fortuner])
    show(on, three)
    await loaded(3)
    expect(within(columns()[0] as HTMLElement).getByText('Sold')).toBeTruthy()
    expect(cells(/^Price/)).toEqual(['₦1,060,000', '₦32,250,000', '₦24,500,000Lowest price'])
  })

  test('Nothing is best where all say the same, or where only one says anything', async () => {
    const on = newStage()
    await lookedAt(on, [{ ...city, year: 2024, mileage: '' }, haval])
    show(on, two)
    await loaded(2)
    expect(cells(/^Year/)).toEqual(['2024', '2024'])
    expect(cells(/^Mileage/)).toEqual(['Not stated', '34,911 km'])
  })

  test('A fact that a seller left out shows as not stated', async () => {
    await sideBySide()
    expect(cells(/^Engine/)).toEqual(['Not stated', '2.0 L', '2.8 L'])
    expect(cells(/^Colour/)).toEqual(['Green', 'Not stated', 'Green'])
    expect(cells(/^Sunroof/)).toEqual(['Yes', 'Yes', 'Not stated'])
    expect(cells(/^Tow bar/)).toEqual(['Yes', 'Not stated', 'Yes'])
  })

  test('Rows that differ are marked, and a filter shows only those', async () => {
    await sideBySide()
    expect(facts()).toContain('Fuel, differs')
    expect(facts()).toContain('Gearbox')
    await userEvent.click(screen.getByRole('checkbox', { name: /^Only differences/ }))
    expect(facts().filter((fact) => fact !== 'Features' && !fact?.endsWith(', differs'))).toEqual([])
    expect(facts()).toContain('Fuel, differs')
    expect(screen.queryByRole('rowheader', { name: /^Gearbox/ })).toBeNull()
  })
})

describe('The address of a comparison', () => {
  test('opens for anyone without changing their own comparison or their viewed cars', async () => {
    const on = newStage(carServer)
    show(on, two)
    await loaded(2)
    const engine = await on.local.load()
    expect((await engine.phone.cachedCars()).value.viewed).toEqual([])
    expect(on.local.views.get().comparing).toEqual([])
    expect(on.asked.filter(({ path }) => path.startsWith('cars/')).map(({ path }) => path)).toEqual([
      'cars/get-single-car/honda-city',
      'cars/get-single-car/haval-h9',
    ])
  })

  test('with duplicates or more than four cars shows four different ones and says so', async () => {
    const on = newStage(carServer)
    show(on, `${three},honda-city,one,two,three`)
    await loaded(3)
    expect(columns()).toHaveLength(4)
    expect(screen.getByText(/4 cars fit side by side; 2 more of this link are not shown/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add a car' })).toBeNull()
  })

  test('without cars becomes that of the comparison this person began', async () => {
    const on = newStage(carServer)
    await (await on.local.load()).compare(['honda-city', 'haval-h9'])
    show(on, '/compare')
    await loaded(2)
    expect(location.search).toBe('?cars=honda-city,haval-h9')
  })

  test('without cars and without a comparison explains how one begins', async () => {
    show(newStage(), '/compare')
    expect(await screen.findByRole('heading', { name: 'Which one is it?' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Choose from your cars' }).getAttribute('href')).toBe(
      '/saved?choose',
    )
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('follows when a car is taken out, and when that is taken back', async () => {
    const on = newStage(carServer)
    show(on, three)
    await loaded(3)
    await userEvent.click(screen.getByRole('button', { name: 'Remove 2024 Haval H9' }))
    await waitFor(() => expect(columns()).toHaveLength(2))
    expect(location.search).toBe('?cars=honda-city,toyota-fortuner')
    // The button is removed.
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Compare' }))
    await waitFor(() => expect(on.local.views.get().comparing).toEqual(['honda-city', 'toyota-fortuner']))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(columns()).toHaveLength(3))
    expect(location.search).toBe('?cars=honda-city,haval-h9,toyota-fortuner')
  })
})

describe('An older removal taken back', () => {
  const removed = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: `Remove ${name}` }))
    const notice = (await screen.findByText(`${name} is taken out.`)).parentElement as HTMLElement
    // A closing dialog passes its notices to the page a moment later.
    return async () => userEvent.click(await within(notice).findByRole('button', { name: 'Undo' }))
  }
  const add = async (name: RegExp) => {
    await userEvent.click(screen.getAllByRole('button', { name: 'Add a car' })[0] as HTMLElement)
    await userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name }))
  }
  const shown = (cars: string) => waitFor(() => expect(location.search).toBe(`?cars=${cars}`))

  test('brings back that car only, to its place, and leaves later changes', async () => {
    const on = newStage()
    await lookedAt(on, [city, haval, fortuner])
    show(on, three)
    await loaded(3)
    const undo = await removed('2024 Haval H9')
    await removed('2006 Honda City')
    await shown('toyota-fortuner')
    await undo()
    await shown('haval-h9,toyota-fortuner')
    await add(/Honda City/)
    await shown('haval-h9,toyota-fortuner,honda-city')
    await waitFor(() =>
      expect(on.local.views.get().comparing).toEqual(['haval-h9', 'toyota-fortuner', 'honda-city']),
    )
  })

  test('does not push out a car that took its place', async () => {
    const on = newStage()
    const others = ['one', 'two'].map((slug) => ({ ...city, _id: slug, slug, title: `Car ${slug}` }))
    await lookedAt(on, [city, haval, fortuner, ...others])
    show(on, `${three},one`)
    await loaded(4)
    const undo = await removed('2024 Haval H9')
    await add(/Car two/)
    await shown('honda-city,toyota-fortuner,one,two')
    await undo()
    expect(await screen.findByText(/^4 cars are the most that fit side by side/)).toBeTruthy()
    expect(location.search).toBe('?cars=honda-city,toyota-fortuner,one,two')
  })
})

describe('A comparison of one car', () => {
  test('is over when that car is taken out', async () => {
    const on = newStage(carServer)
    await (await on.local.load()).compare(['honda-city'])
    show(on, '/compare')
    await loaded(1)
    await userEvent.click(screen.getByRole('button', { name: 'Remove 2006 Honda City' }))
    await waitFor(() => expect(on.local.views.get().comparing).toEqual([]))
    expect(await screen.findByRole('heading', { name: 'Which one is it?' })).toBeTruthy()
    expect(location.search).toBe('')
  })
})

describe('Without signal', () => {
  test('viewed cars are compared with all their saved facts and their age [R-PWA-33]', async () => {
    const on = newStage()
    await lookedAt(on, [city, haval, fortuner], sampleNow - 3 * 3_600_000)
    show(on, three)
    await loaded(3)
    expect(cells(/^Tow bar/)).toEqual(['Yes', 'Not stated', 'Yes'])
    expect(within(columns()[0] as HTMLElement).getByText('3 h ago')).toBeTruthy()
  })

  test('a car missing on this phone is named with advice on what to do [R-PWA-33 R-PWA-35]', async () => {
    const on = newStage()
    await lookedAt(on, [city])
    show(on, `/compare?cars=honda-city,2019-kia-rio-ls-3fa4b2c19d0e`)
    await screen.findByText(/^Not on this phone/, {}, { timeout: 15_000 })
    const head = within(columns()[1] as HTMLElement)
    expect(head.getAllByText('2019 Kia Rio Ls')[0]).toBeTruthy()
    expect(head.getByText('Not on this phone. Open this page once with signal and it stays.')).toBeTruthy()
    expect(cells(/^Price/)).toEqual(['₦1,060,000', '–Not known here'])
    expect(head.getByRole('button', { name: /^Try again/ })).toBeTruthy()
  })

  test('a favourite of which only the card is kept says what needs signal [R-PWA-33]', async () => {
    const on = newStage(nothing, { signedIn: true })
    const engine = await lookedAt(on, [city])
    const page = {
      success: true as const,
      msg: '',
      count_records: 1,
      as_of: new Date(sampleNow).toISOString(),
    }
    await engine.keep.listings(readListQuery({}), { ...page, data: [sampleCard(5)] })
    expect((await engine.put('fav.set', { carId: 'car-5', want: 'yes' })).ok).toBe(true)
    show(on, '/compare?cars=honda-city,car-5')
    await loaded(2)
    await waitFor(() => expect(cells(/^Colour/)).toEqual(['Green', 'Needs signal']))
    expect(within(columns()[1] as HTMLElement).getByText(/Only its card is on this phone/)).toBeTruthy()
  })

  test('a car that the server no longer has is said to be gone', async () => {
    show(newStage(carServer), '/compare?cars=honda-city,no-such-car')
    await loaded(1)
    expect(await screen.findByText('This car has driven off: its ad is gone.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Remove No Such Car' })).toBeTruthy()
  })
})

test('A compared car whose ad is gone is not shown from its copy', async () => {
  let answer = () => {}
  const gone = refused(410, 'gone', 'This car is no longer listed.')
  const late = new Promise<typeof gone>((done) => (answer = () => done(gone)))
  const on = newStage((asked) => (asked.path.endsWith('/haval-h9') ? late : carServer(asked)))
  await lookedAt(on, [city, haval])
  show(on, two)
  await loaded(2)
  answer()
  expect(await screen.findByText('This car has driven off: its ad is gone.')).toBeTruthy()
  await loaded(1)
})

describe('Exchanging cars', () => {
  test('A car that is not listed at the moment is not called sold', async () => {
    const on = newStage()
    await lookedAt(on, [city, { ...haval, status: 'inactive' }, { ...fortuner, status: 'sold' }])
    show(on, '/compare?cars=honda-city')
    await loaded(1)
    await userEvent.click(screen.getAllByRole('button', { name: 'Add a car' })[0] as HTMLElement)
    const sheet = within(await screen.findByRole('dialog'))
    expect((await sheet.findByRole('button', { name: /Haval/ })).textContent).toContain('Not listed · ')
    expect(sheet.getByRole('button', { name: /Fortuner/ }).textContent).toContain('Sold · ')
  })

  test('A person adds a car from this phone or exchanges one for another', async () => {
    const on = newStage()
    await lookedAt(on, [city, haval, fortuner])
    show(on, '/compare?cars=honda-city')
    await loaded(1)
    expect(screen.getByText('One more car, and you see where they differ.')).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Add a car' })[0] as HTMLElement)
    const sheet = within(await screen.findByRole('dialog'))
    expect((await sheet.findAllByRole('button', { name: /₦/ })).map((b) => b.textContent)).toEqual([
      expect.stringContaining('Fortuner'),
      expect.stringContaining('Haval'),
    ])
    await userEvent.click(sheet.getByRole('button', { name: /Haval/ }))
    await loaded(2)
    expect(location.search).toBe('?cars=honda-city,haval-h9')
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Replace 2006 Honda City' }))
    const other = within(await screen.findByRole('dialog'))
    await userEvent.click(await other.findByRole('button', { name: /Fortuner/ }))
    await waitFor(() => expect(location.search).toBe('?cars=toyota-fortuner,haval-h9'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Compare'))
  })

  test('Before this phone has told its cars, nobody is told that there are none', async () => {
    const on = newStage()
    const engine = await lookedAt(on, [city, haval])
    const cars = await engine.phone.cachedCars()
    let tell = () => {}
    const told = new Promise<typeof cars>((done) => (tell = () => done(cars)))
    vi.spyOn(engine.phone, 'cachedCars').mockReturnValue(told)
    show(on, '/compare?cars=honda-city')
    await loaded(1)
    await userEvent.click(screen.getAllByRole('button', { name: 'Add a car' })[0] as HTMLElement)
    const sheet = within(await screen.findByRole('dialog'))
    expect(sheet.queryByText('No other cars on this phone')).toBeNull()
    tell()
    expect(await sheet.findByRole('button', { name: /Haval/ })).toBeTruthy()
  })
})
