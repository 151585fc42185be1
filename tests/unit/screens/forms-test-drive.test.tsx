import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { field, fill, openForm, press } from '../../support/forms.tsx'
import { sampleProfile } from '../../support/profile.tsx'
import { sampleNow, sampleReply } from '../../support/sample-car.ts'
import { refused, type Reply } from '../../support/stage.tsx'

const words = {
  'Full name': 'Ngozi Eze',
  Email: 'ngozi@example.test',
  'Mobile number': '82 123 4567',
  Province: 'Lagos',
  City: 'Lekki',
  'Post code': '106104',
}
const car = { Make: 'Toyota', Model: 'Hilux' }
const choose = async (group: string, name: string) =>
  userEvent.click(within(await screen.findByRole('group', { name: group })).getByRole('radio', { name }))
async function chooseTime(day: string, time: string) {
  await choose('Day', day)
  await choose('Time', time)
}
const book = () => press('Book test drive')
const success = 'Your test drive request has been submitted successfully'
const slug = sampleReply().data.slug

describe('The test-drive form', () => {
  test('Anybody may open it, and an empty one names what is missing [R-NAV-10 R-FORM-06 R-ROLE-04 R-VAL-52 R-VAL-53 R-VAL-55 R-VAL-56 R-VAL-57 R-VAL-58 R-VAL-59 R-VAL-60]', async () => {
    const on = openForm('/book-test-drive')
    expect(screen.getByRole('heading', { level: 1, name: 'Book A Test Drive' })).toBeTruthy()
    await field('Full name')
    await book()
    for (const sentence of [
      'Please enter full name',
      'Please enter an email',
      'Please select province',
      'Please select city',
      'Please enter post code',
      'Please select a make',
      'Please select a model',
      'Please select date & time',
    ])
      expect(await screen.findByText(sentence)).toBeTruthy()
    expect((await field('Full name')).getAttribute('aria-invalid')).toBe('true')
    expect(on.sent()).toEqual([])
  })

  test.each([
    ['Email', 'ngozi@', 'Please enter a valid email'],
    ['Mobile number', '-821234567', 'Must be positive numbers'],
    ['Mobile number', 'my number', 'Must be positive numbers'],
    ['Mobile number', '82123456', 'Must be exactly 9 digits'],
    ['Mobile number', '8212345678', 'Must be exactly 9 digits'],
  ])('%s refuses "%s" with "%s" [R-VAL-53 R-VAL-54]', async (label, value, sentence) => {
    const on = openForm('/book-test-drive')
    await fill({ [label]: value })
    await book()
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(on.sent()).toEqual([])
  })

  test('A whole request leaves once and is called submitted after the answer [R-FORM-01 R-FORM-02 R-FORM-04 R-ENT-30 R-STATE-29]', async () => {
    const on = openForm('/book-test-drive')
    await fill({ ...words, ...car })
    await chooseTime('Tomorrow', '09:30')
    await book()
    const done = await screen.findByRole('heading', { name: success })
    expect(done).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/')
    expect(screen.queryByRole('button', { name: 'Book test drive' })).toBeNull()
    const [body, ...others] = on.bodies()
    expect(others).toEqual([])
    const { client_ref: ref, filled, ...rest } = body ?? {}
    expect(rest).toEqual({
      fullname: 'Ngozi Eze',
      email: 'ngozi@example.test',
      mobile_number: '821234567',
      state: 'Lagos',
      city: 'Lekki',
      postcode: '106104',
      car_brand: 'Toyota',
      car_model: 'Hilux',
      datetime: '2026-03-13T07:30:00.000Z',
    })
    expect(ref).toEqual(expect.any(String))
    expect(filled).toEqual({ ms: expect.any(Number) as number, trap: '' })
  })

  test('Until the server has answered nothing is called submitted [R-STATE-29]', async () => {
    openForm('/book-test-drive', { answer: () => undefined })
    await fill({ ...words, ...car })
    await chooseTime('Tomorrow', '09:30')
    await book()
    const saved = 'Saved. It will be sent when you are back online.'
    expect(await screen.findByText(saved)).toBeTruthy()
    expect(screen.queryByText(success)).toBeNull()
    expect(screen.getByRole('link', { name: 'See what waits' }).getAttribute('href')).toBe('/outbox')
    expect(screen.getByRole('link', { name: 'Go to Home' })).toBeTruthy()
  })

  test('What waited becomes submitted on the same screen once the server answers', async () => {
    let away = true
    const on = openForm('/book-test-drive', {
      answer: () =>
        away
          ? undefined
          : {
              body: {
                success: true,
                msg: success,
                data: { _id: '1', status: 'pending', created_at: '2026-03-12T12:00:00.000Z' },
              },
            },
    })
    await fill({ ...words, ...car })
    await chooseTime('Tomorrow', '09:30')
    await book()
    await screen.findByText('Saved. It will be sent when you are back online.')
    away = false
    on.local.kick('manual')
    expect(await screen.findByRole('heading', { name: success })).toBeTruthy()
    expect(new Set(on.bodies().map((body) => body['client_ref'])).size).toBe(1)
  })

  test('A refusal is titled Error, keeps every word and stands at its field [R-FORM-03 R-FORM-05 R-VAL-61]', async () => {
    const late = 'Please select date & time'
    let refuse = true
    const on = openForm('/book-test-drive', {
      answer: () =>
        refuse
          ? refused(400, 'validation_failed', 'That time is taken.', { datetime: late })
          : {
              body: {
                success: true,
                msg: success,
                data: { _id: '1', status: 'pending', created_at: '2026-03-12T12:00:00.000Z' },
              },
            },
    })
    await fill({ ...words, ...car })
    await chooseTime('Tomorrow', '09:30')
    await book()
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByRole('heading', { name: 'Error' })).toBeTruthy()
    expect(within(alert).getByText('That time is taken.')).toBeTruthy()
    expect(await screen.findByText(late)).toBeTruthy()
    expect((await field('Post code')).value).toBe('106104')
    expect((await field('Model')).value).toBe('Hilux')
    refuse = false
    await choose('Time', '10:00')
    await book()
    expect(await screen.findByRole('heading', { name: success })).toBeTruthy()
    expect(on.bodies().map((body) => body['datetime'])).toEqual([
      '2026-03-13T07:30:00.000Z',
      '2026-03-13T08:00:00.000Z',
    ])
    expect(on.local.views.get().outbox.map(({ state }) => state)).toEqual(['done'])
  })

  test('Leaving forgets how it ended; words that were not sent stay typed [R-STATE-29]', async () => {
    const on = openForm('/book-test-drive', { answer: () => refused(400, 'validation_failed', 'No.') })
    await fill({ ...words, ...car })
    await chooseTime('Tomorrow', '09:30')
    await book()
    await screen.findByRole('alert')
    on.unmount()
    on.show()
    await waitFor(async () => expect((await field('Full name')).value).toBe('Ngozi Eze'))
    expect((await field('Date & time')).value).toBe('2026-03-13T09:30')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  describe('What the server refused', () => {
    const taken = refused(400, 'validation_failed', 'That time is taken.')
    const note = 'Not sent. That time is taken.'
    /** Returns the replies in turn and repeats the last one. */
    const inTurn = (...answers: Reply[]) => {
      const accepted: Reply = {
        body: {
          success: true,
          msg: success,
          data: { _id: '1', status: 'pending', created_at: '2026-03-12T12:00:00.000Z' },
        },
      }
      return openForm('/book-test-drive', { answer: () => (answers.length > 0 ? answers.shift() : accepted) })
    }
    const outbox = (on: ReturnType<typeof openForm>) => on.local.views.get().outbox.map(({ state }) => state)

    test('is noted each time a person comes back, until it is put right', async () => {
      const on = inTurn(taken, taken)
      await fill({ ...words, ...car })
      await chooseTime('Tomorrow', '09:30')
      await book()
      await screen.findByRole('alert')
      for (const code of ['106105', '106106']) {
        cleanup()
        on.show()
        expect(await screen.findByText(note)).toBeTruthy()
        await fill({ 'Post code': code })
      }
      expect(screen.queryByRole('button', { name: 'Edit and send again' })).toBeNull()
      await book()
      expect(within(await screen.findByRole('alert')).getByText('That time is taken.')).toBeTruthy()
      cleanup()
      on.show()
      await screen.findByText(note)
      await book()
      await screen.findByRole('heading', { name: success })
      expect(on.bodies().map((body) => body['postcode'])).toEqual(['106104', '106106', '106106'])
      expect(outbox(on)).toEqual(['done'])
      cleanup()
      on.show()
      await field('Full name')
      expect(screen.queryByText(note)).toBeNull()
    })

    test('after its person had left comes back into the form by one tap', async () => {
      const on = inTurn(undefined, taken)
      await fill({ ...words, ...car })
      await chooseTime('Tomorrow', '09:30')
      await book()
      await screen.findByText('Saved. It will be sent when you are back online.')
      cleanup()
      on.local.kick('manual')
      await waitFor(() => expect(outbox(on)).toEqual(['rejected']))
      on.show()
      await screen.findByText(note)
      expect((await field('City')).value).toBe('')
      await fill({ 'Full name': 'Ngozi Obi' })
      await press('Edit and send again')
      expect(screen.queryByRole('button', { name: 'Edit and send again' })).toBeNull()
      for (const [label, value] of Object.entries({ ...words, ...car, 'Full name': 'Ngozi Obi' }))
        await waitFor(async () =>
          expect((await field(label)).value.replaceAll(' ', '')).toBe(value.replaceAll(' ', '')),
        )
      expect((await field('Date & time')).value).toBe('2026-03-13T09:30')
      await book()
      await screen.findByRole('heading', { name: success })
      expect(on.bodies().at(-1)).toMatchObject({ fullname: 'Ngozi Obi', city: 'Lekki', car_model: 'Hilux' })
      // The first attempt got no response: only the server knows whether it had an effect.
      expect(on.local.views.get().outbox.map(({ state, cancelling }) => cancelling || state)).toEqual([
        true,
        'done',
      ])
      cleanup()
      on.show()
      await field('Full name')
      expect(screen.queryByText(note)).toBeNull()
    })

    test('about one car is no matter of another', async () => {
      const on = inTurn(taken)
      await fill({ ...words, ...car })
      await chooseTime('Tomorrow', '09:30')
      await book()
      await screen.findByRole('alert')
      cleanup()
      window.history.replaceState(null, '', `/book-test-drive?car=${slug}`)
      on.show()
      expect((await field('Make')).value).toBe('Toyota')
      expect(screen.queryByText(note)).toBeNull()
    })
  })

  test('After a success the form is empty again for whoever comes back [R-STATE-29]', async () => {
    const on = openForm('/book-test-drive')
    await fill({ ...words, ...car })
    await chooseTime('Tomorrow', '09:30')
    await book()
    await screen.findByRole('heading', { name: success })
    on.unmount()
    on.show()
    expect((await field('Full name')).value).toBe('')
    expect(screen.queryByRole('heading', { name: success })).toBeNull()
  })

  test.each([
    ['mixed', '+27', '9 digits after +27'],
    ['za', '+27', '9 digits after +27'],
    ['ng', '+234', '10 digits after +234'],
  ] as const)(
    'In the market %s the number stands behind %s [R-FORM-07 R-CONST-16 R-VAL-64]',
    async (market, prefix, hint) => {
      openForm('/book-test-drive', { market })
      expect(await screen.findByText(hint)).toBeTruthy()
      expect(screen.getByText(prefix)).toBeTruthy()
    },
  )

  test('A number pasted with its country code loses it', async () => {
    const on = openForm('/book-test-drive')
    await fill({ ...words, ...car, 'Mobile number': '+27 (0)82 123 4567' })
    await chooseTime('Tomorrow', '09:30')
    await book()
    await screen.findByRole('heading', { name: success })
    expect(on.bodies()[0]?.['mobile_number']).toBe('821234567')
  })

  test('Another make forgets the model, another province forgets the city', async () => {
    openForm('/book-test-drive')
    await fill({ ...words, ...car })
    await fill({ Make: 'Honda', Province: 'Gauteng' })
    expect((await field('Model')).value).toBe('')
    expect((await field('City')).value).toBe('')
    expect(within(await field('Model')).queryByRole('option', { name: 'Hilux' })).toBeNull()
  })
})

describe('When to meet', () => {
  // It is 14:00 in Johannesburg; the slot at 15:00 there is 09:00 in New York and 22:00 in Tokyo.
  test.each([
    ['America/New_York', 'Your own clock shows 12 Mar 2026, 09:00 then.'],
    ['Asia/Tokyo', 'Your own clock shows 12 Mar 2026, 22:00 then.'],
    ['Africa/Johannesburg', ''],
  ])('Free slots are on the market’s clock, on a phone in %s [R-VAL-60 R-VAL-61]', async (zone, own) => {
    vi.stubEnv('TZ', zone)
    openForm('/book-test-drive')
    const words = 'Times are in South Africa Standard Time (GMT+2).'
    expect(await screen.findByText(words)).toBeTruthy()
    await choose('Day', 'Today')
    const slots = within(await screen.findByRole('group', { name: 'Time' }))
    const free = slots
      .getAllByRole<HTMLInputElement>('radio')
      .filter(({ disabled }) => !disabled)
      .map(({ value }) => value)
    expect(free).toEqual(['14:30', '15:00', '15:30', '16:00', '16:30', '17:00', '17:30', '18:00'])
    const control = await field('Date & time')
    expect(control.min).toBe('2026-03-12T14:30')
    await choose('Time', '15:00')
    expect(control.value).toBe('2026-03-12T15:00')
    const hint = document.getElementById(control.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe(`${words} ${own}`.trim())
  })

  test('A time that is over is refused, also when it was typed [R-VAL-60 R-VAL-61]', async () => {
    const on = openForm('/book-test-drive')
    await fill({ ...words, ...car })
    fireEvent.change(await field('Date & time'), { target: { value: '2026-03-12T13:59' } })
    await book()
    expect(await screen.findByText('Please select date & time')).toBeTruthy()
    expect(on.sent()).toEqual([])
  })

  test('Any later time can be typed [R-VAL-60]', async () => {
    const on = openForm('/book-test-drive')
    await fill({ ...words, ...car })
    fireEvent.change(await field('Date & time'), { target: { value: '2026-06-01T07:15' } })
    await book()
    await screen.findByRole('heading', { name: success })
    expect(on.bodies()[0]?.['datetime']).toBe('2026-06-01T05:15:00.000Z')
  })

  test('Another day keeps the time where that slot is free', async () => {
    openForm('/book-test-drive')
    await chooseTime('Tomorrow', '09:30')
    await choose('Day', 'Sat 14 Mar')
    expect((await field('Date & time')).value).toBe('2026-03-14T09:30')
    await choose('Day', 'Today')
    expect((await field('Date & time')).value).toBe('')
  })
})

describe('The test drive of one car', () => {
  test('The car is shown, its make stands fast, its id goes along [R-FORM-06]', async () => {
    const on = openForm(`/book-test-drive?car=${slug}`)
    expect(await screen.findByRole('link', { name: /2021 Toyota Fortuner/ })).toBeTruthy()
    expect((await field('Make')).value).toBe('Toyota')
    expect((await field('Model')).readOnly).toBe(true)
    await fill(words)
    await chooseTime('Tomorrow', '11:00')
    await book()
    await screen.findByRole('heading', { name: success })
    expect(on.bodies()[0]).toMatchObject({ car_id: 'car-1', car_brand: 'Toyota', car_model: 'Fortuner' })
  })

  test('A car that is sold is said to be, and is not asked for', async () => {
    const on = openForm(`/book-test-drive?car=${slug}`, {
      instead: ({ path }) =>
        path.startsWith('cars/get-single-car') ? { body: sampleReply({ status: 'sold' }) } : 'usual',
    })
    expect(await screen.findByText(/not for sale any more/)).toBeTruthy()
    await fill({ ...words, ...car })
    await chooseTime('Tomorrow', '11:00')
    await book()
    await screen.findByRole('heading', { name: success })
    expect(on.bodies()[0]).not.toHaveProperty('car_id')
  })

  test('What is typed stays when the car becomes known', async () => {
    let away = true
    const on = openForm(`/book-test-drive?car=${slug}`, {
      instead: ({ path }) => (away && path.startsWith('cars/get-single-car') ? undefined : 'usual'),
    })
    expect(await screen.findByText(/This car could not be loaded/)).toBeTruthy()
    await fill({ ...words, ...car })
    away = false
    on.local.kick('manual')
    expect(await screen.findByRole('link', { name: /2021 Toyota Fortuner/ })).toBeTruthy()
    await waitFor(async () => expect((await field('Model')).value).toBe('Fortuner'))
    await chooseTime('Tomorrow', '11:00')
    await book()
    await screen.findByRole('heading', { name: success })
    expect(on.bodies()[0]).toMatchObject({
      fullname: 'Ngozi Eze',
      car_id: 'car-1',
      car_brand: 'Toyota',
      car_model: 'Fortuner',
    })
  })

  test('A car that cannot be loaded leaves a form with every make', async () => {
    openForm('/book-test-drive?car=no-such-car', {
      instead: ({ path }) =>
        path.startsWith('cars/get-single-car') ? refused(404, 'not_found', 'Not found') : 'usual',
    })
    expect(await screen.findByText(/This car could not be loaded/)).toBeTruthy()
    await fill(car)
  })
})

describe('Whoever is signed in', () => {
  const profile = (change: Parameters<typeof sampleProfile>[0] = {}) => ({
    signedIn: true,
    instead: ({ path }: { path: string }) =>
      path === 'users/get-user-profile-data'
        ? {
            body: {
              success: true,
              msg: 'Success',
              data: sampleProfile(change),
              as_of: new Date(sampleNow).toISOString(),
            },
          }
        : ('usual' as const),
  })

  test('finds what their profile knows in the form, and their login goes along [R-FORM-06 R-ROLE-11]', async () => {
    const on = openForm('/book-test-drive', profile({ country_code: '+27' }))
    await waitFor(async () => expect((await field('City')).value).toBe('Lekki'))
    expect((await field('Full name')).value).toBe('Ngozi Eze')
    expect((await field('Email')).value).toBe('ngozi@example.test')
    expect((await field('Mobile number')).value).toBe('803123456')
    expect((await field('Province')).value).toBe('Lagos')
    await fill({ ...car, 'Post code': '106104' })
    await chooseTime('Tomorrow', '11:00')
    await book()
    await screen.findByRole('heading', { name: success })
    expect(on.sent()[0]?.headers['authorization']).toMatch(/^Bearer /)
  })

  test('a number of another country is not put behind this prefix', async () => {
    openForm('/book-test-drive', profile({ country_code: '+234' }))
    await waitFor(async () => expect((await field('City')).value).toBe('Lekki'))
    expect((await field('Mobile number')).value).toBe('')
  })
})

describe('What tells a program from a person', () => {
  test('A field that nobody sees goes along with how long it took', async () => {
    const on = openForm('/book-test-drive')
    await fill({ ...words, ...car })
    const trap = document.querySelector<HTMLInputElement>('form [aria-hidden] input')
    expect(trap?.tabIndex).toBe(-1)
    expect(trap?.autocomplete).toBe('off')
    expect(screen.getAllByRole('textbox')).not.toContain(trap)
    if (trap) fireEvent.change(trap, { target: { value: 'http://spam.example' } })
    await chooseTime('Tomorrow', '09:30')
    await book()
    await screen.findByRole('heading', { name: success })
    expect(on.bodies()[0]?.['filled']).toMatchObject({ trap: 'http://spam.example' })
  })
})
