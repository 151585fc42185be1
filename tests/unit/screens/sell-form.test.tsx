import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { AppError } from '#contract/errors.ts'
import { Footer } from '../../../src/app/shell/footer.tsx'
import { SavedNote } from '../../../src/features/sell/form/ad-form.tsx'
import { fakePhotos } from '../../support/fake-photos.ts'
import { ownCar, world } from '../../support/profile.tsx'
import { heading, next, openForm, serving, type, withPhotos } from '../../support/sell-form.tsx'
import { nothing, OnStage, refused, type Stage, stage } from '../../support/stage.tsx'
import { turns } from '../../support/turns.ts'

const wide = () => window.happyDOM?.setViewport({ width: 1280 })
beforeEach(() => fakePhotos())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  window.happyDOM?.setViewport({ width: 1024 })
})

const id = 'draft-0001'
const { status: _status, images: _images, ...ad } = ownCar(1).fields
const texts = Object.fromEntries(Object.entries(ad).map(([name, value]) => [name, String(value)]))
const adDraftsOf = async (on: Pick<Stage, 'local'>) => (await on.local.load()).adDrafts()
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const keptPrice = async (on: Pick<Stage, 'local'>, of = id) =>
  (await (await adDraftsOf(on)).read(of))?.fields['price']?.v

/** Opens an ad that waits offline, on a phone that knows that it is offline. */
async function unsent() {
  const w = world({
    instead: (asked) =>
      asked.path === 'cars/add-car'
        ? {
            body: {
              success: true,
              msg: 'Your ad has been published',
              data: { _id: id, slug: id, version: 1, fields: { ...ad, status: 'active', images: [] } },
            },
          }
        : 'usual',
  })
  const on = openForm(`/post/ad?draft=${id}`, { world: w })
  await heading('Introduce your car')
  const selling = await adDraftsOf(on)
  on.serve(nothing)
  on.local.kick('manual')
  await waitFor(() => expect(on.local.connection.get().state).toBe('offline'))
  await selling.change(id, { fields: texts })
  await selling.publish(id, ad)
  on.unmount()
  const arrive = async () => {
    on.serve(serving(w))
    on.local.kick('manual')
    await waitFor(() => expect(on.local.views.get().outbox[0]?.state).toBe('done'))
  }
  return { on, arrive }
}

describe('Words that are typed over an ad that waits', () => {
  test('stay in the form when the ad leaves and then become edits of it [I11 S19 R-POST-06]', async () => {
    wide()
    const { on, arrive } = await unsent()
    openForm(`/post/ad/${id}`, { on })
    await screen.findByRole('button', { name: 'Publish My Ad' })
    await userEvent.clear(input('Price'))
    await type('Price', '399000')
    await arrive()
    await screen.findByRole('button', { name: 'Update My Ad' })
    expect(input('Price').value).toBe('399000')
    expect(input('Title').value).toBe(ad.title)
    await waitFor(async () => expect(await keptPrice(on, `edit-${id}`)).toBe('399000'))
    await userEvent.click(screen.getByRole('button', { name: 'Update My Ad' }))
    await screen.findByText('My Ads')
    const edit = on.local.views.get().outbox.find(({ kind }) => kind === 'ad.edit')
    expect(edit?.payload).toMatchObject({ adId: id, patch: { price: 399_000 } })
  })
})

test('Changes of an ad lead nobody to their ads who has left meanwhile', async () => {
  wide()
  const { on, arrive } = await unsent()
  openForm(`/post/ad/${id}`, { on })
  await screen.findByRole('button', { name: 'Publish My Ad' })
  await type('Price', '0')
  await arrive()
  fireEvent.click(await screen.findByRole('button', { name: 'Update My Ad' }))
  act(() => navigate('/listings'))
  await waitFor(() => expect(on.local.views.get().outbox.map(({ kind }) => kind)).toContain('ad.edit'))
  await turns()
  expect(screen.getByText('Listings')).toBeTruthy()
})

describe('What another device of this person wrote', () => {
  test('enters the open form and is sent with it, except in fields being typed [R-PWA-21]', async () => {
    wide()
    const on = openForm(`/post/ad?draft=${id}`)
    await heading('Introduce your car')
    const selling = await adDraftsOf(on)
    await selling.change(id, { fields: texts })
    await waitFor(() => expect(input('Price').value).toBe(String(ad.price)))
    await userEvent.clear(input('Engine'))
    await type('Engine', 'Mine')
    await selling.change(id, {
      fields: { price: '399000', engine: 'Theirs', carfeatures: 'Bluetooth,Sunroof' },
    })
    await waitFor(() => expect(input('Price').value).toBe('399000'))
    expect(input('Engine').value).toBe('Mine')
    await waitFor(() => expect(input('Sunroof').checked).toBe(true))
    await userEvent.clear(input('Price'))
    await type('Price', '388000')
    await waitFor(async () => expect(await keptPrice(on)).toBe('388000'))
    expect(input('Price').value).toBe('388000')
  })
})

describe('A guest’s draft', () => {
  /** Opens the form of a complete draft. */
  async function openWhole() {
    wide()
    const on = openForm(`/post/ad?draft=${id}`, { signedIn: false })
    await heading('Introduce your car')
    const selling = await adDraftsOf(on)
    await selling.change(id, { fields: texts })
    await waitFor(() => expect(input('Title').value).toBe(ad.title))
    await withPhotos(1)
    return selling
  }

  test('that cannot be saved is not called saved, and the guest stays there [I12 S39]', async () => {
    const selling = await openWhole()
    vi.spyOn(selling, 'change').mockResolvedValue({ ok: false, error: { code: 'storage_full' } })
    await type('Title', '!')
    await screen.findByText(/^Not saved\./)
    await userEvent.click(screen.getByRole('button', { name: 'Publish My Ad' }))
    expect(await screen.findByText('Not saved:')).toBeTruthy()
    expect(screen.queryByText('The sign-in page')).toBeNull()
    expect(screen.queryByText(/Your draft is saved/)).toBeNull()
  })

  test.each([
    ['once it is', { ok: true }, /Your draft is saved/, true],
    ['or why it is not', { ok: false, error: { code: 'storage_full' } }, 'Not saved:', false],
  ] as const)('is called saved %s [I12]', async (_, ends, words, leads) => {
    const selling = await openWhole()
    let go = () => {}
    const slow = new Promise<void>((resolve) => (go = resolve))
    const change = selling.change.bind(selling)
    vi.spyOn(selling, 'change').mockImplementation(async (...of) => {
      await slow
      return ends.ok ? change(...of) : ends
    })
    await type('Title', '!')
    await userEvent.click(screen.getByRole('button', { name: 'Publish My Ad' }))
    await act(() => new Promise((done) => setTimeout(done, 350)))
    expect(screen.queryByText(/Your draft is saved/)).toBeNull()
    expect(screen.queryByText('The sign-in page')).toBeNull()
    go()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByText('The sign-in page') !== null).toBe(leads)
  })
})

describe('Sending an ad', () => {
  const button = () => screen.getByRole('button', { name: 'Publish My Ad' })
  const busy = () => button().getAttribute('aria-busy')
  const press = () => userEvent.click(button())
  const wrong = () => document.querySelectorAll('[aria-invalid="true"]').length

  test('runs only once and ends in success or an error that allows a retry', async () => {
    wide()
    const on = openForm(`/post/ad?draft=${id}`)
    await heading('Introduce your car')
    const selling = await adDraftsOf(on)
    await selling.change(id, { fields: { ...texts, engine: '' } })
    await waitFor(() => expect(input('Title').value).toBe(ad.title))
    await withPhotos(1)
    const publish = vi.spyOn(selling, 'publish')
    expect([busy(), wrong(), publish.mock.calls.length]).toEqual([null, 0, 0])

    await press()
    expect(await screen.findByText('Fill all the fields!')).toBeTruthy()
    expect([busy(), publish.mock.calls.length]).toEqual([null, 0])

    await type('Engine', '2.8')
    let answer: (result: Awaited<ReturnType<typeof selling.publish>>) => void = () => undefined
    publish.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    await press()
    await waitFor(() => expect([busy(), publish.mock.calls.length]).toEqual(['true', 1]))
    await press()
    expect([busy(), publish.mock.calls.length]).toEqual(['true', 1])

    const full = 'The storage of this phone is full.'
    answer({ ok: false, error: new AppError('storage_full', { msg: full }) })
    expect(await screen.findByText(full)).toBeTruthy()
    await waitFor(() => expect(busy()).toBeNull())
    expect([input('Engine').value, screen.queryByText('My Ads')]).toEqual(['2.8', null])

    await press()
    expect(await screen.findByText('My Ads')).toBeTruthy()
    expect(on.local.views.get().outbox.map(({ kind }) => kind)).toEqual(['ad.create'])
  })

  test('leads nobody to their ads who has left meanwhile', async () => {
    wide()
    const on = openForm(`/post/ad?draft=${id}`)
    await heading('Introduce your car')
    await (await adDraftsOf(on)).change(id, { fields: texts })
    await waitFor(() => expect(input('Title').value).toBe(ad.title))
    await withPhotos(1)
    fireEvent.click(button())
    act(() => navigate('/listings'))
    await waitFor(() => expect(on.local.views.get().outbox).toHaveLength(1))
    await turns()
    expect(screen.getByText('Listings')).toBeTruthy()
  })

  test('and failing shows no errors in the next form, and keeps the draft', async () => {
    wide()
    openForm(`/post/ad?draft=${id}`)
    await heading('Introduce your car')
    await type('Engine', '2.8')
    await press()
    expect(await screen.findByText('Please enter a title')).toBeTruthy()
    expect(wrong()).toBeGreaterThan(5)

    act(() => navigate('/listings'))
    await screen.findByText('Listings')
    act(() => navigate('/post/ad?draft=draft-0002'))
    await heading('Introduce your car')
    expect([input('Engine').value, wrong(), busy()]).toEqual(['', 0, null])

    act(() => navigate(`/post/ad?draft=${id}`))
    await waitFor(() => expect(input('Engine').value).toBe('2.8'))
    expect([wrong(), busy(), screen.queryByText('Please enter a title')]).toEqual([0, null, null])
  })
})

describe('The form of an ad', () => {
  test('on a wide screen, sent without a photo, goes to the photos [R-POST-16 R-VAL-48]', async () => {
    wide()
    const on = openForm(`/post/ad?draft=${id}`, { signedIn: false })
    await heading('Introduce your car')
    await (await adDraftsOf(on)).change(id, { fields: texts })
    await waitFor(() => expect(input('Title').value).toBe(ad.title))
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
    await userEvent.click(screen.getByRole('button', { name: 'Publish My Ad' }))
    await screen.findByText('Fill all the fields!')
    expect(scrolled.mock.contexts.map((where) => (where as HTMLElement).textContent)).toEqual(['Photos'])
  })

  test('takes a price with commas or dots between its thousands [R-VAL-44]', async () => {
    wide()
    const on = openForm(`/post/ad?draft=${id}`, { signedIn: false })
    await heading('Introduce your car')
    for (const [typed, kept] of [
      ['450,000', '450000'],
      ['1.450.000', '1450000'],
      ['450.50', '450.50'],
      ['450 000,5', '450000.5'],
    ] as const) {
      await userEvent.clear(input('Price'))
      await type('Price', typed)
      await waitFor(async () => expect(await keptPrice(on)).toBe(kept))
    }
  })

  test('says aloud only that something is not saved', () => {
    const { local } = stage(nothing)
    const note = (is: 'saving' | 'saved') => (
      <OnStage local={local}>
        <SavedNote saved={{ is }} />
      </OnStage>
    )
    const { rerender } = render(note('saving'))
    expect(screen.getByText('Saving …').getAttribute('aria-live')).toBe('off')
    rerender(note('saved'))
    expect(screen.getByText('Draft saved').getAttribute('aria-live')).toBe('off')
  })

  test('in steps leaves nothing under its bar on a phone, not even the footer', async () => {
    window.happyDOM?.setViewport({ width: 390 })
    const on = openForm('/post/ad', { signedIn: false })
    await heading('Start with the photos')
    expect(document.querySelector('[data-wizard]')).toBeTruthy()
    render(
      <OnStage local={on.local}>
        <Footer />
      </OnStage>,
    )
    expect(screen.getByRole('contentinfo').className).toMatch(/\byields-to-wizard\b/)
  })

  test('names another draft that was begun, with its photos counted', async () => {
    window.happyDOM?.setViewport({ width: 390 })
    const on = openForm(`/post/ad?draft=${id}`, { signedIn: false })
    await heading('Start with the photos')
    await withPhotos(1)
    on.unmount()
    openForm('/post/ad?draft=draft-0002', { on })
    expect((await screen.findByText(/^Continue/)).textContent).toBe('Continue your other draft · 1 photo')
    await next()
  })
})

describe('What the server says of a field', () => {
  test('is gone once the field is mended, however often the phone reads it again [S19]', async () => {
    wide()
    const w = world({
      instead: ({ path }) =>
        path === 'cars/add-car'
          ? refused(422, 'validation_failed', 'Please check.', { engine: 'Please enter an engine' })
          : 'usual',
    })
    const on = openForm(`/post/ad?draft=${id}`, { world: w })
    await heading('Introduce your car')
    const selling = await adDraftsOf(on)
    await selling.change(id, { fields: texts })
    await selling.publish(id, ad)
    await waitFor(() => expect(on.local.views.get().outbox[0]?.state).toBe('rejected'))
    on.unmount()
    openForm(`/post/ad/${id}`, { on })
    expect(await screen.findByText('Please enter an engine')).toBeTruthy()
    await type('Engine', '!')
    await waitFor(() => expect(screen.queryByText('Please enter an engine')).toBeNull())
    await act(async () => (await on.local.load()).views.refresh())
    expect(screen.queryByText('Please enter an engine')).toBeNull()
  })

  test('about its pictures is said at the pictures [S19 R-POST-06]', async () => {
    window.happyDOM?.setViewport({ width: 390 })
    const words = 'A picture of this ad has not arrived. Please add it again.'
    const w = world({
      instead: ({ path }) =>
        path === 'cars/add-car' ? refused(422, 'validation_failed', words, { image_ids: words }) : 'usual',
    })
    const on = openForm(`/post/ad?draft=${id}`, { world: w })
    await heading('Start with the photos')
    const selling = await adDraftsOf(on)
    await selling.change(id, { fields: texts, step: 'review' })
    await selling.publish(id, ad)
    await waitFor(() => expect(on.local.views.get().outbox[0]?.state).toBe('rejected'))
    on.unmount()
    openForm(`/post/ad/${id}`, { on })
    await heading('Start with the photos')
    expect(screen.getByText(words)).toBeTruthy()
  })

  test('is said before where the form can know it: a mileage without a number [R-VAL-43]', async () => {
    wide()
    openForm(`/post/ad?draft=${id}`)
    await heading('Introduce your car')
    await type('Mileage', 'as new')
    expect(await screen.findByText('Please enter a mileage')).toBeTruthy()
    await type('Mileage', ', 900 km')
    await waitFor(() => expect(screen.queryByText('Please enter a mileage')).toBeNull())
  })
})

test('A seller’s own words come back also after another step of the form [R-POST-09]', async () => {
  window.happyDOM?.setViewport({ width: 390 })
  const on = openForm(`/post/ad?draft=${id}`, { signedIn: false })
  await heading('Start with the photos')
  const selling = await adDraftsOf(on)
  on.unmount()
  await selling.change(id, { fields: { ...texts, description: 'My own words.' }, step: 'place' })
  openForm(`/post/ad?draft=${id}`, { on })
  await heading('Price and place')
  await userEvent.click(await screen.findByRole('button', { name: 'Generate AI Description' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use' }))
  await next()
  await heading('Introduce your car')
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Put my own words back' }))
  expect(input('Description').value).toBe('My own words.')
})

describe('An ad that was refused after a try without an answer', () => {
  test('is taken back first, and then goes out with its new words [S01 S19 I6]', async () => {
    wide()
    const answers = { add: ['silent', 'no', 'yes'], voided: 'silent' }
    const bodies: unknown[] = []
    const w = world({
      instead({ path, body }) {
        if (path.startsWith('sync/receipt/'))
          return answers.voided === 'silent'
            ? undefined
            : { body: { success: true, msg: '', data: { state: 'void' } } }
        if (path !== 'cars/add-car') return 'usual'
        const next = answers.add.shift()
        if (next === 'silent') return undefined
        if (next === 'no')
          return refused(422, 'validation_failed', 'No.', { engine: 'Please enter an engine' })
        bodies.push(body)
        const data = { _id: id, slug: id, version: 1, fields: { ...ad, status: 'active', images: [] } }
        return { body: { success: true, msg: 'Your ad has been published', data } }
      },
    })
    const on = openForm(`/post/ad?draft=${id}`, { world: w })
    await heading('Introduce your car')
    const selling = await adDraftsOf(on)
    await selling.change(id, { fields: texts, order: [`img_${'a'.repeat(32)}`] })
    await selling.publish(id, ad)
    await waitFor(() => expect(on.local.views.get().outbox[0]?.tries).toBe(1))
    on.local.kick('manual')
    await waitFor(() => expect(on.local.views.get().outbox[0]?.state).toBe('rejected'))
    on.unmount()
    openForm(`/post/ad/${id}`, { on })
    await heading('Introduce your car')
    await type('Engine', ' V6')
    const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publish My Ad' }))
    await publish()
    expect(await screen.findByText(/is taken back first/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    expect(input('Engine').value).toBe(`${ad.engine} V6`)
    answers.voided = 'yes'
    on.local.kick('manual')
    await waitFor(() => expect(on.local.views.get().outbox).toEqual([]))
    expect(input('Engine').value).toBe(`${ad.engine} V6`)
    await publish()
    await waitFor(() => expect(bodies).toMatchObject([{ id, engine: `${ad.engine} V6` }]))
  })
})
