import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { AppError } from '#contract/errors.ts'
import { ThankYouScreen } from '../../../src/features/enquire/index.ts'
import { CarDetailScreen } from '../../../src/app/screens/car-detail.tsx'
import { sampleNow, sampleReply } from '../../support/sample-car.ts'
import { nothing, OnStage, refused, stage, type Server, type Stage } from '../../support/stage.tsx'

const path = 'users/send/car-enquiry-mail'
const reply = sampleReply()
const taken: Server = (asked) =>
  asked.path === path
    ? {
        body: {
          success: true,
          msg: 'Your enquiry has been sent',
          data: { _id: 'enq-1', car_id: 'car-1', created_at: '2026-03-12T12:00:00.000Z' },
        },
      }
    : undefined

const App = () => (
  <Switch>
    <Route path="/listing/:slug">
      <CarDetailScreen given={reply} />
    </Route>
    <Route path="/thankyou">
      <ThankYouScreen />
    </Route>
    <Route path="/listings">All the cars</Route>
  </Switch>
)
function start(on: Stage) {
  return render(
    <OnStage local={on.local}>
      <App />
    </OnStage>,
  )
}
function onCarPage(server: Server) {
  window.history.replaceState(null, '', `/listing/${reply.data.slug}`)
  const on = stage(server, { now: () => sampleNow })
  return { ...on, ...start(on) }
}
const form = async () => within(await screen.findByRole('region', { name: 'Say hello to Adaeze' }))
async function fill(values: Record<string, string>) {
  const fields = await form()
  await fields.findByLabelText('Your name')
  for (const [label, value] of Object.entries(values)) {
    await userEvent.type(fields.getByLabelText(label), value)
  }
}
const complete = {
  'Your name': 'Ngozi',
  'E-mail': 'ngozi@example.test',
  'Contact no.': '803 123 4567',
  Message: 'May I see it on Friday?',
}
const press = async () =>
  userEvent.click((await form()).getByRole('button', { name: /Send message|send later/ }))
const sent = (on: Stage) => on.asked.filter((a) => a.path === path)

beforeEach(() => {
  window.happyDOM?.setViewport({ width: 1280, height: 900 })
})

describe('The form to the dealer', () => {
  test('An empty enquiry form beside the car names what is missing and sends nothing [R-CAR-11 R-VAL-12 R-VAL-13 R-VAL-16 R-VAL-17 R-VAL-20]', async () => {
    const on = onCarPage(taken)
    await fill({})
    await press()
    const fields = await form()
    expect(await fields.findByText('Please enter your name')).toBeTruthy()
    expect(fields.getByText('Please enter an email')).toBeTruthy()
    expect(fields.getByText('Contact no. is required')).toBeTruthy()
    expect(fields.getByText('Please enter message')).toBeTruthy()
    expect(fields.getByLabelText('Your name').getAttribute('aria-invalid')).toBe('true')
    expect(sent(on)).toEqual([])
  })

  test('A wrong e-mail and a number that is not positive are named [R-VAL-13 R-VAL-16]', async () => {
    const on = onCarPage(taken)
    await fill({ ...complete, 'E-mail': 'ngozi@', 'Contact no.': '-5' })
    await press()
    const fields = await form()
    expect(await fields.findByText('Please enter a valid email')).toBeTruthy()
    expect(fields.getByText('Must be positive numbers')).toBeTruthy()
    expect(sent(on)).toEqual([])
  })

  test('The country code starts at +234 and offers the seven documented codes and +27 [R-FORM-19 R-FORM-20 R-VAL-14 R-NAV-52]', async () => {
    onCarPage(nothing)
    await fill({})
    const code = (await form()).getByLabelText<HTMLSelectElement>('Country code')
    expect(code.value).toBe('+234')
    expect([...code.options].map((o) => o.value)).toEqual([
      '+234',
      '+264',
      '+267',
      '+263',
      '+258',
      '+260',
      '+265',
      '+27',
    ])
  })

  test('A country code that is none of them is refused with its own words [R-VAL-15]', async () => {
    const on = onCarPage(taken)
    await fill(complete)
    const code = (await form()).getByLabelText<HTMLSelectElement>('Country code')
    code.options[0]?.setAttribute('value', '+1')
    fireEvent.change(code, { target: { value: '+1' } })
    await press()
    expect(await (await form()).findByText('Please select country code')).toBeTruthy()
    expect(sent(on)).toEqual([])
  })

  test('A sent enquiry leads to /thankyou with the car and the time of sending [R-CAR-21 R-NAV-27 R-FORM-17 R-ERR-08]', async () => {
    const on = onCarPage(taken)
    await fill(complete)
    await press()
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you' })).toBeTruthy()
    expect(location.pathname).toBe('/thankyou')
    const car = screen.getByRole('link', { name: /2021 Toyota Fortuner/ })
    expect(car.getAttribute('href')).toBe(`/listing/${reply.data.slug}`)
    expect(await screen.findByText(/^Sent \d\d:\d\d$/)).toBeTruthy()
    expect(await screen.findByText('Your enquiry has been sent')).toBeTruthy()
    expect(sent(on).map((a) => a.body)).toEqual([
      {
        car_id: 'car-1',
        client_ref: new URLSearchParams(location.search).get('ref'),
        name: 'Ngozi',
        email: 'ngozi@example.test',
        countryCode: '+234',
        gsm: '8031234567',
        message: 'May I see it on Friday?',
      },
    ])
    expect(screen.getByRole('link', { name: 'Browse more cars' }).getAttribute('href')).toBe('/listings')
  })

  test('What was handed over does not come back as a draft', async () => {
    const on = onCarPage(taken)
    await fill(complete)
    await press()
    await screen.findByText(/^Sent/)
    await userEvent.click(screen.getByRole('link', { name: /2021 Toyota Fortuner/ }))
    const fields = await form()
    expect((await fields.findByLabelText<HTMLTextAreaElement>('Message')).value).toBe('')
    const { drafts } = await on.local.load()
    expect(await drafts.read('enquiry:car-1')).toBeUndefined()
  })

  test('Two presses in the same moment are one enquiry [S10 I2]', async () => {
    const on = onCarPage(taken)
    await fill(complete)
    const element = (await form()).getByLabelText('Message').closest('form')
    if (!element) throw new Error('no form')
    fireEvent.submit(element)
    fireEvent.submit(element)
    await screen.findByText(/^Sent/)
    expect(sent(on)).toHaveLength(1)
  })
})

describe('Leaving while an enquiry is being saved', () => {
  /** Makes the phone save slowly from now on. */
  async function slowly(on: Stage, error?: AppError) {
    const engine = await on.local.load()
    const put = engine.put.bind(engine)
    let go = () => {}
    const saved = new Promise<void>((resolve) => (go = resolve))
    vi.spyOn(engine, 'put').mockImplementation(async (...wish) => {
      await saved
      return error ? { ok: false, error } : put(...wish)
    })
    return go
  }
  const notice = 'Your message is saved on this phone and will be sent.'

  test('leads nobody to the thanks; a notice says that it is saved', async () => {
    const on = onCarPage(taken)
    const go = await slowly(on)
    await fill(complete)
    await press()
    act(() => navigate('/listings'))
    await screen.findByText('All the cars')
    go()
    expect(await screen.findByText(notice)).toBeTruthy()
    expect(location.pathname).toBe('/listings')
    await waitFor(() => expect(sent(on)).toHaveLength(1))
  })

  test('hides no failure', async () => {
    const on = onCarPage(nothing)
    const go = await slowly(on, new AppError('storage_full'))
    await fill(complete)
    await press()
    act(() => navigate('/listings'))
    await screen.findByText('All the cars')
    go()
    expect(await screen.findByText('Not sent:')).toBeTruthy()
    expect(location.pathname).toBe('/listings')
  })

  test('a sheet opened again meanwhile says so and is empty once it is saved', async () => {
    window.happyDOM?.setViewport({ width: 390, height: 844 })
    const on = onCarPage(taken)
    const go = await slowly(on)
    const bar = within(screen.getByRole('region', { name: 'Contact the seller' }))
    const opened = async () => {
      await userEvent.click(bar.getByRole('button', { name: 'Message seller' }))
      return within(await screen.findByRole('dialog', { name: 'Say hello to Adaeze' }))
    }
    const sheet = await opened()
    for (const [label, value] of Object.entries(complete))
      await userEvent.type(await sheet.findByLabelText(label), value)
    await userEvent.click(sheet.getByRole('button', { name: /Send message|send later/ }))
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByLabelText('Message')).toBeNull())
    const again = await opened()
    expect(await again.findByText('Your message is being saved …')).toBeTruthy()
    expect(again.queryByLabelText('Message')).toBeNull()
    go()
    expect((await again.findByLabelText<HTMLTextAreaElement>('Message')).value).toBe('')
    expect(await screen.findByText(notice)).toBeTruthy()
    await waitFor(() => expect(sent(on)).toHaveLength(1))
  })

  test('keeps a person who closes the sheet at the car', async () => {
    window.happyDOM?.setViewport({ width: 390, height: 844 })
    const on = onCarPage(taken)
    const go = await slowly(on)
    const bar = within(screen.getByRole('region', { name: 'Contact the seller' }))
    await userEvent.click(bar.getByRole('button', { name: 'Message seller' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Say hello to Adaeze' }))
    for (const [label, value] of Object.entries(complete))
      await userEvent.type(await sheet.findByLabelText(label), value)
    await userEvent.click(sheet.getByRole('button', { name: /Send message|send later/ }))
    window.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    go()
    expect(await screen.findByText(notice)).toBeTruthy()
    expect(location.pathname).toBe(`/listing/${reply.data.slug}`)
  })
})

describe('Without signal', () => {
  test('An offline enquiry waits on the phone and is called sent only after delivery [R-PWA-31 R-PWA-25]', async () => {
    const on = onCarPage(nothing)
    await fill(complete)
    await press()
    expect(await screen.findByText('Saved. It will be sent when you are back online.')).toBeTruthy()
    expect(screen.queryByText(/^Sent/)).toBeNull()
    const tries = sent(on).length
    on.serve(taken)
    on.local.kick('manual')
    expect(await screen.findByText(/^Sent \d\d:\d\d$/, {}, { timeout: 15_000 })).toBeTruthy()
    const keys = new Set(sent(on).map((a) => a.headers['idempotency-key']))
    expect(sent(on).length).toBe(tries + 1)
    expect(keys.size).toBe(1)
  })

  test('A connection that never answers does not delay the saving of an enquiry [S05 I12]', async () => {
    window.history.replaceState(null, '', `/listing/${reply.data.slug}`)
    // No request ever gets a response.
    const on = stage(nothing, { now: () => sampleNow, fetch: () => new Promise(() => {}) })
    start(on)
    await fill(complete)
    await press()
    expect(await screen.findByText('Saved. Sending now.')).toBeTruthy()
    expect(screen.queryByText(/^Sent/)).toBeNull()
    expect(on.local.views.get().outbox).toHaveLength(1)
  })

  test('After a restart the address alone shows the same enquiry and the same car [R-NAV-27 R-PWA-25]', async () => {
    const on = onCarPage(nothing)
    await fill(complete)
    await press()
    await screen.findByText('Saved. It will be sent when you are back online.')
    on.unmount()
    window.history.replaceState(null, '', location.pathname + location.search)
    const { fetch: _, ...phone } = on.local.env
    const again = stage(
      (asked) => (asked.path.startsWith('cars/get-single-car/') ? { body: reply } : undefined),
      phone,
    )
    start(again)
    expect(await screen.findByText('Saved. It will be sent when you are back online.')).toBeTruthy()
    const car = await screen.findByRole('link', { name: /2021 Toyota Fortuner/ })
    expect(car.getAttribute('href')).toBe(`/listing/${reply.data.slug}`)
  })

  test('Typed text survives leaving the page', async () => {
    const on = onCarPage(nothing)
    await on.local.load()
    await fill({ 'Your name': 'Ngozi', Message: 'May I' })
    on.unmount()
    start(on)
    const fields = await form()
    await waitFor(() => expect(fields.getByLabelText<HTMLInputElement>('Your name').value).toBe('Ngozi'))
    expect(fields.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('May I')
  })

  test('A refused enquiry shows its reason, and one tap restores every word [R-ERR-08]', async () => {
    onCarPage((asked) =>
      asked.path === path
        ? refused(422, 'validation_failed', 'Please check the marked fields.', { gsm: 'Too short' })
        : undefined,
    )
    await fill(complete)
    await press()
    const reason = await screen.findByText(/Not sent\. Please check the marked fields\. Too short/)
    expect(reason.closest('[role=alert]')).not.toBeNull()
    expect(screen.queryByText(/^Sent/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Edit and send again' }))
    const fields = await form()
    await waitFor(() => expect(fields.getByLabelText<HTMLInputElement>('Your name').value).toBe('Ngozi'))
    expect(fields.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('May I see it on Friday?')
  })

  test('One tap leads to the form also where the screen changes first', async () => {
    const on = onCarPage((asked) =>
      asked.path === path ? refused(422, 'validation_failed', 'Please check the marked fields.') : undefined,
    )
    await fill(complete)
    await press()
    const again = await screen.findByRole('button', { name: 'Edit and send again' })
    const engine = await on.local.load()
    const { remove } = engine
    vi.spyOn(engine, 'remove').mockImplementationOnce(async (id) => {
      const result = await remove(id)
      await waitFor(() => expect(again.isConnected).toBe(false))
      return result
    })
    await userEvent.click(again)
    const fields = await form()
    await waitFor(() =>
      expect(fields.getByLabelText<HTMLTextAreaElement>('Message').value).toBe(complete.Message),
    )
  })

  test('A refused enquiry stays where the phone cannot store its words, and says so', async () => {
    const on = onCarPage((asked) =>
      asked.path === path ? refused(422, 'validation_failed', 'Please check the marked fields.') : undefined,
    )
    await fill(complete)
    await press()
    const again = await screen.findByRole('button', { name: 'Edit and send again' })
    const { drafts } = await on.local.load()
    vi.spyOn(drafts, 'save').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
    await userEvent.click(again)
    await screen.findByText('This phone did not answer. Please try again.')
    expect(screen.getByText(complete.Message)).toBeTruthy()
    await userEvent.click(again)
    const fields = await form()
    await waitFor(() =>
      expect(fields.getByLabelText<HTMLTextAreaElement>('Message').value).toBe(complete.Message),
    )
  })

  test('The words of a refused enquiry come above those that were typed since', async () => {
    const on = onCarPage((asked) =>
      asked.path === path ? refused(422, 'validation_failed', 'Please check the marked fields.') : undefined,
    )
    await fill(complete)
    await press()
    await screen.findByText(/Not sent/)
    const thanks = location.pathname + location.search
    await userEvent.click(screen.getByRole('link', { name: /2021 Toyota Fortuner/ }))
    await fill({ 'Your name': 'Ngozi O.', Message: 'And is it red?' })
    on.unmount()
    window.history.replaceState(null, '', thanks)
    start(on)
    await userEvent.click(await screen.findByRole('button', { name: 'Edit and send again' }))
    const fields = await form()
    await waitFor(() =>
      expect(fields.getByLabelText<HTMLTextAreaElement>('Message').value).toBe(
        'May I see it on Friday?\n\nAnd is it red?',
      ),
    )
    expect(fields.getByLabelText<HTMLInputElement>('Your name').value).toBe('Ngozi O.')
  })
})

test('/thankyou opened directly thanks without a car and leads on [R-NAV-28 R-FORM-17]', async () => {
  window.history.replaceState(null, '', '/thankyou')
  const on = stage((asked) =>
    asked.path === 'common/get-site-settings'
      ? {
          body: {
            success: true,
            msg: 'Success',
            data: {
              name: 'Motorkin',
              tagline: 'cars personified',
              market: 'mixed',
              address: 'Here',
              email: 'a@b.test',
              phone: '1',
              social: [{ name: 'Facebook', url: 'https://facebook.test/motorkin' }],
              stores: { android: '', ios: '' },
              demo: false,
            },
          },
        }
      : undefined,
  )
  start(on)
  expect(await screen.findByRole('heading', { level: 1, name: 'Thank you' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Fortuner/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Browse more cars' }).getAttribute('href')).toBe('/listings')
  // The site's own texts load after everything that a person waits for.
  const social = within(await screen.findByRole('navigation', { name: 'Follow us' }, { timeout: 15_000 }))
  const facebook = social.getByRole('link', { name: 'Facebook' })
  expect(facebook.getAttribute('href')).toContain('facebook')
  // The link with the name X is short, and a finger needs 44 px.
  expect(facebook.className).toContain('min-w-11')
})

describe('On a phone', () => {
  beforeEach(() => {
    window.happyDOM?.setViewport({ width: 390, height: 844 })
  })

  test('Message seller brings up the form as a sheet, and Back closes it', async () => {
    onCarPage(nothing)
    const bar = within(screen.getByRole('region', { name: 'Contact the seller' }))
    await userEvent.click(bar.getByRole('button', { name: 'Message seller' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Say hello to Adaeze' }))
    expect(await sheet.findByLabelText('Message')).toBeTruthy()
    window.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Say hello to Adaeze' })).toBeNull())
  })
})

test('Without storage and server, the form claims nothing and keeps the text', async () => {
  window.history.replaceState(null, '', `/listing/${reply.data.slug}`)
  const on = stage(nothing, { now: () => sampleNow, indexedDB: undefined })
  start(on)
  await fill(complete)
  await press()
  const fields = await form()
  expect((await fields.findByRole('alert')).textContent).not.toBe('')
  expect(fields.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('May I see it on Friday?')
  expect(location.pathname).toBe(`/listing/${reply.data.slug}`)
})
