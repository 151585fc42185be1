import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { Route, Switch } from 'wouter'
import { readListQuery } from '#contract/list-query.ts'
import { CarDetailScreen } from '../../../src/app/screens/car-detail.tsx'
import { CompareScreen } from '../../../src/features/compare/index.ts'
import { ThankYouScreen } from '../../../src/features/enquire/index.ts'
import { city, haval, lookedAt, newStage } from '../../support/saved-cars.tsx'
import { sampleCard, sampleNow, sampleReply } from '../../support/sample-car.ts'
import { OnStage } from '../../support/stage.tsx'

const hour = 3_600_000
const day = 24 * hour
const slug = sampleReply().data.slug
const replyAt = (asOf: number) => ({ ...sampleReply(), as_of: new Date(asOf).toISOString() })

const Screens = () => (
  <Switch>
    <Route path="/listing/:slug">
      <CarDetailScreen />
    </Route>
    <Route path="/compare">
      <CompareScreen />
    </Route>
    <Route path="/thankyou">
      <ThankYouScreen />
    </Route>
  </Switch>
)
function open(on: ReturnType<typeof newStage>, address: string, state: unknown = null) {
  window.history.replaceState(state, '', address)
  return render(
    <OnStage local={on.local}>
      <Screens />
    </OnStage>,
  )
}
const priced = (element: HTMLElement | undefined) =>
  element?.textContent.replace(/\d+ \w{3} \d\d:\d\d/, 'then')
const recent = async () =>
  within(await screen.findByRole('region', { name: 'Recent listings' })).getAllByRole('link')

beforeEach(() => {
  window.happyDOM?.setViewport({ width: 1280, height: 900 })
})

describe('Never an old price without its age', () => {
  test('Recent listings beside an old car each show their own age [R-CAR-15 R-PWA-35]', async () => {
    const on = newStage()
    const { keep } = await on.local.load()
    await keep.car(replyAt(sampleNow - 8 * day))
    // One of the cars was loaded again since.
    await keep.listings(readListQuery({}), {
      success: true,
      msg: '',
      count_records: 1,
      data: [sampleCard(12)],
      as_of: new Date(sampleNow - 3 * hour).toISOString(),
    })
    open(on, `/listing/${slug}`)
    const words = (await recent()).map(priced)
    expect(words).toHaveLength(4)
    expect(words[0]).toMatch(/₦10,650,000.*Saved then · may be sold$/)
    expect(words[1]).toMatch(/₦10,800,000.*3 h ago$/)
  })

  test('Recent listings that the server told of just now say nothing of the kind', async () => {
    const on = newStage(({ path }) =>
      path.startsWith('cars/get-single-car/') ? { body: replyAt(sampleNow) } : undefined,
    )
    open(on, `/listing/${slug}`)
    for (const link of await recent()) expect(link.querySelector('time')).toBeNull()
  })

  test('The cars to add to a comparison say how old they are [R-PWA-33 R-PWA-35]', async () => {
    const on = newStage()
    await lookedAt(on, [city], sampleNow)
    await lookedAt(on, [haval], sampleNow - 8 * day)
    await lookedAt(on, [{ _id: 'young', slug: 'young', title: 'Young' }], sampleNow)
    open(on, '/compare?cars=honda-city')
    await userEvent.click((await screen.findAllByRole('button', { name: 'Add a car' }))[0] as HTMLElement)
    const sheet = within(await screen.findByRole('dialog'))
    const [young, old] = await sheet.findAllByRole('button', { name: /₦/ })
    expect(priced(old)).toMatch(/₦32,250,000.*Saved then · may be sold$/)
    expect(young?.querySelector('time')).toBeNull()
  })

  test('The thank-you page shows the age of an old price, also after reload [R-NAV-27 R-PWA-35]', async () => {
    const on = newStage()
    await (await on.local.load()).keep.car(replyAt(sampleNow - 3 * hour))
    const first = open(on, `/listing/${slug}`)
    const form = within(await screen.findByRole('region', { name: 'Say hello to Adaeze' }))
    await userEvent.type(await form.findByLabelText('Your name'), 'Ngozi')
    await userEvent.type(form.getByLabelText('E-mail'), 'ngozi@example.test')
    await userEvent.type(form.getByLabelText('Contact no.'), '8031234567')
    await userEvent.type(form.getByLabelText('Message'), 'May I see it on Friday?')
    await userEvent.click(form.getByRole('button', { name: /Send message|send later/ }))
    await screen.findByRole('heading', { level: 1, name: 'Thank you' })
    const about = () => screen.findByRole('link', { name: /2021 Toyota Fortuner/ })
    expect((await about()).textContent).toMatch(/₦24,500,000.*3 h ago$/)
    first.unmount()
    const entry = window.history.state as unknown
    const again = open(on, location.pathname + location.search, entry)
    expect((await about()).textContent).toMatch(/₦24,500,000.*3 h ago$/)
    again.unmount()
    // In another window only the address is available.
    open(on, location.pathname + location.search)
    expect((await about()).textContent).toMatch(/₦24,500,000.*3 h ago$/)
  })

  test('A history entry with a time that is none breaks nothing', async () => {
    const car = { slug, title: '2021 Toyota Fortuner', price: 1, asOf: Number.NaN }
    open(newStage(), `/thankyou?car=${slug}`, { car })
    const link = await screen.findByRole('link', { name: /2021 Toyota Fortuner/ })
    await waitFor(() => expect(link.querySelector('time')).toBeNull())
  })
})
