import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { SavedScreen } from '../../../src/features/saved/index.ts'
import { StorageScreen } from '../../../src/features/storage/index.ts'
import { formatMonth, sizeText } from '../../../src/features/storage/words.ts'
import type { Engine } from '../../../src/local/bootstrap/services.ts'
import type { Views } from '../../../src/local/bootstrap/views.ts'
import type { PinsView } from '../../../src/local/saved-cars/rows.ts'
import type { StorageReport } from '../../../src/local/storage-quota/storage-service.ts'
import { cell } from '../../../src/local/platform/cell.ts'
import { sampleCard, sampleNow } from '../../support/sample-car.ts'
import { nothing, OnStage, stage } from '../../support/stage.tsx'

const sizes = {
  shell: 1_300_000,
  words: 6_200,
  photos: 0,
  replica: 151_000,
  favourites: 4_100_000,
  viewed: 0,
  viewedPictures: 20_000,
  thumbs: 0,
  answers: 1,
}
const whole: StorageReport = {
  sizes,
  reserve: 2_097_152,
  lasting: false,
  asked: undefined,
  mayAsk: true,
  used: { month: '2026-11', bytes: 4_100_000 },
  savesData: false,
}

const noPins: PinsView = { of: 0, saved: 0, missing: new Set(), halt: undefined }

/** Returns a phone with this storage report, which records its calls. */
function phone(
  report: StorageReport | 'broken',
  given: { pins?: PinsView; ask?: boolean; room?: number } = {},
) {
  const { local: real } = stage(nothing, { now: () => sampleNow })
  const told: string[] = []
  let now = report
  const views = cell<Views>({ ...real.views.get(), pins: () => given.pins ?? noPins })
  const cars = [sampleCard(1), sampleCard(2)]
  const engine = {
    replica: {
      status: cell({
        state: 'ready',
        searched: 4812,
        of: 18_240,
        asOf: sampleNow - 180_000,
        ...(given.room === undefined ? {} : { room: given.room }),
      }),
      refresh: () => Promise.resolve(true),
      window: () => Promise.resolve(5000),
      choose(cars: number) {
        told.push(`choose ${cars}`)
        return Promise.resolve(given.ask === true)
      },
    },
    storage: {
      read: () =>
        now === 'broken' ? Promise.reject(new DOMException('No.', 'UnknownError')) : Promise.resolve(now),
      clear(what: string) {
        told.push(`clear ${what}`)
        if (now !== 'broken') now = { ...now, sizes: { ...now.sizes, [what]: 0 } }
        return Promise.resolve()
      },
      ask() {
        told.push('ask')
        return Promise.resolve(given.ask === true)
      },
      resume() {
        told.push('resume')
        return Promise.resolve()
      },
    },
    phone: {
      cachedCars: () =>
        Promise.resolve({ value: { favourites: cars, viewed: [], times: new Map() }, asOf: sampleNow }),
    },
    outsideChanges: cell(0),
    views: { read: () => Promise.resolve(views.get()), notify: () => Promise.resolve() },
    kick: () => undefined,
  } as unknown as Engine
  const local = {
    ...real,
    views,
    engine: cell(engine),
    load: () => Promise.resolve(engine),
    holds: () => true,
  }
  return { local, told, views }
}
const show = (on: ReturnType<typeof phone>, Screen: () => React.ReactNode = StorageScreen) =>
  render(
    <OnStage local={on.local}>
      <Screen />
    </OnStage>,
  )
const row = (name: string) =>
  within(screen.getByRole('heading', { name, level: 3 }).closest('li') as HTMLElement)

describe('Storage on this phone', () => {
  test('shows the size and purpose of each item and the total', async () => {
    show(phone(whole))
    expect((await screen.findByText(/^Motorkin keeps/)).textContent).toContain('7.7 MB')
    const rows = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(rows).toEqual([
      'Your favourites',
      'Cars to search',
      'Pictures you looked at',
      'Small pictures',
      'Cars you looked at',
      'Search results',
      'Photos for your ads',
      'What you wrote',
      'The app itself',
      'Kept free',
    ])
    expect(row('Your favourites').getByText('4.1 MB')).toBeTruthy()
    expect(row('What you wrote').getByText('7 KB')).toBeTruthy()
    expect(row('Small pictures').getByText('Nothing')).toBeTruthy()
  })
  test('What a person wrote, and what is empty, has no button to clear it', async () => {
    show(phone(whole))
    await screen.findByText('What is here')
    const names = screen.getAllByRole('button', { name: /^Clear / }).map((button) => button.textContent)
    expect(names).toEqual(['Clear Your favourites', 'Clear Pictures you looked at', 'Clear Search results'])
  })
  test('Clearing is asked about with what it means, and only the yes clears', async () => {
    const on = phone(whole)
    show(on)
    await userEvent.click(await screen.findByRole('button', { name: 'Clear Your favourites' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/The hearts stay/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Keep' }))
    expect(on.told).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Clear Your favourites' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Clear 4.1 MB' }))
    await waitFor(() => expect(row('Your favourites').getByText('Nothing')).toBeTruthy())
    expect(on.told).toEqual(['clear favourites'])
    expect(await screen.findByText('Cleared: your favourites.')).toBeTruthy()
  })
  test('The page warns of eviction, can ask the browser and reports its refusal', async () => {
    const on = phone(whole)
    show(on)
    expect(await screen.findByText(/your browser may clear it/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Ask it to keep this' }))
    expect(await screen.findByText(/^Your browser said no so far/)).toBeTruthy()
    expect(on.told).toEqual(['ask'])
  })
  test('A browser that promised to keep it is not asked again', async () => {
    show(phone({ ...whole, lasting: true, asked: true }))
    expect(await screen.findByText(/^Your browser promised/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ask it to keep this' })).toBeNull()
  })
  test('The page states monthly data use, the age of the cars and Save-Data', async () => {
    show(phone({ ...whole, savesData: true }))
    const fact = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent
    expect(await fact('Data used in November')).toBe('4.1 MB')
    expect(await fact('Cars last refreshed')).toBe('3 min ago')
    expect(await fact('Cars that search without signal')).toBe('4,812 of 18,240')
    expect(await fact('Save-Data')).toBe('On: fewer cars, one picture each')
  })
  test('How many cars are kept for searching is the person’s choice, also without signal', async () => {
    const on = phone(whole)
    show(on)
    const many: HTMLInputElement = await screen.findByRole('radio', { name: '5,000' })
    expect(many.checked).toBe(true)
    await userEvent.click(screen.getByRole('radio', { name: '20,000' }))
    expect(on.told).toEqual(['choose 20000'])
    expect(await screen.findByText(/^Kept in mind/)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '20,000' }).checked).toBe(true)
  })
  test('Favourites that were cleared can be saved here again', async () => {
    const on = phone(whole, { pins: { of: 2, saved: 0, missing: new Set(['a', 'b']), halt: 'stopped' } })
    show(on)
    await userEvent.click(await screen.findByRole('button', { name: 'Save my favourites here again' }))
    await waitFor(() => expect(on.told).toEqual(['resume']))
  })
  test('Pictures that a full phone refused are tried again when the person wants it [S15]', async () => {
    const on = phone(whole, { pins: { of: 2, saved: 2, missing: new Set(), halt: 'full' } })
    show(on)
    expect(
      await screen.findByText('This phone had no room for more pictures of your favourites.'),
    ).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try to save them again' }))
    await waitFor(() => expect(on.told).toEqual(['resume']))
  })
  test.each([
    [1250, 'This phone had no room for more than 1,250 cars.'],
    [0, 'This phone is full: the cars on it cannot be refreshed.'],
  ])('A phone without room for the cars says so and retries on request [S15]', async (room, words) => {
    const on = phone(whole, { room, ask: true })
    show(on)
    expect(await screen.findByText(words)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(on.told).toEqual(['choose 5000']))
  })
  test('A browser that keeps nothing is told about in words', async () => {
    show(phone('broken'))
    expect(await screen.findByText('Nothing can be kept here')).toBeTruthy()
  })
  test('Sizes and months are read as on the phone’s own settings', () => {
    expect([0, 1, 999_999, 38_240_000].map(sizeText)).toEqual(['Nothing', '1 KB', '1.0 MB', '38.2 MB'])
    expect([formatMonth('2026-01'), formatMonth('2026-12')]).toEqual(['January', 'December'])
  })
})

describe('Saved favourites', () => {
  const first = sampleCard(1)._id
  const saving = (more: Partial<PinsView>): PinsView => ({
    of: 2,
    saved: 1,
    missing: new Set(),
    halt: undefined,
    ...more,
  })
  test('say how many are here, aloud, and which one is not [R-PWA-33]', async () => {
    show(phone(whole, { pins: saving({ missing: new Set([first]) }) }), SavedScreen)
    const words = await screen.findByText('1 of 2 saved')
    expect(words.tagName).toBe('OUTPUT')
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('1')
    const marks = await screen.findAllByText('Not offline yet')
    expect(marks).toHaveLength(1)
    expect(marks[0]?.closest('li')?.textContent).toContain(sampleCard(1).title)
    expect(screen.getByText(/except those that say so/)).toBeTruthy()
  })
  test('that are all here need no bar, and lead to what they take', async () => {
    show(phone(whole, { pins: saving({ saved: 2 }) }), SavedScreen)
    expect(await screen.findByText('2 of 2 saved')).toBeTruthy()
    expect([screen.queryByRole('progressbar'), screen.queryByText('Not offline yet')]).toEqual([null, null])
    expect(screen.getByRole('link', { name: 'Storage on this phone' }).getAttribute('href')).toBe('/storage')
  })
  test.each([
    ['lean', 'With Save-Data on, one picture each.'],
    ['wifi', 'The other pictures wait for Wi-Fi.'],
    ['cap', 'No more pictures fit, so some cars have only their first.'],
    ['full', 'This phone has no room for more pictures.'],
    ['stopped', 'Stopped, because you cleared them.'],
  ] as const)('that rest say why: %s', async (halt, words) => {
    show(phone(whole, { pins: saving({ halt }) }), SavedScreen)
    expect(await screen.findByText(words)).toBeTruthy()
  })
})
