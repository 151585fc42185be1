import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Route } from 'wouter'
import { dealerHead } from '#contract/heads/dealer-head.ts'
import { DealerScreen } from '../../../src/features/dealers/dealer-screen.tsx'
import { formatWithin } from '../../../src/features/dealers/dealer-aside.tsx'
import { readOpenState } from '../../../src/parts/contact/opening-hours.ts'
import { dealerServer, sampleDealer, stockOf } from '../../support/dealers.ts'
import { newStage, show as showOn } from '../../support/saved-cars.tsx'
import { nothing } from '../../support/stage.tsx'

type Stage = ReturnType<typeof newStage>
const weekdays = Array.from({ length: 5 }, () => ({ open: '08:00', close: '17:00' }))
const week = [...weekdays, { open: '09:00', close: '13:00' }, null]
const dealer = sampleDealer(1, { opening_hours: week, answers_within_minutes: 95 })
const stock = stockOf(dealer._id, 10)
const server = dealerServer([dealer], stock)

const show = (on: Stage, address = '/dealer/dealer-1') =>
  showOn(
    on,
    address,
    <Route path="/dealer/:id">
      <DealerScreen />
    </Route>,
  )
const heading = () => screen.findByRole('heading', { level: 1 })
const aside = () => within(screen.getByRole('complementary', { name: 'About this dealer' }))
const cards = () => screen.findAllByRole('article')
const queries = (on: Stage) =>
  on.asked
    .filter(({ path }) => path === 'cars/get-car-list')
    .map(({ body }) => body as Record<string, unknown>)
const fact = (name: string) => aside().getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

describe('The page of a dealer', () => {
  test('has its breadcrumb, full name and business name, logo and counts [R-DEAL-10 R-DEAL-12 R-DEAL-15 R-DEAL-16 R-NAV-06]', async () => {
    show(newStage(dealerServer([{ ...dealer, logourl: '/logo.webp' }], stock)))
    expect((await heading()).textContent).toBe('Person 1 Motors 1')
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(trail.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/', '/dealers'])
    expect(trail.getByText('Dealers')).toBeTruthy()
    expect(trail.getByText('Dealer Detail').getAttribute('aria-current')).toBe('page')
    expect(
      screen
        .getByRole('complementary', { name: 'About this dealer' })
        .querySelector('img')
        ?.getAttribute('src'),
    ).toBe('/logo.webp')
    expect([fact('Total Cars'), fact('For sale'), fact('Sold')]).toEqual(['14', '10', '4'])
    expect(aside().getByText('Member since 2022')).toBeTruthy()
    expect(aside().getByText('Usually answers within 2 hours')).toBeTruthy()
  })

  test.each([
    [{}, ['Email: yes', 'Mobile Number: no', 'Business Details: yes']],
    [{ businessAddress: '' }, ['Email: yes', 'Mobile Number: no', 'Business Details: no']],
    [
      { businessname: '', mobile_verified: true },
      ['Email: yes', 'Mobile Number: yes', 'Business Details: no'],
    ],
    [{ email_verified: false }, ['Email: no', 'Mobile Number: no', 'Business Details: yes']],
  ])(
    'ticks or crosses what was checked, and says what that was: %j [R-DEAL-13 R-DEAL-14]',
    async (over, said) => {
      show(newStage(dealerServer([{ ...dealer, ...over }])))
      await heading()
      const checks = within(aside().getByRole('list', { name: 'Checks' })).getAllByRole('listitem')
      expect(checks.map((check) => check.textContent?.split('. ')[0])).toEqual(said)
      for (const check of checks) {
        const done = check.textContent?.includes(': yes') ?? false
        expect(check.querySelector('svg')?.classList.contains(`tabler-icon-${done ? 'check' : 'x'}`)).toBe(
          true,
        )
        expect(check.textContent).toMatch(done ? /\. (Confirmed|Name and)/ : /\. (Not confirmed|Name or)/)
      }
    },
  )

  test.each([true, false])(
    'says that a dealer is verified exactly when it is so: %s [R-ROLE-15]',
    async (verified) => {
      show(newStage(dealerServer([{ ...dealer, verified }])))
      await heading()
      expect(screen.queryAllByText('Verified')).toHaveLength(verified ? 1 : 0)
    },
  )

  test('reveals the phone number on tap, gives the place and can be shared', async () => {
    show(newStage(server))
    await heading()
    expect(aside().queryByRole('link', { name: /82 123/ })).toBeNull()
    await userEvent.click(aside().getByRole('button', { name: 'Show number' }))
    expect(
      aside()
        .getByRole('link', { name: /82 123/ })
        .getAttribute('href'),
    ).toBe('tel:+27821234561')
    // The button that had the focus is removed.
    expect(document.activeElement?.getAttribute('href')).toBe('tel:+27821234561')
    const chat = new URL(aside().getByRole('link', { name: 'Write on WhatsApp' }).getAttribute('href') ?? '')
    expect([chat.host, chat.pathname]).toEqual(['wa.me', '/27821234561'])
    expect(chat.searchParams.get('text')).toContain('Motors 1')
    const map = aside().getByRole('link', { name: 'Show on a map' })
    expect(new URL(map.getAttribute('href') ?? '').searchParams.get('query')).toBe('1 Main Road, Durban')
    expect(map.getAttribute('rel')).toContain('noopener')
    expect(aside().getByRole('button', { name: 'Share' })).toBeTruthy()
  })

  test('A private seller’s page shows no street, no hours and no missing number', async () => {
    const over = {
      businessname: '',
      businessAddress: '',
      address: '5 Private Lane',
      gsm: '',
      opening_hours: [],
    }
    show(newStage(dealerServer([sampleDealer(1, over)])))
    expect((await heading()).textContent).toBe('Person 1')
    expect(aside().getByText('Not Available')).toBeTruthy()
    expect(aside().getByText('Durban')).toBeTruthy()
    for (const words of [/Private Lane/, /map/, /Open now|Closed now/, /answers within/])
      expect(screen.queryByText(words)).toBeNull()
  })

  test('says whether it is open by the clock of the market [R-VAL-60]', async () => {
    // Thursday 12 March 2026, 12:00 in UTC, is 14:00 in Johannesburg.
    show(newStage(server))
    await heading()
    expect(aside().getByText('Open now')).toBeTruthy()
    expect(aside().getByText(/until 17:00/)).toBeTruthy()
    expect(aside().getByText('Mon–Fri 08:00–17:00')).toBeTruthy()
  })

  test('that is not there says so; one out of reach can be tried again', async () => {
    const on = newStage(server)
    const first = show(on, '/dealer/nobody')
    expect(await screen.findByRole('heading', { name: 'This dealer could not be found.' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All dealers' }).getAttribute('href')).toBe('/dealers')
    first.unmount()
    on.serve(nothing)
    show(on)
    const [again] = await screen.findAllByRole('button', { name: 'Try again' }, { timeout: 15_000 })
    on.serve(server)
    await userEvent.click(again as HTMLElement)
    expect((await heading()).textContent).toContain('Motors 1')
  })
})

describe('The cars of a dealer', () => {
  test('are only theirs, nine a page with hearts, and reload on turning pages [R-DEAL-17 R-DEAL-18 R-CONST-07 R-STATE-13]', async () => {
    const on = newStage(dealerServer([dealer], [...stock, ...stockOf('somebody', 3)]))
    show(on)
    expect(await cards()).toHaveLength(9)
    expect(queries(on)).toMatchObject([{ creator: 'dealer-1', page: 1, limit: 9 }])
    expect(screen.getAllByRole('button', { name: /^Save / })).toHaveLength(9)
    const next = () => screen.getByRole('link', { name: 'Next page' })
    await userEvent.click(next())
    await waitFor(async () => expect(await cards()).toHaveLength(1))
    expect(location.search).toBe('?page=2')
    // The page requests the recent query again.
    await userEvent.click(screen.getByRole('link', { name: 'Previous page' }))
    await waitFor(() => expect(queries(on).map(({ page }) => page)).toEqual([1, 2, 1]))
  })

  test('are searched by what is typed, every time it is sent off [R-DEAL-11 R-STATE-13]', async () => {
    const on = newStage(server)
    show(on, '/dealer/dealer-1?page=2')
    await cards()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search Your Cars' }), 'corolla{Enter}')
    await waitFor(async () => expect(await cards()).toHaveLength(4))
    expect(location.search).toBe('?search=corolla')
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    const asked = { creator: 'dealer-1', page: 1, search: 'corolla' }
    await waitFor(() => expect(queries(on).slice(1)).toMatchObject([asked, asked]))
  })

  test('can be filtered by make, body and price and sorted, with counts', async () => {
    const on = newStage(server)
    show(on)
    await cards()
    const choose = (label: string, option: string) =>
      userEvent.selectOptions(screen.getByRole('combobox', { name: label }), option)
    await choose('Make', 'Toyota (4)')
    await waitFor(async () => expect(await cards()).toHaveLength(4))
    await choose('Body Type', 'Sedan (4)')
    await choose('Max price', 'Up to ₦600,000 (3)')
    await choose('Sort by', 'Price: low to high')
    await waitFor(() =>
      expect(queries(on).at(-1)).toMatchObject({
        make: ['Toyota'],
        bodytype: ['Sedan'],
        max_price: 600_000,
        sortBy: 'price_low_high',
      }),
    )
    expect(location.search).toBe('?make=Toyota&body=Sedan&max=600000&sort=price_low_high')
  })

  test('keep the focus in their search; a turned page is read from their heading', async () => {
    show(newStage(server))
    await cards()
    await userEvent.click(screen.getByRole('link', { name: 'Next page' }))
    const title = screen.getByRole('heading', { name: 'Cars for sale' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    const box = () => screen.getByRole('searchbox', { name: 'Search Your Cars' })
    await userEvent.type(box(), 'corolla{Enter}')
    await waitFor(async () => expect(await cards()).toHaveLength(4))
    expect(document.activeElement).toBe(box())
  })

  test('that are none say so, and the way back to all of them [R-ERR-16]', async () => {
    show(newStage(server), '/dealer/dealer-1?search=tractor')
    expect(await screen.findByRole('heading', { name: 'No cars available' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all their cars' }))
    expect(await cards()).toHaveLength(9)
  })

  test('that nobody has say so without a way back [R-ERR-16]', async () => {
    show(newStage(dealerServer([dealer])))
    expect(await screen.findByRole('heading', { name: 'No cars available' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show all their cars' })).toBeNull()
  })
})

test('A visited dealer and their cars open offline, with their age', async () => {
  const on = newStage(server)
  await on.local.load()
  const first = show(on)
  await cards()
  const kept = async () => (await on.local.phone()).cached('dealer:dealer-1')
  await waitFor(async () => expect(await kept()).toBeTruthy())
  first.unmount()
  on.serve(nothing)
  show(on)
  expect((await heading()).textContent).toContain('Motors 1')
  expect(await cards()).toHaveLength(9)
  expect(await screen.findByText(/^Without signal: those kept on this phone/)).toBeTruthy()
  expect(aside().getByText(/^Kept on this phone/).textContent).toContain('as of just now')
})

describe('Opening hours', () => {
  test.each([
    ['2026-03-12T07:59', { open: false, next: 'today 08:00' }],
    ['2026-03-12T08:00', { open: true, until: '17:00' }],
    ['2026-03-12T16:59', { open: true, until: '17:00' }],
    ['2026-03-12T17:00', { open: false, next: 'tomorrow 08:00' }],
    ['2026-03-14T13:00', { open: false, next: 'Mon 08:00' }],
    ['2026-03-15T10:00', { open: false, next: 'tomorrow 08:00' }],
  ])('at %s are %j', (now, state) => {
    expect(readOpenState(week, now)).toEqual(state)
  })

  test('that nobody has said are unknown, and a week without any opens never', () => {
    expect(readOpenState([], '2026-03-12T10:00')).toBeUndefined()
    expect(
      readOpenState(
        Array.from({ length: 7 }, () => null),
        '2026-03-12T10:00',
      ),
    ).toEqual({ open: false })
  })
})

test.each([
  [1, '5 minutes'],
  [22, '25 minutes'],
  [56, '1 hour'],
  [61, '2 hours'],
  [23 * 60, '23 hours'],
  [24 * 60, '1 day'],
  [25 * 60, '2 days'],
])('%i minutes are told as %s, never as less', (minutes, words) => {
  expect(formatWithin(minutes)).toBe(words)
})

test('The description for search engines says who, where and what in 160 characters', () => {
  const long = { ...dealer, businessname: 'M'.repeat(100), city: 'Pietermaritzburg' }
  expect(dealerHead(dealer, false).description).toBe(
    'Motors 1 in Durban: 10 cars for sale, 4 sold. Opening hours, address and how to reach them.',
  )
  expect(dealerHead(long, false).description.length).toBeLessThanOrEqual(160)
})
