import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { field, fill, leaveAndReturn, openForm, press } from '../../support/forms.tsx'
import { refused, type Reply } from '../../support/stage.tsx'

const ask = () => press('Request a quote')
const thanks = 'Thank you for contacting us!, We will reach you soon'
const failed = 'Error submitting form'
const row = { _id: '1', created_at: '2026-03-12T12:00:00.000Z' }

describe('The insurance page', () => {
  test('One phone form promises a call back with a quote, to anybody [R-NAV-09 R-FORM-12 R-FORM-13 R-ROLE-04]', async () => {
    openForm('/insurance')
    expect(screen.getByRole('heading', { level: 1, name: 'Insurance' })).toBeTruthy()
    expect(screen.getByText('Leave your number and we call you back with a quote for your car.')).toBeTruthy()
    await field('Phone number')
    expect(screen.getAllByRole('textbox')).toHaveLength(1)
  })

  test('Without a number nothing is sent, and it says so [R-VAL-67]', async () => {
    const on = openForm('/insurance')
    await field('Phone number')
    await ask()
    expect(await screen.findByText('Phone number is required')).toBeTruthy()
    expect(on.sent()).toEqual([])
  })

  test('What is no phone number gets the documented words of a failure [R-FORM-16]', async () => {
    const on = openForm('/insurance')
    await fill({ 'Phone number': 'call me' })
    await ask()
    expect(await screen.findByText(failed)).toBeTruthy()
    expect(on.sent()).toEqual([])
  })

  test('The thanks come when the server has the number, and go after 3 seconds [R-FORM-01 R-FORM-14 R-FORM-15 R-ENT-34 R-CONST-10]', async () => {
    const on = openForm('/insurance')
    await fill({ 'Phone number': '+27 82 123 4567' })
    await ask()
    const said = await screen.findByText(thanks)
    const from = performance.now()
    expect(said.getAttribute('role')).toBe('status')
    await waitFor(() => expect(screen.queryByText(thanks)).toBeNull())
    expect(performance.now() - from).toBeGreaterThan(2000)
    expect(on.bodies()).toEqual([
      {
        phone: '+27821234567',
        client_ref: expect.any(String) as string,
        filled: { ms: expect.any(Number) as number, trap: '' },
      },
    ])
    expect((await field('Phone number')).value).toBe('')
  })

  test('A refusal is told for 3 seconds; the number stays for another try [R-FORM-14 R-FORM-16 R-CONST-10 R-STATE-29]', async () => {
    let refuse = true
    const on = openForm('/insurance', {
      answer: () =>
        refuse
          ? refused(400, 'validation_failed', failed)
          : { body: { success: true, msg: thanks, data: row } },
    })
    await fill({ 'Phone number': '0821234567' })
    await ask()
    expect((await screen.findByText(failed)).getAttribute('role')).toBe('alert')
    await waitFor(() => expect(screen.queryByText(failed)).toBeNull())
    expect((await field('Phone number')).value).toBe('0821234567')
    refuse = false
    await ask()
    expect(await screen.findByText(thanks)).toBeTruthy()
    expect(on.local.views.get().outbox.map(({ state }) => state)).toEqual(['done'])
  })

  test('Without signal the number is called saved, and the thanks come when it arrived [R-FORM-15]', async () => {
    let away = true
    const on = openForm('/insurance', {
      answer: () => (away ? undefined : { body: { success: true, msg: thanks, data: row } }),
    })
    await fill({ 'Phone number': '0821234567' })
    await ask()
    expect(await screen.findByText('Saved. It will be sent when you are back online.')).toBeTruthy()
    expect(screen.queryByText(thanks)).toBeNull()
    away = false
    on.local.kick('manual')
    expect(await screen.findByText(thanks)).toBeTruthy()
    expect(new Set(on.bodies().map((body) => body['client_ref'])).size).toBe(1)
  })

  test('A number refused after its person had left comes back by one tap', async () => {
    let answers: Reply | undefined
    const on = openForm('/insurance', { answer: () => answers })
    await fill({ 'Phone number': '+27821234567' })
    await ask()
    await leaveAndReturn(on, () => (answers = refused(400, 'validation_failed', 'We cannot take this.')))
    await screen.findByText('Not sent. We cannot take this.')
    expect((await field('Phone number')).value).toBe('')
    await press('Edit and send again')
    await waitFor(async () => expect((await field('Phone number')).value).toBe('+27821234567'))
    answers = { body: { success: true, msg: thanks, data: row } }
    await ask()
    expect(await screen.findByText(thanks)).toBeTruthy()
    expect(on.bodies().at(-1)).toMatchObject({ phone: '+27821234567' })
    expect(screen.queryByText('Not sent. We cannot take this.')).toBeNull()
  })

  test('A number changed while it goes out stays', async () => {
    let arrive: () => void = () => {}
    const arrived = new Promise<void>((done) => (arrive = done))
    const on = openForm('/insurance', {
      answer: async () => {
        await arrived
        return { body: { success: true, msg: thanks, data: row } }
      },
    })
    await fill({ 'Phone number': '082 123 4567' })
    await ask()
    await waitFor(() => expect(on.sent()).toHaveLength(1))
    await fill({ 'Phone number': '0839876543' })
    arrive()
    expect(await screen.findByText(thanks)).toBeTruthy()
    expect((await field('Phone number')).value).toBe('0839876543')
  })

  test('A number typed while another waits stays as that one goes out and arrives', async () => {
    let arrive: () => void = () => {}
    const arrived = new Promise<void>((done) => (arrive = done))
    const world: Parameters<typeof openForm>[1] = {
      online: false,
      answer: async () => {
        await arrived
        return { body: { success: true, msg: thanks, data: row } }
      },
    }
    const on = openForm('/insurance', world)
    await fill({ 'Phone number': '0821234567' })
    await ask()
    expect(await screen.findByText('Saved. It will be sent when you are back online.')).toBeTruthy()
    await fill({ 'Phone number': '0839876543' })
    world.online = true
    on.local.kick('manual')
    await waitFor(() => expect(on.sent()).toHaveLength(1))
    arrive()
    expect(await screen.findByText(thanks)).toBeTruthy()
    expect((await field('Phone number')).value).toBe('0839876543')
  })

  test('A number refused after it had waited is in the form again', async () => {
    let answers: Reply | undefined
    const on = openForm('/insurance', { answer: () => answers })
    await fill({ 'Phone number': '+27821234567' })
    await ask()
    await screen.findByText('Saved. It will be sent when you are back online.')
    await waitFor(async () => expect((await field('Phone number')).value).toBe(''))
    answers = refused(400, 'validation_failed', 'We cannot take this.')
    on.local.kick('manual')
    expect(await screen.findByText(failed)).toBeTruthy()
    await waitFor(async () => expect((await field('Phone number')).value).toBe('+27821234567'))
    answers = { body: { success: true, msg: thanks, data: row } }
    await ask()
    expect(await screen.findByText(thanks)).toBeTruthy()
    // The first request is being withdrawn, because some attempts got no response.
    const { outbox } = on.local.views.get()
    expect(outbox.flatMap(({ state, cancelling }) => (cancelling ? [] : [state]))).toEqual(['done'])
  })

  test('A number typed while the refused one waited is another write', async () => {
    let answers: Reply | undefined
    const on = openForm('/insurance', { answer: () => answers })
    await fill({ 'Phone number': '+27821234567' })
    await ask()
    await screen.findByText('Saved. It will be sent when you are back online.')
    await fill({ 'Phone number': '0839876543' })
    answers = refused(400, 'validation_failed', 'We cannot take this.')
    on.local.kick('manual')
    expect(await screen.findByText(failed)).toBeTruthy()
    expect((await field('Phone number')).value).toBe('0839876543')
    answers = { body: { success: true, msg: thanks, data: row } }
    await ask()
    expect(await screen.findByText(thanks)).toBeTruthy()
    const { outbox } = on.local.views.get()
    expect(outbox.find(({ state }) => state === 'rejected')?.payload).toMatchObject({ phone: '+27821234567' })
    expect(outbox.find(({ state }) => state === 'done')?.payload).toMatchObject({ phone: '0839876543' })
  })

  test('What is offered without signal is said until it was done', async () => {
    openForm('/insurance', { answer: () => undefined, instead: () => undefined, online: false })
    const offer = /^You are offline\. Your number is kept on this phone/
    await fill({ 'Phone number': '0821234567' })
    expect(await screen.findByText(offer)).toBeTruthy()
    await ask()
    expect(await screen.findByText('Saved. It will be sent when you are back online.')).toBeTruthy()
    expect(screen.queryByText(/You are offline/)).toBeNull()
  })
})
