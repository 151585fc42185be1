import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { TestDriveRow } from '#contract/forms/test-drives.ts'
import { sampleDrive } from '../../support/drives.ts'
import { openApp, settingsServer } from '../../support/shell.tsx'
import { refused, type Server } from '../../support/stage.tsx'

const later = '2100-04-01T10:00:00.000Z'
const proposed = '2100-04-02T08:30:00.000Z'
const address = '/test-drive/secret-1'
const read = 'cars/test-drive/by-link/secret-1'
const write = 'cars/test-drive/answer-by-link'
const success = (data: unknown, msg = 'Success') => ({ body: { success: true, msg, data } })

function open(change: Partial<TestDriveRow>, other: Server = () => undefined) {
  let row = sampleDrive({ datetime: later, ...change })
  return openApp(address, {
    server: (asked) => {
      const instead = other(asked)
      if (instead) return instead
      if (asked.path === read) return success(row)
      if (asked.path !== write) return settingsServer(asked)
      const { answer, datetime } = asked.body as { answer: string; datetime?: string }
      const { proposed_datetime: _, ...rest } = row
      row =
        answer === 'accept'
          ? { ...rest, status: 'confirmed', ...(datetime !== undefined && { datetime }) }
          : { ...rest, status: 'declined', cancelled: true }
      return success(row, 'Your answer has been sent')
    },
  })
}
const button = (name: string) => screen.findByRole('button', { name })

describe('A guest’s test drive, by the link of an e-mail', () => {
  test('Says its state, car and times, and is kept out of search engines', async () => {
    open({ note: 'Bring your licence.' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Your test drive' })).toBeTruthy()
    expect(await screen.findByText('Pending')).toBeTruthy()
    expect(screen.getByRole('link', { name: '2021 Toyota Fortuner' }).getAttribute('href')).toBe(
      '/listing/2021-toyota-fortuner-2-8-gd-6',
    )
    expect(screen.getByText('1 Apr 2100, 12:00')).toBeTruthy()
    expect(screen.getByText('Okafor Motors')).toBeTruthy()
    expect(screen.getByText('Bring your licence.')).toBeTruthy()
    await waitFor(() =>
      expect(document.head.querySelector('meta[name=robots]')?.getAttribute('content')).toMatch(/noindex/),
    )
  })

  test('A proposal is accepted as it was seen, with the server’s words', async () => {
    const on = open({ proposed_datetime: proposed })
    expect(await screen.findByText('Another time proposed')).toBeTruthy()
    await userEvent.click(await button('Accept this time'))
    expect(await screen.findByText('Confirmed')).toBeTruthy()
    expect(screen.getByText('Your answer has been sent')).toBeTruthy()
    expect(screen.getByText('2 Apr 2100, 10:30')).toBeTruthy()
    expect(await button('Add to calendar')).toBeTruthy()
    // The pressed button is removed.
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
    const sent = on.asked.filter(({ path }) => path === write).map(({ body }) => body)
    expect(sent).toEqual([{ token: 'secret-1', answer: 'accept', datetime: proposed }])
  })

  test('Cancelling asks first', async () => {
    const on = open({})
    await userEvent.click(await button('Cancel'))
    expect(on.asked.some(({ path }) => path === write)).toBe(false)
    await userEvent.click(await button('Cancel it'))
    expect(await screen.findByText('Cancelled')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Book another test drive' })).toBeTruthy()
  })

  test('An answer that came too late shows why, and what holds now', async () => {
    const late = 'The time has changed meanwhile. Please look at this test drive again.'
    open({ proposed_datetime: proposed }, ({ path }) =>
      path === write ? refused(409, 'answered_meanwhile', late) : undefined,
    )
    await userEvent.click(await button('Accept this time'))
    expect((await screen.findByText(late)).closest('[role=alert]')).toBeTruthy()
    expect(screen.getByText('Another time proposed')).toBeTruthy()
  })

  test('A link that is made up or too old says so', async () => {
    const words = 'This link is no longer valid. Please ask for a new one.'
    open({}, ({ path }) => (path === read ? refused(410, 'link_expired', words) : undefined))
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Book a test drive' }).getAttribute('href')).toBe(
      '/book-test-drive',
    )
  })

  test('Without signal it can be tried again', async () => {
    let away = true
    openApp(address, {
      server: (asked) =>
        asked.path === read && !away ? success(sampleDrive({ datetime: later })) : settingsServer(asked),
    })
    const again = await button('Try again')
    away = false
    await userEvent.click(again)
    expect(await screen.findByText('Pending')).toBeTruthy()
  })
})
