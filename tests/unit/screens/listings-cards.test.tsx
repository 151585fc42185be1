import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { listingDefaults } from '#catalogue'
import { AppError } from '#contract/errors.ts'
import { carPage, type CarCard, type CarPage } from '#contract/cars.ts'
import { NoResults } from '../../../src/features/browse/results/no-results.tsx'
import { WithNotice } from '../../../src/features/browse/results/results-area.tsx'
import { asOf, browse, desktop, here, listingServer } from '../../support/listings-screen.tsx'
import { sampleCar, sampleCard, sampleNow, sampleReply } from '../../support/sample-car.ts'
import { sampleToken } from '../../support/sample-people.ts'
import { nothing, OnStage, stage, type Server } from '../../support/stage.tsx'

const pageOf = (cars: CarCard[]): CarPage => ({
  success: true,
  msg: 'ok',
  data: cars,
  count_records: cars.length,
  as_of: asOf,
})
const only = (change: Partial<CarCard>): Server => {
  const page = pageOf([sampleCard(1, change)])
  return (asked) => (asked.path === 'cars/get-car-list' ? { body: page } : listingServer(asked))
}
const slow = { timeout: 15_000 }
const card = () => screen.findByRole('article')

describe('The grid of /listings', () => {
  test('A person sees where the page stands: Home > Listing [R-LIST-07]', async () => {
    browse()
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(trail.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
    expect(trail.getByText('Listing').getAttribute('aria-current')).toBe('page')
    await screen.findAllByRole('article')
  })

  test('While cars load, the grid shows a skeleton for each of the 15 places [R-LIST-23 R-LIST-30]', async () => {
    browse()
    const skeleton = screen.getByRole('list', { name: 'Loading cars' })
    expect(skeleton.children).toHaveLength(15)
    expect(await screen.findAllByRole('article')).toHaveLength(15)
    expect(screen.queryByRole('list', { name: 'Loading cars' })).toBeNull()
  })

  test('The grid has three columns on wide screens, and the skeleton has the same [R-LIST-22]', async () => {
    browse({ width: desktop })
    const columns = screen.getByRole('list', { name: 'Loading cars' }).className
    expect(columns).toContain('lg:grid-cols-3')
    const cards = await screen.findAllByRole('article')
    expect(cards[0]?.closest('ul')?.className).toBe(columns)
  })

  test('The sort select offers every documented order in words [R-LIST-19 R-LIST-20 R-CONST-06]', async () => {
    browse()
    const options = within(screen.getByLabelText('Sort by')).getAllByRole<HTMLOptionElement>('option')
    expect(options.map((o) => [o.value, o.textContent])).toEqual([
      ['most_recent', 'Most recent'],
      ['price_low_high', 'Price: low to high'],
      ['price_high_low', 'Price: high to low'],
      ['year_low_high', 'Year: low to high'],
      ['year_high_low', 'Year: high to low'],
      ['mileage_low_high', 'Mileage: low to high'],
      ['mileage_high_low', 'Mileage: high to low'],
    ])
    await screen.findAllByRole('article')
  })

  test('An empty result says "No Data found..." and offers to take single filters away [R-LIST-24 R-ERR-24]', async () => {
    browse({ address: '/listings?brands=Daewoo&types=SUV' })
    expect(await screen.findByRole('heading', { name: 'No Data found...' })).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: /^Without Daewoo: \d+ cars/ }, slow))
    expect(here()).toBe('/listings?types=SUV')
    expect(await screen.findAllByRole('article')).not.toHaveLength(0)
  })

  test('A grid that cannot load offers a retry and never shows an empty list [R-PWA-35]', async () => {
    const { serve } = browse({ server: nothing })
    expect(await screen.findByText('The cars could not be loaded', {}, { timeout: 15_000 })).toBeTruthy()
    expect(screen.queryByText('No Data found...')).toBeNull()
    serve(listingServer)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findAllByRole('article')).toHaveLength(15)
  })

  test('When a refresh fails the cards stay, with a notice of their age [R-PWA-35]', async () => {
    const refresh = vi.fn<() => void>()
    const { local } = stage(nothing, { now: () => sampleNow })
    const reading = {
      source: 'network' as const,
      asOf: sampleNow - 5 * 60_000,
      scope: undefined,
      error: new AppError('timeout'),
      refresh,
    }
    render(
      <OnStage local={local}>
        <WithNotice reading={reading}>the cards</WithNotice>
      </OnStage>,
    )
    expect(screen.getByText('The server cannot be reached')).toBeTruthy()
    expect(screen.getByText('Showing what was loaded before – as of 5 min ago')).toBeTruthy()
    expect(screen.getByText('the cards')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(refresh).toHaveBeenCalled()
  })

  test('Saved cars are shown offline, each with its age, and filters still work [R-PWA-35]', async () => {
    let now = sampleNow
    const on = stage(listingServer, { now: () => now })
    const first = browse({ on })
    await screen.findAllByRole('article')
    await waitFor(() => expect(on.local.holding.get()).toBe(true), { timeout: 15_000 })
    first.unmount()
    on.serve(nothing)
    now += 3 * 3_600_000
    browse({ on, address: '/listings?types=Pickup' })
    const notice = await screen.findByText(/Showing cars saved on this phone/, {}, { timeout: 15_000 })
    expect(notice.textContent).toBe('Showing cars saved on this phone – as of 3 h ago')
    const cards = screen.getAllByRole('article')
    expect(cards.length).toBeGreaterThan(0)
    for (const shown of cards) expect(within(shown).getByText('3 h ago')).toBeTruthy()
  })

  test('A result from the phone shows its age and how many cars it searched', () => {
    const { local } = stage(nothing, { now: () => sampleNow })
    const hours = sampleNow - 3 * 3_600_000
    const reading = {
      source: 'phone' as const,
      asOf: hours,
      scope: { searched: 5000, of: 18_240, asOf: hours },
      error: undefined,
      refresh: () => {},
    }
    render(
      <OnStage local={local}>
        <WithNotice reading={reading}>the cards</WithNotice>
      </OnStage>,
    )
    expect(screen.getByText('Searching the 5,000 newest of 18,240 cars – as of 3 h ago')).toBeTruthy()
  })

  test('No match among saved cars is not called no match at all [R-LIST-24]', () => {
    const { local } = stage(nothing, { now: () => sampleNow })
    const nowhere = { ...listingDefaults, make: ['Daewoo'] }
    render(
      <OnStage local={local}>
        <NoResults state={nowhere} elsewhere={false} applied={[]} onPhone onChange={() => {}} />
      </OnStage>,
    )
    expect(screen.getByRole('heading', { name: 'No match among saved cars' })).toBeTruthy()
    expect(screen.getByText(/^No Data found\.\.\. The server may know more/)).toBeTruthy()
  })
})

describe('A card', () => {
  test('It shows image, price, title, address, fuel, mileage, gearbox and a heart [R-LIST-25 R-LIST-26 R-CONST-01 R-NAV-52]', async () => {
    browse({
      server: only({
        price: 24_500_000,
        mileage: '68 123 Km',
        fueltype: 'Diesel',
        address: '12 Admiralty Way',
      }),
    })
    const shown = within(await card())
    expect(shown.getByText('₦24,500,000')).toBeTruthy()
    expect(shown.getByRole('heading', { name: '2019 Honda CR-V number 1' })).toBeTruthy()
    expect(shown.getByText('12 Admiralty Way')).toBeTruthy()
    expect(shown.getByText('Diesel')).toBeTruthy()
    expect(shown.getByText('68,123 km')).toBeTruthy()
    expect(shown.getByText('Automatic')).toBeTruthy()
    expect(shown.getByRole('button', { name: 'Save 2019 Honda CR-V number 1' })).toBeTruthy()
    const image = (await card()).querySelector('img')
    expect(image?.getAttribute('src')).toBe('/media/sample-1/1280.webp')
    expect(image?.previousElementSibling?.getAttribute('srcset')).toContain('/media/sample-1/320.webp 320w')
  })

  test.each([
    ['42000', '42,000 km'],
    ['42 000 Km', '42,000 km'],
    ['42,000km', '42,000 km'],
    ['on request', 'on request'],
  ])('Mileage written as "%s" reads "%s", without a second Km [R-ENT-03]', async (mileage, words) => {
    browse({ server: only({ mileage }) })
    expect(within(await card()).getByText(words)).toBeTruthy()
    expect((await card()).textContent).not.toMatch(/km\s*km/i)
  })

  test('The whole card is one link, and the heart is a button outside it', async () => {
    browse({ server: only({ slug: 'a-car' }) })
    const shown = within(await card())
    const links = shown.getAllByRole('link')
    expect(links.map((l) => l.getAttribute('href'))).toEqual(['/listing/a-car'])
    expect(links[0]?.contains(shown.getByRole('button', { name: /^Save/ }))).toBe(false)
  })

  test('Every picture reserves a 4:3 place, and only the first card loads at once', async () => {
    browse()
    const [first, second] = await screen.findAllByRole('article')
    const image = (of: HTMLElement | undefined) => of?.querySelector('img')
    expect(image(first)?.getAttribute('loading')).toBe('eager')
    expect(image(first)?.getAttribute('fetchpriority')).toBe('high')
    expect(image(second)?.getAttribute('loading')).toBe('lazy')
    expect(image(second)?.closest('picture')?.className).toContain('aspect-[4/3]')
    expect(image(second)?.closest('picture')?.style.backgroundImage).toContain('data:image')
  })

  /** Shows a list with a card of eight pictures; `answers` says whether the server returns the pictures. */
  const swiped = async (answers: boolean) => {
    const { images, version } = sampleCar()
    const list = only({ picture_count: 8 })
    const told: Server = () =>
      answers ? { body: { success: true, msg: '', data: { images, version }, as_of: asOf } } : undefined
    const asking = 'cars/get-car-pictures/car-1'
    const set = browse({ server: (asked) => (asked.path === asking ? told(asked) : list(asked)) })
    const shown = await card()
    const touch = () => fireEvent.touchStart(shown.querySelector('img') ?? shown)
    const calls = () => set.asked.map(({ path }) => path).filter((path) => /pictures|single-car/.test(path))
    const addresses = () => [...shown.querySelectorAll('img')].map((img) => new URL(img.src).pathname)
    return { ...set, shown, touch, calls, addresses, images, asking }
  }
  const slides = (shown: HTMLElement) => shown.querySelectorAll('.snap-center')

  test('A touch on a card requests its further pictures once, at most five', async () => {
    const { shown, touch, calls, addresses, images, asking } = await swiped(true)
    expect(addresses()).toEqual(images.slice(0, 1))
    expect(within(shown).getByText('1/8')).toBeTruthy()
    expect(calls()).toEqual([])
    touch()
    // The placeholders are there at once.
    expect(slides(shown)).toHaveLength(5)
    await waitFor(() => expect(addresses()).toEqual(images))
    touch()
    touch()
    await waitFor(() => expect(calls()).toEqual([asking]))
  })

  test('A touch on a card waits for none of its further pictures', async () => {
    const { shown, addresses, images } = await swiped(true)
    // React runs as in a browser here: `act` would leave no work for later.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    shown.querySelector('img')?.dispatchEvent(new Event('touchstart', { bubbles: true }))
    await Promise.resolve()
    expect([...slides(shown)].map(({ childElementCount: pictures }) => pictures)).toEqual([1, 0, 0, 0, 0])
    await waitFor(() => expect(addresses()).toEqual(images))
  })

  test('A swipe through a card’s pictures does not count as viewing the car', async () => {
    const { local, touch, addresses, images } = await swiped(true)
    touch()
    await waitFor(() => expect(addresses()).toEqual(images))
    const { phone } = await local.load()
    expect((await phone.cachedCars())?.value.viewed).toEqual([])
  })

  test('Without signal a card shows the pictures of which this phone has the page', async () => {
    const { local, shown, touch, calls, addresses, images, serve } = await swiped(false)
    serve((asked) => (/single-car/.test(asked.path) ? { body: sampleReply({ _id: 'car-1' }) } : undefined))
    await local.reads.car('car-1')
    const { phone } = await local.load()
    await waitFor(async () => expect(await phone.car('car-1')).toBeTruthy())
    serve(nothing)
    touch()
    expect(slides(shown)).toHaveLength(5)
    await waitFor(() => expect(addresses()).toEqual(images))
    expect(calls().filter((path) => /single-car/.test(path))).toHaveLength(1)
  })

  test('A card has at most one badge: Featured, or Just listed for recent cars', async () => {
    const page = pageOf([
      sampleCard(1, { featured: true, created_at: asOf }),
      sampleCard(2, { featured: false, created_at: asOf }),
      sampleCard(3, { featured: false, created_at: '2025-01-01T00:00:00.000Z' }),
      sampleCard(4, { featured: true, status: 'sold' }),
    ])
    browse({ given: page, server: () => ({ body: page }) })
    const [featured, fresh, old, sold] = screen.getAllByRole('article').map((a) => a.textContent)
    expect(featured).toContain('Featured')
    expect(featured).not.toContain('Just listed')
    expect(fresh).toContain('Just listed')
    expect(old).not.toMatch(/Featured|Just listed/)
    expect(sold).toContain('Sold')
    expect(sold).not.toContain('Featured')
    await waitFor(() => expect(carPage.parse(page)).toBeTruthy())
  })
})

describe('The heart of a guest', () => {
  test('Asks for a login in the documented words, and Cancel changes nothing [R-LIST-27 R-LIST-28 R-ERR-26]', async () => {
    const { asked } = browse({ server: only({}) })
    await userEvent.click(within(await card()).getByRole('button', { name: /^Save/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Not Logged In' })
    expect(within(dialog).getByText('You need to be logged in to mark this car as a favorite.')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Not Logged In' })).toBeNull())
    expect(here()).toBe('/listings')
    expect(asked.some((a) => a.path === 'cars/like-dislike-car')).toBe(false)
  })

  test('Saves a car on this phone, offers it after login and can undo it [R-LIST-27]', async () => {
    const { asked } = browse({ server: only({}) })
    const heart = within(await card()).getByRole('button', { name: /^Save/ })
    await userEvent.click(heart)
    const dialog = within(await screen.findByRole('dialog', { name: 'Not Logged In' }))
    const ways = dialog.getAllByRole('button').map((b) => b.textContent)
    expect(ways.filter((way) => way !== '')).toEqual(['Go to Login', 'Keep on this phone', 'Cancel'])
    await userEvent.click(dialog.getByRole('button', { name: 'Keep on this phone' }))
    await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'))
    await screen.findByText('Kept on this phone. It joins your account when you sign in.')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Not Logged In' })).toBeNull())
    await userEvent.click(heart)
    await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('false'))
    expect(screen.queryByRole('dialog', { name: 'Not Logged In' })).toBeNull()
    expect(asked.some((a) => a.path === 'cars/like-dislike-car')).toBe(false)
  })

  test('"Go to Login" opens /login [R-LIST-29]', async () => {
    browse({ server: only({}) })
    await userEvent.click(within(await card()).getByRole('button', { name: /^Save/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Go to Login' }))
    expect(here()).toBe('/login')
  })
})

/** A signed-in person without storage taps the first heart, and the server returns `answer`. */
async function tapAsAda(answer: ReturnType<Server>) {
  const user = {
    id: 'u1',
    fullname: 'Ada',
    email: 'a@b.test',
    avatarurl: '',
    is_subscriber: false,
    role: 'user',
  }
  const claims = btoa(JSON.stringify({ ...user, sub: user.id, exp: sampleNow / 1000 + 86_400 }))
  const token = `e30.${claims.replace(/=+$/, '')}.x`
  const ok = { success: true, msg: 'ok' }
  const server: Server = (asked) => {
    if (asked.path === 'users/user-login') return { body: { ...ok, data: user, token } }
    if (asked.path === 'cars/like-dislike-car') return answer
    return only({})(asked)
  }
  const on = stage(server, { now: () => sampleNow, indexedDB: undefined })
  await on.local.account.signIn({ email: user.email, password: 'secret-1' }, true)
  browse({ on })
  const heart = within(await card()).getByRole('button', { name: /^Save/ })
  expect(heart.getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(heart)
  return { on, heart }
}

test('A refused like shows the server’s words in an alert titled Error [R-ERR-04 R-ERR-05]', async () => {
  const body = { success: false, code: 'forbidden', msg: 'You cannot save this car.' }
  await tapAsAda({ status: 403, body })
  const alert = await screen.findByRole('alertdialog', { name: 'Error' }, { timeout: 15_000 })
  expect(within(alert).getByText('You cannot save this car.')).toBeTruthy()
})

test('A signed-in person taps the heart and the server is told what is wanted [R-STATE-05]', async () => {
  const body = { success: true, msg: 'ok', data: { car_id: 'car-1', is_favorite: 'yes' } }
  const { on, heart } = await tapAsAda({ body })
  await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'), { timeout: 15_000 })
  expect(on.asked.find((a) => a.path === 'cars/like-dislike-car')?.body).toMatchObject({
    car_id: 'car-1',
    want: 'yes',
  })
  expect(screen.queryByRole('dialog', { name: 'Not Logged In' })).toBeNull()
})

test('A waiting heart says so to screen readers in its own name [R-PWA-31]', async () => {
  const phone = stage(nothing)
  phone.local.env.localStorage?.setItem('authentication-token', sampleToken())
  const on = stage((asked) => (asked.path === 'cars/like-dislike-car' ? undefined : only({})(asked)), {
    localStorage: phone.local.env.localStorage,
  })
  browse({ on })
  const heart = within(await card()).getByRole('button', { name: /^Save/ })
  const name = heart.getAttribute('aria-label')
  await userEvent.click(heart)
  await waitFor(() =>
    expect(heart.getAttribute('aria-label')).toBe(`${name}, will be sent when you are back online`),
  )
})
