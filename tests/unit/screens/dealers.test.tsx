import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Route, Switch } from 'wouter'
import { DealersScreen } from '../../../src/features/dealers/dealers-screen.tsx'
import { DealerCard } from '../../../src/features/dealers/index.ts'
import { dealerServer, sampleDealer } from '../../support/dealers.ts'
import { newStage, show as showOn } from '../../support/saved-cars.tsx'
import { nothing } from '../../support/stage.tsx'

type Stage = ReturnType<typeof newStage>
const thirteen = Array.from({ length: 13 }, (_, i) => sampleDealer(i + 1))

const screens = (
  <Switch>
    <Route path="/dealers">
      <DealersScreen />
    </Route>
    <Route>
      <a href="/dealers">Elsewhere</a>
    </Route>
  </Switch>
)
const show = (on: Stage, address = '/dealers') => showOn(on, address, screens)
const cards = () => screen.findAllByRole('article')
const asked = (on: Stage) =>
  on.asked.filter(({ path }) => path === 'users/get-dealer-list').map(({ body }) => body)
const field = () => screen.getByRole('searchbox', { name: 'Search Dealer' })

describe('The list of dealers', () => {
  test('has its breadcrumb, twelve cards and its pages above and below [R-DEAL-01 R-DEAL-03 R-DEAL-04 R-DEAL-08 R-CONST-07 R-NAV-05]', async () => {
    const on = newStage(dealerServer(thirteen))
    show(on)
    expect(await cards()).toHaveLength(12)
    expect(asked(on)).toEqual([{ page: 1, limit: 12 }])
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(trail.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
    expect(trail.getByText('Dealers').getAttribute('aria-current')).toBe('page')
    const [first] = await cards()
    const grid = first?.closest('ul')
    expect(grid?.className).toContain('xl:grid-cols-4')
    const pagers = screen.getAllByRole('navigation', { name: /^Pagination/ })
    expect(pagers.map((pager) => pager.compareDocumentPosition(grid as HTMLElement))).toEqual([
      Node.DOCUMENT_POSITION_FOLLOWING,
      Node.DOCUMENT_POSITION_PRECEDING,
    ])
    await userEvent.click(within(pagers[1] as HTMLElement).getByRole('link', { name: 'Next page' }))
    expect(await screen.findByRole('link', { name: 'Motors 13' })).toBeTruthy()
    expect(location.search).toBe('?page=2')
  })

  test('A card has business, address, city, number, person and total, and is one link [R-DEAL-05 R-DEAL-06 R-DEAL-07]', async () => {
    const named = sampleDealer(1, { logourl: '/logo.webp', avatarurl: '/face.webp' })
    const person = sampleDealer(2, { businessname: '', businessAddress: '', gsm: '', total_cars: 0 })
    show(newStage(dealerServer([named, person])))
    const [one, two] = await cards()
    const card = within(one as HTMLElement)
    expect(card.getByRole('link', { name: 'Motors 1' }).getAttribute('href')).toBe('/dealer/dealer-1')
    for (const words of ['1 Main Road', 'Durban', '+27821234561', 'Person 1', 'Total Cars: 14'])
      expect(card.getByText(words)).toBeTruthy()
    const pictures = [...(one?.querySelectorAll('img') ?? [])].map((img) => img.getAttribute('src'))
    expect(pictures).toEqual(['/logo.webp', '/face.webp'])
    const other = within(two as HTMLElement)
    expect(other.getByRole('link', { name: 'Person 2' })).toBeTruthy()
    expect(other.getByText('Mobile Not Available')).toBeTruthy()
    expect(other.getByText('Total Cars: 0')).toBeTruthy()
    // A dealer without a logo has initials.
    expect(other.getAllByText('P2')).toHaveLength(2)
  })

  test('loads again at every submitted search, even the same one [R-DEAL-02 R-STATE-12]', async () => {
    const on = newStage(dealerServer(thirteen))
    show(on, '/dealers?page=2')
    await cards()
    await userEvent.type(field(), 'motors 12{Enter}')
    expect(await screen.findByText('1 dealer with “motors 12”')).toBeTruthy()
    expect(location.search).toBe('?search=motors+12')
    const search = { page: 1, limit: 12, search: 'motors 12' }
    expect(asked(on)).toEqual([{ page: 2, limit: 12 }, search])
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(asked(on).at(-1)).toEqual(search))
    await waitFor(() => expect(asked(on)).toHaveLength(3))
    // Leaving the page clears the flag: a return is an ordinary visit.
    window.history.pushState(null, '', '/elsewhere')
    await screen.findByText('Elsewhere')
    window.history.pushState(null, '', '/dealers?search=motors+12')
    await cards()
    expect(asked(on)).toHaveLength(3)
  })

  test('keeps the focus in its search; a turned page is read from its heading', async () => {
    show(newStage(dealerServer(thirteen)))
    await cards()
    const title = () => screen.getByRole('heading', { level: 1 })
    await userEvent.click(screen.getAllByRole('link', { name: 'Next page' })[1] as HTMLElement)
    await waitFor(() => expect(document.activeElement).toBe(title()))
    await userEvent.type(field(), 'tractors{Enter}')
    await screen.findByRole('heading', { name: 'No Data found...' })
    expect(document.activeElement).toBe(field())
    await userEvent.click(screen.getByRole('link', { name: 'Show all dealers' }))
    await cards()
    await waitFor(() => expect(document.activeElement).toBe(title()))
    expect(field()).toHaveProperty('value', '')
  })

  test('without anything to show says so and has a way back [R-DEAL-09]', async () => {
    const on = newStage(dealerServer(thirteen))
    show(on, '/dealers?search=tractors')
    expect(await screen.findByRole('heading', { name: 'No Data found...' })).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Show all dealers' }))
    expect(await cards()).toHaveLength(12)
    expect(location.search).toBe('')
  })

  test('leads whoever stands behind its last page back to it', async () => {
    show(newStage(dealerServer(thirteen)), '/dealers?page=9')
    await waitFor(() => expect(location.search).toBe('?page=2'))
    expect(await screen.findByRole('link', { name: 'Motors 13' })).toBeTruthy()
  })

  test('without signal and never seen says so and tries again when asked', async () => {
    const on = newStage(nothing)
    show(on)
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 15_000 })
    on.serve(dealerServer(thirteen))
    await userEvent.click(again)
    expect(await cards()).toHaveLength(12)
  })

  test('that was seen once is there without signal, with its age', async () => {
    const on = newStage(dealerServer(thirteen))
    await on.local.load()
    const first = show(on)
    await cards()
    await waitFor(async () => expect(await (await on.local.phone()).cached('dealers:1:')).toBeTruthy())
    first.unmount()
    on.serve(nothing)
    show(on)
    expect(await cards()).toHaveLength(12)
    expect(await screen.findByText('as of just now')).toBeTruthy()
  })
})

test('Only a verified dealer is called verified, not one with a business name [R-ROLE-15]', async () => {
  const all = [sampleDealer(1, { verified: true }), sampleDealer(2)]
  show(newStage(dealerServer(all)))
  const [one, two] = await cards()
  expect(within(one as HTMLElement).getByText('Verified')).toBeTruthy()
  expect(within(two as HTMLElement).queryByText('Verified')).toBeNull()
})

test('A card stands on other pages as well, under a heading of their order', () => {
  render(<DealerCard dealer={sampleDealer(1)} heading="h3" />)
  expect(screen.getByRole('heading', { level: 3, name: 'Motors 1' })).toBeTruthy()
})
