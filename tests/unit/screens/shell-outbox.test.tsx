import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Payloads } from '#contract/commands.ts'
import type { OutboxEntry } from '#local/react'
import { changeWords, stateOf, titleOf } from '../../../src/app/outbox/outbox-words.ts'
import { openApp, settingsServer } from '../../support/shell.tsx'
import type { Server } from '../../support/stage.tsx'

const entry = (change: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: '1',
  kind: 'enquiry.send',
  payload: {
    carId: 'car-1',
    carTitle: '2021 Toyota Fortuner',
    name: 'Thandi',
    email: 't@example.com',
    countryCode: '+27',
    gsm: '821234567',
    message: 'Is it still for sale?',
  },
  state: 'queued',
  createdAt: 0,
  tries: 0,
  ...change,
})
const context = { offline: true, clock: () => '14:05' }

describe('What waits, in words', () => {
  test.each<[Partial<OutboxEntry>, string]>([
    [{ state: 'queued' }, 'Saved on this phone'],
    [{ state: 'wait' }, 'Waiting for signal'],
    [{ state: 'held', hold: 'auth' }, 'Sign in to send'],
    [{ state: 'held', hold: 'upgrade' }, 'Update the app to send'],
    [{ state: 'conflict' }, 'Changed on another device'],
    [
      {
        state: 'rejected',
        error: { code: 'validation_failed', msg: 'No.', fields: { price: 'price is required' } },
      },
      'Needs your fix: price is required',
    ],
    [
      { state: 'rejected', error: { code: 'gone', msg: 'This car is no longer listed.' } },
      'Needs your fix: This car is no longer listed.',
    ],
    [{ state: 'quarantine', tries: 8 }, 'We could not send this – 8 tries'],
    [{ state: 'done', doneAt: 5 }, 'Sent 14:05'],
  ])('An item that is %o is said to be: %s', (change, words) => {
    expect(stateOf(entry(change), context).words).toBe(words)
  })

  test('Nothing but a done item is ever called sent', () => {
    const states = ['queued', 'sending', 'wait', 'held', 'conflict', 'rejected', 'quarantine'] as const
    for (const state of states) expect(stateOf(entry({ state }), context).words).not.toMatch(/^Sent/)
  })

  test('Screen readers hear when a message was sent or refused, and nothing twice', () => {
    const title = titleOf(entry())
    expect(changeWords([entry({ state: 'sending' })], [entry({ state: 'done' })])).toEqual([
      `Sent: ${title}.`,
    ])
    expect(changeWords([entry({ state: 'done' })], [entry({ state: 'done' })])).toEqual([])
    const refused = entry({ state: 'rejected', error: { code: 'gone', msg: 'Gone.' } })
    expect(changeWords([entry({ state: 'sending' })], [refused])).toEqual([`Not sent: ${title}. Gone.`])
    expect(changeWords([], [entry({ state: 'done' })])).toEqual([])
  })
})

describe('The outbox', () => {
  const payload = entry().payload as Payloads['enquiry.send']
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
    expect(await screen.findByText('Nothing is waiting', {}, { timeout: 8000 })).toBeTruthy()
    expect(within(screen.getByRole('banner')).queryByTitle('Waiting to be sent')).toBeNull()
  })

  test('A message made without signal waits there in plain words, counted in the top bar [R-PWA-31]', async () => {
    await putOne()
    expect(
      await screen.findByText('Your message about 2021 Toyota Fortuner', {}, { timeout: 8000 }),
    ).toBeTruthy()
    expect(screen.getByText(/Saved\. It will be sent when you are back online\./)).toBeTruthy()
    expect(screen.getByText('“Is it still for sale?”')).toBeTruthy()
    const badge = within(screen.getByRole('banner')).getByText('1 waiting to be sent')
    expect(badge.closest('a')?.getAttribute('href')).toBe('/outbox')
  })

  test('It is removed only after a second question, and called unsent only when nothing was sent', async () => {
    const { asked } = await putOne()
    const list = within(screen.getByRole('main'))
    const title = 'Your message about 2021 Toyota Fortuner'
    const answer = async (name: string) => {
      fireEvent.click(await list.findByRole('button', { name: 'Remove' }, { timeout: 8000 }))
      const question = await screen.findByRole('alertdialog', { name: 'Remove this?' })
      fireEvent.click(within(question).getByRole('button', { name }))
      await waitFor(() => expect(question.hasAttribute('open')).toBe(false))
    }
    await answer('Keep')
    expect(list.getByText(title)).toBeTruthy()
    await answer('Remove')
    const said = await screen.findByText(/Removed|cannot tell yet/, {}, { timeout: 8000 })
    // Whether a first try is under way by then is up to the phone; what is said of it must be true.
    const sent = asked.some((call) => call.path === 'users/send/car-enquiry-mail')
    expect(said.textContent).toContain(sent ? 'We cannot tell yet' : 'Removed. It was not sent.')
  })
})
