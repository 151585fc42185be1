import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import type { LocalApp } from '#local'
import { answers, field, heading, main, openEntry, press, said } from '../../support/entry.tsx'
import { entryOf, openPretend } from '../../support/pretend.tsx'
import { sampleToken } from '../../support/sample-people.ts'
import { samplePerson, tokenOf } from '../../support/shell.tsx'
import { refused, type Reply } from '../../support/stage.tsx'

const list = 'users/my-sessions'
const end = 'users/end-session'
const device = (_id: string, words: string, current = false) => ({
  _id,
  device: words,
  signed_in_at: '2026-03-10T12:00:00.000Z',
  last_seen_at: '2026-03-12T12:00:00.000Z',
  current,
})
const two = said('Success', {
  data: [device('s-2', 'Firefox on Windows'), device('s-1', 'Chrome on Android', true)],
})
const rows = () => main().getAllByRole('listitem')
const open = async (replies: Record<string, Reply> = {}, prepare: (local: LocalApp) => void = () => {}) => {
  const server = answers({ [list]: two, ...replies })
  const on = openEntry('/account', { person: samplePerson, server, prepare })
  await heading('Sign-in and security')
  return on
}
/** Opens one part of the page and fills in its form. */
async function inPart(title: string, values: Record<string, string>) {
  await userEvent.click(main().getByRole('heading', { name: title }))
  const part = main().getByRole('heading', { name: title }).closest('details')
  if (!part) throw new Error(`There is no part ${title}.`)
  const inside = within(part)
  for (const [label, value] of Object.entries(values))
    await userEvent.type(inside.getByLabelText(label), value)
  return inside
}

describe('Where one is signed in', () => {
  test('A guest signs in first and comes back', async () => {
    openEntry('/account')
    await heading('Login')
    expect(new URLSearchParams(location.search).get('next')).toBe('/account')
  })

  test('A guest who came to delete the account comes back to that place', async () => {
    openEntry('/account#delete')
    await heading('Login')
    expect(new URLSearchParams(location.search).get('next')).toBe('/account#delete')
  })

  test('Every device is named in plain words, this one first and marked', async () => {
    await open()
    expect(await main().findByText('Firefox on Windows')).toBeTruthy()
    const [first, second] = rows()
    expect(first?.textContent).toMatch(/Chrome on Android.*This device/)
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull()
    expect(within(second as HTMLElement).getByRole('button', { name: /Sign out there/ })).toBeTruthy()
  })

  test('“Sign out there” ends that sign-in, and it leaves the list', async () => {
    const on = await open({ [end]: said('Done') })
    await userEvent.click(await main().findByRole('button', { name: /Sign out there/ }))
    expect(await screen.findByText(/^Signed out on Firefox on Windows\./)).toBeTruthy()
    expect(on.sent(end)).toEqual([{ id: 's-2' }])
    expect(main().queryByText('Firefox on Windows')).toBeNull()
  })

  test('An offline page says the device list is missing and lets a person retry', async () => {
    const on = openEntry('/account', {
      person: samplePerson,
      server: () => undefined,
      env: { saysOnline: () => false },
    })
    expect(await main().findByText(/You are offline\. This list/, {}, { timeout: 15_000 })).toBeTruthy()
    on.serve(answers({ [list]: two }))
    await press('Try again')
    expect(await main().findByText('Firefox on Windows')).toBeTruthy()
  })
})

describe('Changing the password', () => {
  const path = 'users/change-password'
  const typed = {
    'Present password': 'old enough',
    'New password': 'three blue otters',
    'Confirm password': 'three blue otters',
  }

  test('The new password is sent with the present one, and the devices reload', async () => {
    const on = await open({ [path]: said('Your password is changed.') })
    const part = await inPart('Change password', typed)
    expect(part.getByLabelText('Present password').getAttribute('autocomplete')).toBe('current-password')
    await userEvent.click(part.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText('Your password is changed.')).toBeTruthy()
    expect(on.sent(path)).toEqual([
      {
        password: 'old enough',
        new_password: 'three blue otters',
        confirm_password: 'three blue otters',
      },
    ])
    await waitFor(() => expect(on.sent(list)).toHaveLength(2))
    expect(field('Present password').value).toBe('')
  })

  test('A wrong present password is said at its field, and what was typed stays', async () => {
    await open({
      [path]: refused(422, 'validation_failed', 'Password is not correct.', {
        password: 'Password is not correct.',
      }),
    })
    const part = await inPart('Change password', typed)
    await userEvent.click(part.getByRole('button', { name: 'Change password' }))
    await screen.findByRole('alertdialog', { name: 'Error' })
    expect(part.getByLabelText('Present password').getAttribute('aria-invalid')).toBe('true')
    expect(field('New password').value).toBe('three blue otters')
  })
})

describe('Changing the e-mail', () => {
  test('It says where the e-mail went and that nothing changes before it is opened', async () => {
    const path = 'users/change-email'
    const on = await open({ [path]: said('Please open the link in the e-mail.') })
    const part = await inPart('Change e-mail', { 'New e-mail': 'new@example.test', Password: 'old enough' })
    expect(part.getByText(/until you open it, everything stays as it is/)).toBeTruthy()
    await userEvent.click(part.getByRole('button', { name: 'Send the link' }))
    expect(await part.findByText('Please open the link in the e-mail.')).toBeTruthy()
    expect(part.getByText('new@example.test')).toBeTruthy()
    expect(on.sent(path)).toEqual([{ email: 'new@example.test', password: 'old enough' }])
  })
})

test('What is typed while the last words are sent stays', async () => {
  let answer: () => void = () => {}
  const arrived = new Promise<void>((go) => (answer = go))
  openEntry('/account', {
    person: samplePerson,
    server: async (asked) => {
      if (asked.path !== 'users/change-email') return answers({ [list]: two })(asked)
      await arrived
      return said('Please open the link in the e-mail.')
    },
  })
  await heading('Sign-in and security')
  const part = await inPart('Change e-mail', { 'New e-mail': 'new@example.test', Password: 'old enough' })
  await userEvent.click(part.getByRole('button', { name: 'Send the link' }))
  await userEvent.clear(part.getByLabelText('New e-mail'))
  await userEvent.type(part.getByLabelText('New e-mail'), 'other@example.test')
  answer()
  expect(await part.findByText('Please open the link in the e-mail.')).toBeTruthy()
  expect(part.getByText('new@example.test')).toBeTruthy()
  expect(part.getByLabelText<HTMLInputElement>('New e-mail').value).toBe('other@example.test')
})

describe('Deleting the account', () => {
  const path = 'users/delete-account'
  const forGood = 'Delete my account for ever'

  test('Whoever comes for it from the profile finds it open, and is brought there [R-STAT-21]', async () => {
    const brought: string[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function note(this: Element) {
      brought.push(this.id)
    })
    openEntry('/account#delete', { person: samplePerson, server: answers({ [list]: two }) })
    await heading('Sign-in and security')
    const isOpen = (name: string) => main().getByRole('heading', { name }).closest('details')?.open
    expect([isOpen('Delete my account'), isOpen('Change password')]).toEqual([true, false])
    expect(brought).toEqual(['delete'])
    vi.restoreAllMocks()
  })

  test('What will be lost is said first, and without a password nothing is sent', async () => {
    const on = await open({ [path]: said('Gone') })
    const part = await inPart('Delete my account', {})
    expect(part.getByText(/Your ads/)).toBeTruthy()
    expect(part.getByText(/nobody can bring it back/)).toBeTruthy()
    await userEvent.click(part.getByRole('button', { name: forGood }))
    expect(await part.findByText('Please enter a password')).toBeTruthy()
    expect(on.sent(path)).toEqual([])
  })

  test('Afterwards this phone has forgotten the person, and says what the server said', async () => {
    const leave = vi.fn<(o?: { keep: boolean }) => void>()
    const on = await open({ [path]: said('Your account is deleted.') }, ({ account }) => {
      const { signOut } = account
      account.signOut = (o) => {
        leave(o)
        return signOut(o)
      }
    })
    const part = await inPart('Delete my account', { Password: 'old enough' })
    await userEvent.click(part.getByRole('button', { name: forGood }))
    expect(await screen.findByText('Your account is deleted.')).toBeTruthy()
    expect(location.pathname).toBe('/')
    expect(on.held.get('authentication-token')).toBeUndefined()
    expect(on.held.get('motorkin-account')).toBeUndefined()
    expect(leave.mock.calls).toEqual([[{ keep: false }]])
    expect(on.sent(path)).toEqual([{ password: 'old enough' }])
  })

  test('Whoever opens another public page meanwhile stays there', async () => {
    await open({ [path]: said('Your account is deleted.') })
    const part = await inPart('Delete my account', { Password: 'old enough' })
    fireEvent.click(part.getByRole('button', { name: forGood }))
    act(() => navigate('/insurance'))
    expect(await screen.findByText('Your account is deleted.')).toBeTruthy()
    expect(location.pathname).toBe('/insurance')
  })

  test('A person who signs in before the answer keeps their login and data', async () => {
    let answer: () => void = () => {}
    const arrived = new Promise<void>((go) => (answer = go))
    const on = openEntry('/account', {
      person: samplePerson,
      server: async (asked) => {
        if (asked.path !== path) return answers({ [list]: two })(asked)
        await arrived
        return said('Your account is deleted.')
      },
    })
    await heading('Sign-in and security')
    const { drafts } = await on.local.load()
    const part = await inPart('Delete my account', { Password: 'old enough' })
    await userEvent.click(part.getByRole('button', { name: forGood }))
    // Another tab signs in another person.
    on.held.set('authentication-token', tokenOf({ ...samplePerson, id: 'other' }))
    on.held.set('motorkin-account', 'other')
    act(() => on.local.kick('focus'))
    await waitFor(() => expect(on.local.session.get().user?.id).toBe('other'))
    await drafts.save('contact', { message: 'Of the other person' })
    answer()
    expect(await screen.findByText('Your account is deleted.')).toBeTruthy()
    expect(on.local.session.get().user?.id).toBe('other')
    expect(await drafts.read('contact')).toEqual({ message: 'Of the other person' })
    expect(on.held.get('motorkin-leaving') ?? '').not.toContain('other')
  })

  describe('whose answer was lost', () => {
    const words = { message: 'Words of mine' }
    // The login can be renewed after the token has expired.
    const person = { ...samplePerson, sid: 'session-1' }
    async function unanswered() {
      const token = sampleToken(person)
      const on = openEntry('/account', {
        server: answers({ [list]: two, 'users/user-login': said('Welcome', { data: samplePerson, token }) }),
        prepare: ({ account }) => void account.signIn({ email: person.email, password: 'old enough' }, true),
      })
      await heading('Sign-in and security')
      const { drafts } = await on.local.load()
      await drafts.save('contact', words)
      const part = await inPart('Delete my account', { Password: 'old enough' })
      await userEvent.click(part.getByRole('button', { name: forGood }))
      await part.findByText(/please try again/)
      // The stored note contains nothing that opens the account.
      expect(on.held.get('motorkin-deletion')).toBe(`${person.id} ${token.slice(-16)}`)
      return { ...on, drafts, token }
    }

    test('Where the login is over after that, this phone forgets the person', async () => {
      const on = await unanswered()
      on.serve(() => refused(401, 'unauthenticated', 'Please sign in.'))
      await userEvent.click(main().getByRole('button', { name: forGood }))
      await waitFor(() => expect(on.held.get('motorkin-account')).toBeUndefined())
      await waitFor(() => expect(on.held.get('motorkin-leaving')).toBeUndefined())
      expect(on.held.get('motorkin-deletion')).toBeUndefined()
      expect(await on.drafts.read('contact')).toBeUndefined()
    })

    test('Where the login goes on, everything stays', async () => {
      const on = await unanswered()
      const token = sampleToken(person, 4_000_000_001)
      on.serve(answers({ 'users/refresh-session': said('Success', { token }) }))
      expect(await on.local.renew(on.token)).toEqual({ is: 'new', token })
      await waitFor(() => expect(on.held.get('motorkin-deletion')).toBeUndefined())
      on.serve(() => refused(401, 'unauthenticated', 'Please sign in.'))
      await userEvent.click(main().getByRole('button', { name: forGood }))
      await heading('Login')
      await on.settle()
      expect(on.held.get('motorkin-account')).toBe(samplePerson.id)
      expect(await on.drafts.read('contact')).toEqual(words)
    })
  })

  test('A wrong password deletes nothing', async () => {
    const on = await open({
      [path]: refused(422, 'validation_failed', 'Password is not correct.', {
        password: 'Password is not correct.',
      }),
    })
    const part = await inPart('Delete my account', { Password: 'wrong' })
    await userEvent.click(part.getByRole('button', { name: forGood }))
    await screen.findByRole('alertdialog', { name: 'Error' })
    expect(part.getByText('Password is not correct.')).toBeTruthy()
    expect(on.held.get('authentication-token')).toBeTruthy()
    expect(location.pathname).toBe('/account')
  })

  test('What was not sent yet is counted among what goes', async () => {
    openPretend('/account', {
      person: samplePerson,
      outbox: [entryOf(), entryOf({ id: 'item-2' }), entryOf({ id: 'sent', state: 'done' })],
    })
    await heading('Sign-in and security')
    const part = await inPart('Delete my account', {})
    expect(part.getByText('2 things on this phone that are not sent yet.')).toBeTruthy()
  })
})
