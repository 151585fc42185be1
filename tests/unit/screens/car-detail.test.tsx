import { createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import type { CarDetail, CarReply } from '#contract/cars.ts'
import { CarDetailScreen } from '../../../src/app/screens/car-detail.tsx'
import { sampleCreator, sampleNow, sampleReply } from '../../support/sample-car.ts'
import { nothing, OnStage, refused, stage, type Server } from '../../support/stage.tsx'

const carPath = 'cars/get-single-car/'

function open(given: CarReply | undefined, server: Server = nothing) {
  const slug = given?.data.slug ?? 'some-car'
  window.history.replaceState(null, '', `/listing/${slug}`)
  const on = stage(server, { now: () => sampleNow })
  const view = render(
    <OnStage local={on.local}>
      <Route path="/listing/:slug">
        <CarDetailScreen {...(given ? { given } : {})} />
      </Route>
    </OnStage>,
  )
  return { ...on, ...view }
}
const show = (change: Partial<CarDetail> = {}) => open(sampleReply(change))
const region = (name: string | RegExp) => screen.getByRole('region', { name })

beforeEach(() => {
  window.happyDOM?.setViewport({ width: 1280, height: 900 })
})

describe('A car on its own page', () => {
  test('A person sees where the page stands: Home > Listing > Ad Details [R-CAR-01]', () => {
    show()
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(trail.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
    expect(trail.getByRole('link', { name: 'Listing' }).getAttribute('href')).toBe('/listings')
    expect(trail.getByText('Ad Details').getAttribute('aria-current')).toBe('page')
  })

  test('The price stands with a thousands separator and two decimals, above the title [R-CAR-06 R-CONST-02]', () => {
    show({ price: 1_234_567.5 })
    const price = screen.getAllByText('₦1,234,567.50')[0]
    const title = screen.getByRole('heading', { level: 1, name: '2021 Toyota Fortuner 2.8 GD-6' })
    expect(price?.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByText(/Lekki, Lagos · listed 2 days ago · 1,341 views/)).toBeTruthy()
  })

  test('The monthly line names all its assumptions and follows when one is changed', async () => {
    show({ price: 1_000_000 })
    expect(screen.getByText('₦24,900')).toBeTruthy()
    expect(
      screen.getByText(/With 10 % \(₦100,000\) paid at once .* 60 equal months at 22 % a year/),
    ).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Months'), '12')
    await userEvent.selectOptions(screen.getByLabelText('Interest a year'), '0')
    expect(screen.getByText('₦75,000')).toBeTruthy()
  })

  test('The strip holds year, mileage, fuel, gearbox, engine, drive and body [R-CAR-03 R-CAR-04]', () => {
    show()
    const facts = within(region('Key features'))
    const pairs = facts
      .getAllByRole('term')
      .map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent])
    expect(Object.fromEntries(pairs)).toMatchObject({
      Year: '2021',
      Mileage: '68,123 km',
      Fuel: 'Diesel',
      Gearbox: 'Automatic',
      Engine: '2.8 L',
      Drive: '4WD',
      Body: 'SUV',
    })
  })

  test.each(['68 123 Km', '68123', '68,123 KM'])(
    'A mileage written as %s gets one unit, never two [R-ENT-03]',
    (mileage) => {
      show({ mileage })
      expect(within(region('Key features')).getByText('68,123 km')).toBeTruthy()
    },
  )

  test('What was not stated is said to be not stated', () => {
    show({ engine: '', exteriorcolor: ' ' })
    expect(within(region('Key features')).getAllByText('Not stated')).toHaveLength(2)
  })

  test('The description comes with condition, model and price [R-CAR-05]', async () => {
    show()
    // This part of the page loads later.
    const description = within(await screen.findByRole('region', { name: 'Description' }))
    expect(description.getByText('Condition').nextSibling?.textContent).toBe('Used')
    expect(description.getByText('Model').nextSibling?.textContent).toBe('Toyota Fortuner')
    expect(description.getByText('Price').nextSibling?.textContent).toBe('₦24,500,000.00')
    expect(description.getByText('Two keys').tagName).toBe('LI')
  })

  test('The features are chips, from a list as from a comma string [R-CAR-07 R-ENT-08]', () => {
    const { unmount } = show({ carfeatures: ['Sunroof', 'Tow bar'] })
    const chips = () =>
      within(region('Features'))
        .getAllByRole('listitem')
        .map((li) => li.textContent)
    expect(chips()).toEqual(['Sunroof', 'Tow bar'])
    unmount()
    show({ carfeatures: 'Sunroof, Tow bar,, Sunroof' as unknown as string[] })
    expect(chips()).toEqual(['Sunroof', 'Tow bar'])
  })

  test('The car speaks one line and names the facts it rests on', () => {
    show()
    const speech = screen.getByRole('figure')
    expect(speech.textContent).toContain('Tar ends? That is where I start smiling.')
    expect(speech.textContent).toContain('SUV, 4WD, One owner, Full service history')
  })

  test('A description that brings script is shown as text and nothing more [R-CAR-23]', () => {
    show({
      description:
        '<p onclick="steal()">Fine <img src=x onerror=steal()><script>steal()</script><a href="javascript:steal()">car</a></p>',
    })
    const description = region('Description')
    expect(within(description).getByText(/Fine car/).outerHTML).toBe('<p>Fine car</p>')
    expect(description.querySelector('script, img, a')).toBeNull()
  })
})

describe('The seller', () => {
  test('The number shows on request and is a link with tel:+27 [R-CAR-08 R-CAR-10]', async () => {
    show()
    const seller = within(region('Seller'))
    expect(seller.queryByText(/82 123 4567/)).toBeNull()
    await userEvent.click(seller.getByRole('button', { name: 'Show number' }))
    expect(seller.getByRole('link', { name: '+27 82 123 4567' }).getAttribute('href')).toBe(
      'tel:+27821234567',
    )
  })

  test('A number that carries its own country code keeps it [R-CAR-10]', async () => {
    show({ creator: { ...sampleCreator, gsm: '+234 803 123 4567' } })
    await userEvent.click(screen.getByRole('button', { name: 'Show number' }))
    expect(screen.getByRole('link', { name: '+234 803 123 4567' }).getAttribute('href')).toBe(
      'tel:+2348031234567',
    )
  })

  test('A seller without a number is "Not Available", and there is nothing to call [R-CAR-09 R-ERR-17]', () => {
    show({ creator: { ...sampleCreator, gsm: '' } })
    expect(within(region('Seller')).getByText('Not Available')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show number' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Call the seller' })).toBeNull()
  })

  test('The seller card tells the publish date and leads to the dealer [R-CAR-13 R-CAR-14]', () => {
    show()
    const seller = within(region('Seller'))
    expect(seller.getByRole('link', { name: /Okafor Motors/ }).getAttribute('href')).toBe('/dealer/user-9')
    expect(seller.getByText('10-03-2026')).toBeTruthy()
  })

  test('The seller is called a verified dealer only when the server says so [R-ROLE-15]', () => {
    const marks = { email: true, mobile: true, business: true }
    show({ creator: { ...sampleCreator, verified: marks } }).unmount()
    const { unmount } = show()
    expect(within(region('Seller')).queryByText(/Verified/)).toBeNull()
    unmount()
    show({ creator: { ...sampleCreator, verified: { ...marks, dealer: true } } })
    expect(within(region('Seller')).getByText(/^Verified dealer · /)).toBeTruthy()
  })

  test('Three safety tips and the recent listings stand beside the car [R-CAR-15 R-CAR-16 R-CAR-17]', () => {
    show()
    const tips = within(region('Safety tips')).getAllByRole('listitem')
    expect(tips.map((t) => t.textContent)).toEqual([
      expect.stringContaining('public place'),
      expect.stringContaining('Inspect the car and its papers'),
      expect.stringContaining('Do not pay in advance'),
    ])
    const recent = within(region('Recent listings')).getAllByRole('link')
    expect(recent.map((a) => a.getAttribute('href'))).toEqual(
      [11, 12, 13, 14].map((n) => `/listing/car-${n}`),
    )
  })

  test("The contact bar gives way while the phone's keyboard is open", () => {
    show()
    // The shell marks the page while the keyboard is open.
    expect(region('Contact the seller').classList.contains('keyboard:hidden')).toBe(true)
  })

  test('A guest who taps the heart is asked to sign in [R-CAR-22 R-ERR-26]', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: /^Save 2021 Toyota/ }))
    expect(await screen.findByText('Not Logged In')).toBeTruthy()
  })

  test('Anyone can book a test drive of a car for sale, but no other [R-FORM-06 R-ROLE-04]', () => {
    const { unmount } = show()
    const link = screen.getByRole('link', { name: 'Book a test drive' })
    expect(link.getAttribute('href')).toBe('/book-test-drive?car=2021-toyota-fortuner-2-8-gd-6')
    unmount()
    show({ status: 'sold' })
    expect(screen.queryByRole('link', { name: 'Book a test drive' })).toBeNull()
  })

  test('A sold car says so and takes no messages', () => {
    show({ status: 'sold' })
    expect(screen.getAllByText('Sold').length).toBeGreaterThan(0)
    expect(region('This car is sold')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Message seller' })).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
    expect(screen.getByRole('link', { name: 'See other Toyota Fortuner' }).getAttribute('href')).toBe(
      '/listings?brands=Toyota&models=Fortuner',
    )
  })
})

describe('Loading, missing and offline', () => {
  test('A loading car is announced, then the car and the recent listings appear [R-CAR-18 R-STATE-14]', async () => {
    const { asked } = open(undefined, ({ path }) =>
      path.startsWith(carPath) ? { body: sampleReply() } : undefined,
    )
    expect(screen.getByText('Loading this car')).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1, name: /Fortuner/ })).toBeTruthy()
    expect(screen.queryByText('Loading this car')).toBeNull()
    expect(within(region('Recent listings')).getAllByRole('link')).toHaveLength(4)
    expect(asked.filter((a) => a.path.startsWith(carPath)).map((a) => a.path)).toEqual([`${carPath}some-car`])
  })

  test('Two pictures with one address are two pictures [R-CAR-02]', () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
    const [picture] = sampleReply().data.pictures
    if (!picture) throw new Error('The sample has a picture.')
    show({ pictures: [picture, picture] })
    expect(screen.getAllByRole('button', { name: /^Open picture/ })).toHaveLength(2)
    expect(screen.getAllByRole('button', { name: /^Show picture/ })).toHaveLength(2)
    expect(complaints.mock.calls.filter(([words]) => /same key/.test(String(words)))).toEqual([])
    complaints.mockRestore()
  })

  test('A car that cannot be loaded shows an Error alert and then a 404 [R-CAR-19 R-CAR-20 R-STATE-15 R-ERR-05 R-ERR-07]', async () => {
    open(undefined, ({ path }) =>
      path.startsWith(carPath) ? refused(404, 'not_found', 'There is no such car.') : undefined,
    )
    const alert = await screen.findByRole('alertdialog', { name: 'Error' })
    expect(within(alert).getByText('There is no such car.')).toBeTruthy()
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const title = await screen.findByRole('heading', { level: 1, name: /404/ })
    expect(title.textContent).toContain('This car has driven off')
    expect(screen.getAllByText('There is no such car.').length).toBeGreaterThan(0)
    expect(screen.getByRole('link', { name: 'Refresh' }).getAttribute('href')).toBe('/listings')
  })

  test('A car out of reach offers a retry and the cars on this phone [R-CAR-19 R-CAR-20]', async () => {
    open(undefined, nothing)
    await screen.findByRole('heading', { level: 1, name: /out of reach/ }, { timeout: 15_000 })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Refresh' }).getAttribute('href')).toBe('/listings')
    expect(screen.getByRole('link', { name: 'See the cars on this phone' }).getAttribute('href')).toBe(
      '/saved',
    )
  })

  async function seenBefore() {
    const phone = stage(({ path }) => (path.startsWith(carPath) ? { body: sampleReply() } : undefined), {
      now: () => sampleNow,
    })
    const page = (
      <OnStage local={phone.local}>
        <Route path="/listing/:slug">
          <CarDetailScreen />
        </Route>
      </OnStage>
    )
    window.history.replaceState(null, '', `/listing/${sampleReply().data.slug}`)
    const first = render(page)
    await screen.findByRole('heading', { level: 1, name: /Fortuner/ })
    const { phone: kept } = await phone.local.load()
    await waitFor(async () => expect(await kept.car(sampleReply().data.slug)).toBeDefined())
    first.unmount()
    return { phone, page }
  }

  test('A car seen before opens without signal and says how old it is', async () => {
    const { phone, page } = await seenBefore()
    phone.serve(nothing)
    render(page)
    expect(await screen.findByRole('heading', { level: 1, name: /Fortuner/ })).toBeTruthy()
    expect(await screen.findByText(/Saved on this phone/)).toBeTruthy()
  })

  test('A car seen before whose ad is gone is not offered from its copy [R-CAR-19]', async () => {
    const { phone, page } = await seenBefore()
    const words = 'This car is no longer listed.'
    phone.serve(({ path }) => (path.startsWith(carPath) ? refused(410, 'gone', words) : undefined))
    render(page)
    expect(await screen.findByRole('heading', { level: 1, name: /This car has driven off/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Message seller' })).toBeNull()
  })
})

describe('The pictures', () => {
  const counter = () => within(region(/^Pictures of/)).getAllByRole('status')[0]?.textContent
  const thumbnails = () =>
    within(screen.getByRole('list', { name: 'Thumbnails' }))
      .getAllByRole('button')
      .map((b) => b.getAttribute('aria-label'))

  test('At most five thumbnails show at once; they move along with the picture [R-CAR-02]', async () => {
    show()
    expect(thumbnails()).toEqual([1, 2, 3, 4, 5].map((n) => `Show picture ${n}`))
    await userEvent.click(screen.getByRole('button', { name: 'Show picture 5' }))
    expect(counter()).toContain('5 / 8')
    expect(thumbnails()).toEqual([3, 4, 5, 6, 7].map((n) => `Show picture ${n}`))
    expect(screen.getByRole('button', { name: 'Show picture 5' }).getAttribute('aria-current')).toBe('true')
  })

  test('Arrow keys turn the pictures and stop at both ends', async () => {
    show()
    screen.getByRole('button', { name: 'Open picture 1 of 8 full screen' }).focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(counter()).toContain('1 / 8')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(counter()).toContain('3 / 8')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Open picture 3 of 8 full screen')
    await userEvent.keyboard('{End}')
    expect(counter()).toContain('8 / 8')
  })

  test('Only the shown picture and its neighbours are fetched', async () => {
    show()
    const fetched = () =>
      region(/^Pictures of/).querySelectorAll('button[aria-label^="Open picture"] img').length
    expect(fetched()).toBe(2)
    await userEvent.click(screen.getByRole('button', { name: 'Show picture 2' }))
    expect(fetched()).toBe(3)
  })

  test('A tap opens the picture full screen, arrow keys turn it, Back closes it', async () => {
    show()
    const before = window.history.length
    await userEvent.click(screen.getByRole('button', { name: 'Open picture 1 of 8 full screen' }))
    const viewer = await screen.findByRole('dialog', { name: /full screen/ })
    await userEvent.keyboard('{ArrowRight}')
    expect(within(viewer).getByRole('status').textContent).toContain('2 / 8')
    expect(window.history.length).toBe(before + 1)
    window.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /full screen/ })).toBeNull())
    expect(counter()).toContain('2 / 8')
  })

  test('A pinch on a trackpad zooms the picture and not the page', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Open picture 1 of 8 full screen' }))
    const viewer = await screen.findByRole('dialog', { name: /full screen/ })
    const [picture] = within(viewer).getAllByRole('button', { name: /^Zoom: / })
    if (!picture) throw new Error('no picture')
    const pinch = createEvent.wheel(picture, { deltaY: -300 })
    fireEvent(picture, Object.assign(pinch, { ctrlKey: true, clientX: 0, clientY: 0 }))
    expect(pinch.defaultPrevented).toBe(true)
    await waitFor(() => expect(picture.getAttribute('aria-pressed')).toBe('true'))
  })

  test('Where motion is not wanted, pictures turn without any', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(new EventTarget() as MediaQueryList, { matches: query.includes('reduced-motion') }),
    )
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
    const moved = vi.spyOn(HTMLElement.prototype, 'scrollTo')
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Show picture 2' }))
    expect(moved.mock.calls.map(([to]) => to)).toEqual([expect.objectContaining({ behavior: 'instant' })])
    vi.restoreAllMocks()
  })

  test('A seller whose picture cannot be had is shown by their initials', () => {
    show({ creator: { ...sampleCreator, businessname: '𝒜da Autos', avatarurl: '/gone.webp' } })
    const seller = region('Seller')
    const picture = seller.querySelector('img')
    if (picture) fireEvent.error(picture)
    expect(seller.querySelector('img')).toBeNull()
    expect(within(seller).getByText('𝒜A')).toBeTruthy()
  })

  test('A car without pictures keeps its place and says so', () => {
    show({ pictures: [], picture_count: 0 })
    expect(within(region(/^Pictures of/)).getByText('No pictures yet')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Thumbnails' })).toBeNull()
  })
})

test('The link is copied where the phone has no share sheet', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: /^Share/ }))
  expect(await screen.findByText('Link copied.')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/listing/${sampleReply().data.slug}`)
})
