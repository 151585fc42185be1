import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AdminDealers } from '../../../src/features/admin/admin-dealers.tsx'
import { AdminMessages } from '../../../src/features/admin/admin-messages.tsx'
import { dealer, listed, message, openAdminArea, said, sentTo } from '../../support/admin-area.tsx'
import { refused } from '../../support/stage.tsx'

const dialog = () => screen.findByRole('dialog')
const press = async (name: string, within_?: HTMLElement) =>
  userEvent.click(await (within_ ? within(within_) : screen).findByRole('button', { name }))

describe('The dealers of the admin area', () => {
  test('An operator verifies a dealer by the name that is shown [R-ROLE-15 R-DEAL-19]', async () => {
    let now = dealer()
    const on = openAdminArea(<AdminDealers />, '/admin/dealers', {
      'list-dealers': () => listed([now]),
      'verify-dealer': () => {
        now = dealer({ approved_at: '2026-03-01T09:00:00.000Z', verified: true })
        return said({ data: now }, 'Acacia Motors is verified, and got an e-mail.')
      },
    })
    expect(await screen.findByText('until 1 Jan 2027')).toBeTruthy()
    expect(screen.getByText('ZA-1')).toBeTruthy()
    await press('Verify Acacia Motors')
    await press('Verify', await screen.findByRole('alertdialog'))
    expect(await screen.findByText('Acacia Motors is verified, and got an e-mail.')).toBeTruthy()
    expect(sentTo(on, 'verify-dealer')).toEqual([{ user_id: 'dealer-1', name: 'Acacia Motors' }])
    expect(await screen.findByRole('button', { name: 'Un-verify Acacia Motors' })).toBeTruthy()
    expect(screen.getByText('Verified')).toBeTruthy()
  })

  test('Nobody is un-verified without a reason; words of the server stand at the field [R-ROLE-15]', async () => {
    const on = openAdminArea(<AdminDealers />, '/admin/dealers', {
      'list-dealers': () => listed([dealer({ approved_at: '2026-03-01T09:00:00.000Z', verified: true })]),
      'unverify-dealer': () => refused(422, 'validation_failed', 'No.', { reason: 'Say more' }),
    })
    await press('Un-verify Acacia Motors')
    const box = await dialog()
    await press('Un-verify', box)
    const field = within(box).getByRole('textbox', { name: 'Reason' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(sentTo(on, 'unverify-dealer')).toEqual([])
    await userEvent.type(field, 'No licence')
    await press('Un-verify', box)
    expect(await within(box).findByText('Say more')).toBeTruthy()
    expect(sentTo(on, 'unverify-dealer')).toEqual([{ user_id: 'dealer-1', reason: 'No licence' }])
    expect((field as HTMLTextAreaElement).value).toBe('No licence')
  })

  test('What another admin decided meanwhile is told, and the list is asked for again', async () => {
    const on = openAdminArea(<AdminDealers />, '/admin/dealers', {
      'list-dealers': () => listed([dealer()]),
      'verify-dealer': () => refused(409, 'decided_meanwhile', 'This dealer is approved already.'),
    })
    await press('Verify Acacia Motors')
    await press('Verify', await screen.findByRole('alertdialog'))
    expect(await screen.findByText('This dealer is approved already.')).toBeTruthy()
    await screen.findByText('1 dealer')
    expect(sentTo(on, 'list-dealers')).toHaveLength(2)
  })

  test('Search, filter and page are in the address', async () => {
    const on = openAdminArea(<AdminDealers />, '/admin/dealers?show=waiting&page=2&search=acacia', {
      'list-dealers': () => said({ data: [dealer()], totalCount: 21 }),
    })
    await screen.findByText('21 dealers')
    expect(sentTo(on, 'list-dealers')).toEqual([{ page: 2, limit: 20, show: 'waiting', search: 'acacia' }])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Which dealers' }), 'verified')
    await screen.findByText('21 dealers')
    expect(location.search).toBe('?show=verified&search=acacia')
  })

  test('A server that does not answer is asked again by a tap', async () => {
    let up = false
    openAdminArea(<AdminDealers />, '/admin/dealers', {
      'list-dealers': () => (up ? listed([dealer()]) : refused(503, 'unavailable', 'Not available.')),
    })
    expect(await screen.findByText('The dealers could not be loaded')).toBeTruthy()
    up = true
    await press('Try again')
    expect(await screen.findByText('1 dealer')).toBeTruthy()
  })

  test('A refresh that failed over what is shown is tried again by a tap', async () => {
    let asked = 0
    openAdminArea(<AdminDealers />, '/admin/dealers', {
      'list-dealers': () => {
        asked += 1
        return asked === 2 ? refused(503, 'unavailable', 'Not available.') : listed([dealer()])
      },
      'verify-dealer': () => said({ data: dealer() }, 'Verified.'),
    })
    await press('Verify Acacia Motors')
    await press('Verify', await screen.findByRole('alertdialog'))
    expect(await screen.findByText('Not available.')).toBeTruthy()
    expect(screen.getByText('1 dealer')).toBeTruthy()
    await press('Try again')
    await waitFor(() => expect(screen.queryByText('Not available.')).toBeNull())
    expect(document.activeElement).toBe(screen.getByText('1 dealer'))
  })

  test('Who lost the approval is not among those who wait', async () => {
    const unverified_at = '2026-03-01T09:00:00.000Z'
    openAdminArea(<AdminDealers />, '/admin/dealers', {
      'list-dealers': () =>
        listed([
          dealer({ waiting: true }),
          dealer({ _id: 'dealer-2', businessname: 'Baobab Cars', unverified_at }),
        ]),
    })
    const row = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')?.textContent
    expect(await row('Acacia Motors')).toContain('Waiting')
    expect(await row('Baobab Cars')).toContain('Un-verifiedSince 1 Mar 2026')
  })
})

describe('The messages of the admin area', () => {
  test('A message is read whole, answered by mail and marked as done [R-ROLE-20]', async () => {
    let now = message()
    const on = openAdminArea(<AdminMessages />, '/admin/messages', {
      'list-messages': () => listed([now]),
      message: () => said({ data: now }),
      'mark-message': ({ body }) => {
        const { done } = body as { done: boolean }
        now = message(done ? { state: 'done', handled_at: '2026-03-01T09:00:00.000Z' } : {})
        return said({ data: now }, done ? 'Marked as done.' : 'Open again.')
      },
    })
    await userEvent.click(await screen.findByRole('link', { name: 'Price & mileage?' }))
    const heading = await screen.findByRole('heading', { name: 'Price & mileage?' })
    expect(document.activeElement).toBe(heading)
    expect(screen.getByText('How do I change the price?')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Reply' }).getAttribute('href')).toBe(
      'mailto:thandi%40example.test?subject=Re%3A%20Price%20%26%20mileage%3F',
    )
    await press('Mark as done')
    expect(await screen.findByRole('button', { name: 'Reopen' })).toBeTruthy()
    expect(sentTo(on, 'mark-message')).toEqual([{ id: 'message-1', done: true }])
    expect(sentTo(on, 'list-messages')).toEqual([{ page: 1, limit: 20, kind: 'all', state: 'open' }])
    expect(screen.getByRole('link', { name: 'All messages' }).getAttribute('href')).toBe('/admin/messages')
  })

  test('What is held as spam is released or deleted, after a question', async () => {
    const on = openAdminArea(<AdminMessages />, '/admin/messages?state=held&id=message-1', {
      'list-messages': () => listed([]),
      message: () => said({ data: message({ state: 'held' }) }),
      'drop-message': () => said({}, 'Deleted, with its e-mails.'),
    })
    await press('Delete')
    expect(sentTo(on, 'drop-message')).toEqual([])
    await press('Delete', await screen.findByRole('alertdialog'))
    expect(await screen.findByText('No messages here')).toBeTruthy()
    expect(location.search).toBe('?state=held')
    expect(sentTo(on, 'drop-message')).toEqual([{ id: 'message-1' }])
  })
})
