import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { LocalProvider } from '#local/react'
import { SearchBox } from '../../../src/features/home/index.ts'
import { atHome, homeServer } from '../../support/home.tsx'
import { here } from '../../support/listings-screen.tsx'
import { sampleNow } from '../../support/sample-car.ts'
import { openApp, sampleSettings, settingsServer } from '../../support/shell.tsx'
import { nothing, stage } from '../../support/stage.tsx'

const slow = { timeout: 15_000 }
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Brand And Model' })
const list = () => screen.findByRole('dialog', { name: 'Brands and models' })
const button = () => screen.getByRole('button', { name: /^Search/ })
const tags = () =>
  within(screen.getByRole('list', { name: 'Chosen brands and models' }))
    .getAllByRole('button')
    .map((tag) => tag.textContent)
const search = () => userEvent.click(button())
async function openBrands() {
  await userEvent.click(field())
  return within(await list())
}

describe('The tabs of the search box', () => {
  test('Four of them stand in their order, and the search is the first [R-HOME-05 R-HOME-06]', async () => {
    atHome(<SearchBox />)
    const tabs = screen.getAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'Listing',
      'Tracking',
      'Roadside Assistance',
      'Forum',
    ])
    expect(tabs[0]?.getAttribute('aria-selected')).toBe('true')
    expect(button().getAttribute('type')).toBe('submit')
  })

  test('They are on Home and on no other page [R-HOME-02]', async () => {
    const forum = () => screen.queryByRole('tab', { name: 'Forum' })
    openApp('/')
    await waitFor(() => expect(forum()).not.toBeNull(), slow)
    for (const address of ['/listings', '/services', '/dealers', '/contact', '/nowhere']) {
      cleanup()
      openApp(address)
      await screen.findByRole('heading', { level: 1 }, slow)
      expect(forum()).toBeNull()
    }
  })

  test.each(['Tracking', 'Roadside Assistance', 'Forum'])(
    '%s says what the app does and has its store links alone [R-HOME-07 R-STAT-07 R-STAT-08]',
    async (name) => {
      const { android, ios } = sampleSettings.stores
      const { local } = atHome(<SearchBox />, { server: settingsServer })
      await act(() => local.settings.refresh())
      await userEvent.click(screen.getByRole('tab', { name }))
      const panel = within(screen.getByRole('tabpanel', { name }))
      expect(panel.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([android, ios])
      expect(panel.getByText(/^The mobile app /)).toBeTruthy()
      expect(panel.queryByRole('button')).toBeNull()
      expect(panel.queryByRole('textbox')).toBeNull()
    },
  )

  test('Without a store there is no link, and the tab says so [R-HOME-07]', async () => {
    atHome(<SearchBox />, { server: nothing })
    await userEvent.click(screen.getByRole('tab', { name: 'Tracking' }))
    const panel = within(screen.getByRole('tabpanel', { name: 'Tracking' }))
    expect(panel.queryByRole('link')).toBeNull()
    expect(panel.getByText('It is in no app store yet.')).toBeTruthy()
  })
})

describe('Brands and models', () => {
  test('Each brand has a checkbox with its number of models, and unfolds to theirs [R-HOME-10 R-HOME-11]', async () => {
    atHome(<SearchBox />)
    const brands = await openBrands()
    expect(await brands.findByRole('checkbox', { name: 'Toyota 3 models' }, slow)).toBeTruthy()
    expect(brands.getByRole('checkbox', { name: 'Daewoo 1 model' })).toBeTruthy()
    expect(brands.queryByRole('checkbox', { name: 'Hilux' })).toBeNull()
    await userEvent.click(brands.getByRole('button', { name: 'Models of Toyota', expanded: false }))
    const models = within(brands.getByRole('list', { name: 'Models of Toyota' }))
    expect(models.getAllByRole('checkbox')).toHaveLength(3)
  })

  test('Choices stand in the field as tags; a tag taken away is unticked [R-HOME-08]', async () => {
    atHome(<SearchBox />)
    const brands = await openBrands()
    await userEvent.click(await brands.findByRole('checkbox', { name: /^BMW/ }, slow))
    await userEvent.click(brands.getByRole('button', { name: 'Models of Toyota' }))
    await userEvent.click(brands.getByRole('checkbox', { name: 'Hilux' }))
    expect(tags()).toEqual(['BMW', 'Toyota Hilux'])
    await userEvent.click(screen.getByRole('button', { name: 'Remove Toyota Hilux' }))
    expect(tags()).toEqual(['BMW'])
    expect(document.activeElement).toBe(field())
    expect(brands.getByRole<HTMLInputElement>('checkbox', { name: 'Hilux' }).checked).toBe(false)
    expect(brands.getByRole<HTMLInputElement>('checkbox', { name: 'Toyota 3 models' }).checked).toBe(false)
    await userEvent.keyboard('{Backspace}')
    expect(screen.queryByRole('list', { name: 'Chosen brands and models' })).toBeNull()
  })

  test('Typing keeps what begins so; Enter takes the first of it [R-HOME-09]', async () => {
    atHome(<SearchBox />)
    const brands = await openBrands()
    await brands.findByRole('checkbox', { name: /^Toyota/ }, slow)
    await userEvent.type(field(), 'm')
    expect(brands.getAllByRole('checkbox')).toHaveLength(1)
    expect(brands.getByRole('checkbox', { name: /^Mercedes-Benz/ })).toBeTruthy()
    await userEvent.keyboard('{Enter}')
    expect(tags()).toEqual(['Mercedes-Benz'])
    expect(field().value).toBe('')
    await userEvent.type(field(), 'coro{Enter}')
    expect(tags()).toEqual(['Mercedes-Benz', 'Toyota Corolla'])
    await userEvent.type(field(), 'zz')
    expect(brands.getByText('No brand begins with “zz”.')).toBeTruthy()
    expect(here()).toBe('/')
  })

  test('Arrows walk and unfold, Escape gives the focus back, a tap elsewhere closes', async () => {
    atHome(<SearchBox />)
    const brands = await openBrands()
    const toyota = await brands.findByRole('checkbox', { name: /^Toyota/ }, slow)
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(toyota)
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    expect(document.activeElement).toBe(brands.getByRole('checkbox', { name: 'Hilux' }))
    await userEvent.keyboard(' {ArrowUp}{ArrowLeft}')
    expect(tags()).toEqual(['Toyota Hilux'])
    expect(brands.queryByRole('checkbox', { name: 'Hilux' })).toBeNull()
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(field())
    await userEvent.keyboard('{ArrowDown}{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(field())
    expect(field().getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(field())
    await userEvent.type(field(), 'toy')
    await userEvent.click(screen.getByRole('textbox', { name: 'Max Price' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    // No suggestion was chosen, so the field is empty.
    expect(field().value).toBe('')
  })

  test('Without signal and without the list the field says what is missing', async () => {
    atHome(<SearchBox />, { server: nothing })
    const brands = await openBrands()
    expect(await brands.findByText(/needs a signal/, {}, slow)).toBeTruthy()
    expect(brands.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('Price, years and types', () => {
  test('The price begins at 0 and takes digits alone [R-HOME-12]', async () => {
    atHome(<SearchBox />)
    const price = screen.getByRole<HTMLInputElement>('textbox', { name: 'Max Price' })
    expect([price.value, price.inputMode]).toEqual(['0', 'numeric'])
    await userEvent.click(price)
    await userEvent.keyboard('3 000 000')
    expect(price.value).toBe('3000000')
    await userEvent.clear(price)
    expect(price.value).toBe('0')
  })

  test('Fifteen years end with this one, then comes the older entry [R-HOME-13 R-VAL-05 R-VAL-06 R-CONST-19]', async () => {
    atHome(<SearchBox />)
    await userEvent.click(screen.getByRole('button', { name: 'Vehicle Year Any year' }))
    const years = within(screen.getByRole('group', { name: 'Vehicle Year' })).getAllByRole('checkbox')
    const names = years.map((year) => year.closest('label')?.textContent)
    const now = new Date(sampleNow).getFullYear()
    expect(names).toEqual([...Array.from({ length: 15 }, (_, i) => String(now - i)), 'older than 2010'])
    await userEvent.click(screen.getByRole('checkbox', { name: '2019' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'older than 2010' }))
    expect(screen.getByRole('button', { name: 'Vehicle Year 2019, older than 2010' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Vehicle Year/ }))
    await search()
    expect(new URLSearchParams(location.search).get('year')).toBe(`2019,pre-${now - 14}`)
  })

  test('Types are those the server names, as far as this app knows them [R-HOME-14 R-HOME-15]', async () => {
    atHome(<SearchBox />)
    await userEvent.click(screen.getByRole('button', { name: 'Vehicle Type Any type' }))
    const panel = within(screen.getByRole('group', { name: 'Vehicle Type' }))
    const names = () => panel.getAllByRole('checkbox').map((type) => type.closest('label')?.textContent)
    await waitFor(() => expect(names()).toEqual(['SUV', 'Sedan', 'Hatchback', 'Pickup']))
    await userEvent.click(panel.getByRole('checkbox', { name: 'SUV' }))
    await userEvent.click(panel.getByRole('checkbox', { name: 'Pickup' }))
    await search()
    expect(new URLSearchParams(location.search).get('types')).toBe('SUV,Pickup')
  })
})

describe('Search', () => {
  test('Leads to the listings with every field in the address [R-HOME-16 R-HOME-17]', async () => {
    atHome(<SearchBox />)
    const brands = await openBrands()
    await userEvent.click(await brands.findByRole('checkbox', { name: /^Toyota/ }, slow))
    await userEvent.click(brands.getByRole('button', { name: 'Models of Toyota' }))
    await userEvent.click(brands.getByRole('checkbox', { name: 'Hilux' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Max Price' }), '3000000')
    await userEvent.click(screen.getByRole('button', { name: /^Vehicle Year/ }))
    await userEvent.click(screen.getByRole('checkbox', { name: '2020' }))
    await userEvent.click(screen.getByRole('button', { name: /^Vehicle Type/ }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Pickup' }))
    await search()
    expect(here()).toBe(
      '/listings?brands=Toyota&models=Hilux&year=2020&types=Pickup&maxprice=3000000&sortby=most_recent',
    )
  })

  test('With nothing chosen it says that there is no upper limit [R-HOME-12 R-HOME-17 R-LIST-04]', async () => {
    atHome(<SearchBox />)
    await search()
    expect(here()).toBe('/listings?maxprice=5000000&sortby=most_recent')
  })

  test('Free words become chips and go along with the chosen filters [R-HOME-17]', async () => {
    atHome(<SearchBox />)
    await userEvent.click(screen.getByRole('button', { name: /^Vehicle Type/ }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'SUV' }))
    const words = screen.getByRole('searchbox', { name: 'Search in your own words' })
    await userEvent.type(words, 'toyota under 4m automatic lagos')
    const said = within(await screen.findByRole('list', { name: 'Understood' }))
    await said.findByRole('button', { name: 'Remove Toyota' }, slow)
    expect(said.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
      'Toyota',
      'under 4m',
      'Automatic',
      'Lagos',
    ])
    await userEvent.click(said.getByRole('button', { name: 'Remove Automatic' }))
    expect((words as HTMLInputElement).value).toBe('toyota under 4m lagos')
    await screen.findByRole('button', { name: 'Remove under 4m' })
    await search()
    expect(here()).toBe('/listings?types=SUV&q=toyota+under+4m+lagos&maxprice=5000000&sortby=most_recent')
  })

  test('Search choices survive a switch of tabs but not leaving the screen [R-HOME-30]', async () => {
    const { unmount } = atHome(<SearchBox />)
    await userEvent.type(screen.getByRole('textbox', { name: 'Max Price' }), '9')
    await userEvent.click(screen.getByRole('tab', { name: 'Forum' }))
    await userEvent.click(screen.getByRole('tab', { name: 'Listing' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Max Price' }).value).toBe('9')
    unmount()
    atHome(<SearchBox />)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Max Price' }).value).toBe('0')
  })
})

describe('The number on the button', () => {
  test('Counts the cars of this phone at every change and asks nobody', async () => {
    const { asked, counted } = atHome(<SearchBox />, { forSale: 40 })
    await screen.findByRole('button', { name: 'Search Show 40 cars' })
    await userEvent.click(screen.getByRole('button', { name: /^Vehicle Type/ }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Pickup' }))
    await screen.findByRole('button', { name: 'Search Show 7 cars' })
    await userEvent.click(screen.getByRole('button', { name: /^Vehicle Year/ }))
    for (const year of ['2026', '2025']) await userEvent.click(screen.getByRole('checkbox', { name: year }))
    await waitFor(() => expect(counted.at(-1)?.year).toEqual(['2026', '2025']))
    expect(asked.filter(({ path }) => path === 'cars/get-car-list')).toEqual([])
  })

  test('The last number stays while counting, and a partial catalogue says so', async () => {
    atHome(<SearchBox />, { forSale: 900 })
    await screen.findByRole('button', { name: 'Search Show 40+ cars' })
    await userEvent.click(screen.getByRole('button', { name: /^Vehicle Type/ }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Pickup' }))
    expect(button().textContent).toMatch(/Show (40|7)\+ cars/)
    await screen.findByRole('button', { name: 'Search Show 7+ cars' })
  })

  test('No car is said to be none, and the way to loosen stays open', async () => {
    atHome(<SearchBox />, { forSale: 40 })
    await userEvent.type(screen.getByRole('textbox', { name: 'Max Price' }), '1')
    await screen.findByRole('button', { name: 'Search No cars – loosen' })
    await search()
    expect(here()).toBe('/listings?maxprice=1&sortby=most_recent')
  })

  test('Without a catalogue there is the word alone', async () => {
    atHome(<SearchBox />, { server: homeServer })
    expect(button().textContent.trim()).toBe('Search')
  })
})

test('The box is there before any script runs', () => {
  const { local } = stage(nothing, { now: () => sampleNow })
  const html = renderToString(
    <LocalProvider local={local}>
      <SearchBox />
    </LocalProvider>,
  )
  for (const words of ['Roadside Assistance', 'Max Price', 'Vehicle Year', 'Vehicle Type', 'Search'])
    expect(html).toContain(words)
})
