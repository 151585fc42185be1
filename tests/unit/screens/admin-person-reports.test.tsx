import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ReportedPerson } from '#contract/admin/person-reports.ts'
import { AdminReports } from '../../../src/features/admin/reports/admin-reports.tsx'
import { listed, openAdminArea, said, sentTo } from '../../support/admin-area.tsx'
import { refused } from '../../support/stage.tsx'

const at = '2026-03-01T09:00:00.000Z'
const ann = { _id: 'ann', fullname: 'Ann Eze', email: 'ann@example.org' }
const ben: ReportedPerson = {
  _id: 'ben',
  fullname: 'Ben Nkosi',
  email: 'ben@example.org',
  businessname: 'Ben Motors',
  suspended_at: null,
  open: [{ _id: 'r1', reason: 'scam', words: 'Wants a deposit', created_at: at, from: ann, from_reports: 3 }],
  reports: 1,
  reporters: 2,
}
const messages = [
  { n: 1, sender: 'ann', message: 'Is it still there?', sent_at: at },
  { n: 2, sender: 'ben', message: 'Pay <b>first</b>', sent_at: at },
]
const open = (calls: Parameters<typeof openAdminArea>[2] = {}, person: ReportedPerson = ben) =>
  openAdminArea(<AdminReports />, '/admin/reports?of=people', {
    'list-person-reports': () => listed([person]),
    'list-reports': () => listed([]),
    'read-reported-chat': () => said({ data: messages }),
    ...calls,
  })
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('Reports about people stand beside those about ads, with who, why and how often [R-ROLE-20]', async () => {
  const on = open()
  const row = within((await screen.findAllByRole('row'))[1] ?? document.body)
  for (const words of ['Ben Motors', '2 reporters', 'Fraud or scam', 'Wants a deposit'])
    expect(row.getByText(words)).toBeTruthy()
  expect(row.getByText(/Ann Eze, ann@example\.org · .* · 3 reports by this person/)).toBeTruthy()
  expect(row.getByRole('link', { name: 'Ben Nkosi' }).getAttribute('href')).toBe('/admin/people?id=ben')
  await userEvent.click(screen.getByRole('radio', { name: 'Ads' }))
  await waitFor(() => expect(sentTo(on, 'list-reports')).toHaveLength(1))
  expect(window.location.pathname + window.location.search).toBe('/admin/reports')
})

test('An admin reads a chat only after learning that the audit log records it', async () => {
  const on = open()
  await click('Read the chat with Ann Eze')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Read this chat?' }))
  expect(dialog.getByText(/The audit log says that you have read them/)).toBeTruthy()
  expect(sentTo(on, 'read-reported-chat')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Read it' }))
  const chat = within(await screen.findByRole('list', { name: 'Messages' }))
  expect(
    chat.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/ · .*?\d\d:\d\d/, ': ')),
  ).toEqual(['Ann Eze: Is it still there?', 'Ben Nkosi: Pay <b>first</b>'])
  // Arrow keys scroll a long chat only with the focus inside it.
  const higher = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900)
  screen.getByRole('button', { name: 'Close' }).focus()
  higher.mockRestore()
  await userEvent.tab()
  expect(document.activeElement?.contains(screen.getByRole('list', { name: 'Messages' }))).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  expect(sentTo(on, 'read-reported-chat')).toEqual([{ report_id: 'r1' }])
  await click('Close')
  await click('Read the chat with Ann Eze')
  expect(await screen.findByRole('alertdialog', { name: 'Read this chat?' })).toBeTruthy()
  expect(sentTo(on, 'read-reported-chat')).toHaveLength(1)
})

test('A chat that could not be read reopens without the old error', async () => {
  open({ 'read-reported-chat': () => refused(503, 'unavailable', 'Please try again.') })
  await click('Read the chat with Ann Eze')
  await click('Read it')
  expect(await screen.findByText('Please try again.')).toBeTruthy()
  await click('Back')
  await click('Read the chat with Ann Eze')
  expect(await screen.findByRole('alertdialog', { name: 'Read this chat?' })).toBeTruthy()
  expect(screen.queryByText('Please try again.')).toBeNull()
})

test('An action that fails after its dialog was closed says so', async () => {
  let answer: () => void = () => {}
  const late = new Promise<void>((done) => (answer = done))
  open({
    'read-reported-chat': async () => {
      await late
      return refused(503, 'unavailable', 'Please try again.')
    },
  })
  await click('Read the chat with Ann Eze')
  await click('Read it')
  await click('Back')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  answer()
  expect(await screen.findByText('Read this chat? Please try again.')).toBeTruthy()
})

test('An action that ends late leaves the dialog of the next one open', async () => {
  let answer: () => void = () => {}
  const late = new Promise<void>((done) => (answer = done))
  open({
    'dismiss-person-reports': async () => {
      await late
      return said({}, 'The reports are dismissed.')
    },
  })
  await click('Dismiss the reports about Ben Nkosi')
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'A quarrel')
  await click('Dismiss')
  await click('Back')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await click('Suspend Ben Nkosi')
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Ben Nkosi?' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Fraud')
  answer()
  expect(await screen.findByText('The reports are dismissed.')).toBeTruthy()
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe('Fraud')
  expect(screen.getByRole('dialog', { name: 'Suspend Ben Nkosi?' })).toBeTruthy()
})

test('A report that was closed meanwhile is told, and the list is asked again', async () => {
  const on = open({ 'read-reported-chat': () => refused(409, 'decided_meanwhile', 'This report is closed.') })
  await click('Read the chat with Ann Eze')
  await click('Read it')
  expect(await screen.findByText('This report is closed.')).toBeTruthy()
  await waitFor(() => expect(sentTo(on, 'list-person-reports')).toHaveLength(2))
})

test('Reports are dismissed with a note, a person is suspended with a reason [R-ROLE-20]', async () => {
  const on = open({
    'dismiss-person-reports': () => said({}, 'The reports are dismissed.'),
    'suspend-person': () => said({}, 'Suspended, and told by e-mail.'),
  })
  await click('Dismiss the reports about Ben Nkosi')
  await click('Dismiss')
  expect(await screen.findByText('Please say why')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'A quarrel')
  await click('Dismiss')
  await waitFor(() =>
    expect(sentTo(on, 'dismiss-person-reports')).toEqual([{ user_id: 'ben', note: 'A quarrel', reports: 1 }]),
  )
  // The content behind the dialog is inert.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await click('Suspend Ben Nkosi')
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Ben Nkosi?' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Fraud')
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  await waitFor(() => expect(sentTo(on, 'suspend-person')).toEqual([{ user_id: 'ben', reason: 'Fraud' }]))
})

test('A person who is suspended already is not suspended again', async () => {
  open({}, { ...ben, suspended_at: at })
  expect(await screen.findByText('Suspended')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Suspend Ben Nkosi' })).toBeNull()
})
