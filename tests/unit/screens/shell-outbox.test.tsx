import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { enquiry as payload, entryOf, openPretend } from '../../support/pretend.tsx'
import { openApp, settingsServer } from '../../support/shell.tsx'
import { refused, type Server } from '../../support/stage.tsx'

describe('The outbox', () => {
  const silent: Server = (asked) => (asked.path.startsWith('users/send') ? undefined : settingsServer(asked))
  const putOne = async (server: Server = silent) => {
    const app = openApp('/outbox', { server })
    const engine = await app.local.load()
    const put = await engine.put('enquiry.send', payload)
    expect(put).toMatchObject({ ok: true })
    return app
  }

  test('An empty outbox says that nothing is waiting', async () => {
    openApp('/outbox')
    expect(await screen.findByText('Nothing is waiting', {}, { timeout: 15_000 })).toBeTruthy()
    expect(within(screen.getByRole('banner')).queryByTitle('Waiting to be sent')).toBeNull()
  })

  test('An offline message waits there in plain words, counted in the top bar [R-PWA-31]', async () => {
    await putOne()
    expect(
      await screen.findByText('Your message about 2021 Toyota Fortuner', {}, { timeout: 15_000 }),
    ).toBeTruthy()
    expect(screen.getByText(/Saved\. It will be sent when you are back online\./)).toBeTruthy()
    expect(screen.getByText('“Is it still for sale?”')).toBeTruthy()
    const badge = within(screen.getByRole('banner')).getByText('1 waiting to be sent')
    expect(badge.closest('a')?.getAttribute('href')).toBe('/outbox')
  })

  test('An item is removed only after confirmation, and called unsent only if never sent', async () => {
    const { asked } = await putOne()
    const list = within(screen.getByRole('main'))
    const title = 'Your message about 2021 Toyota Fortuner'
    const answer = async (name: string) => {
      fireEvent.click(await list.findByRole('button', { name: 'Cancel' }, { timeout: 15_000 }))
      const question = await screen.findByRole('alertdialog', { name: 'Remove this?' })
      fireEvent.click(within(question).getByRole('button', { name }))
      await waitFor(() => expect(question.hasAttribute('open')).toBe(false))
    }
    await answer('Keep')
    expect(list.getByText(title)).toBeTruthy()
    await answer('Remove')
    const said = await screen.findByText(/^Removed|^It may already/, {}, { timeout: 15_000 })
    // The phone may have started a first attempt; the text must match.
    const sent = asked.some((call) => call.path === 'users/send/car-enquiry-mail')
    expect(said.textContent).toContain(sent ? 'It may already have left' : 'Removed. It was not sent.')
  })

  test('A refused item is corrected in its own form and sent only once more [S19 I2 I5]', async () => {
    const picky: Server = (asked) => {
      if (!asked.path.startsWith('users/send')) return settingsServer(asked)
      const { name } = asked.body as { name: string }
      if (!name.includes(' '))
        return refused(422, 'validation_failed', 'Please check.', { name: 'Please enter your full name' })
      const data = { _id: 'enq-1', car_id: 'car-1', created_at: '2026-03-12T12:00:00.000Z' }
      return { body: { success: true, msg: 'Your enquiry has been sent', data } }
    }
    const { asked } = await putOne(picky)
    const wait = { timeout: 15_000 }
    const main = within(screen.getByRole('main'))
    expect(await main.findByText('Needs your fix: Please enter your full name', {}, wait)).toBeTruthy()
    fireEvent.click(main.getByRole('button', { name: 'Edit' }))
    const name = await screen.findByLabelText('Your name', {}, wait)
    await screen.findByDisplayValue('Is it still for sale?')
    fireEvent.change(name, { target: { value: 'Thandi Mokoena' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await main.findByText(/^Sent \d\d:\d\d$/, {}, wait)).toBeTruthy()
    const sent = asked.filter((call) => call.path.startsWith('users/send'))
    expect(sent.map((call) => (call.body as { name: string }).name)).toEqual(['Thandi', 'Thandi Mokoena'])
    expect(new Set(sent.map((call) => call.headers['idempotency-key'])).size).toBe(2)
  })
})

test('Two items of one name are told to screen readers as two', async () => {
  const [one, two] = [entryOf({ id: 'one', state: 'sending' }), entryOf({ id: 'two', state: 'sending' })]
  const on = openPretend('/', { outbox: [one, two] })
  const region = () => on.container.querySelector('output.sr-only[aria-live="polite"]')
  await waitFor(() => expect(region()).not.toBeNull(), { timeout: 15_000 })
  on.change({ outbox: [two, { ...one, state: 'done' }] })
  await waitFor(() => expect(region()?.textContent).toMatch(/Sent: /))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  const said = region()?.firstChild
  on.change({
    outbox: [
      { ...one, state: 'done' },
      { ...two, state: 'done' },
    ],
  })
  await waitFor(() => expect(region()?.firstChild).not.toBe(said))
  expect(region()?.textContent).toMatch(/Sent: /)
})
