import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answers, field, fill, heading, main, openEntry, press, said } from '../../support/entry.tsx'
import { samplePerson } from '../../support/shell.tsx'
import { nothing, refused } from '../../support/stage.tsx'

const expired = refused(410, 'link_expired', 'This link is no longer valid. Please ask for a new one.')
const alert = () => screen.findByRole('alertdialog', { name: 'Error' })
const closeAlert = async () => userEvent.click(within(await alert()).getByRole('button', { name: 'OK' }))

describe('Forgot password', () => {
  const path = 'users/forgot-password'

  test('It asks for an e-mail, refuses what is none, and sends nothing then [R-AUTH-12 R-VAL-31 R-VAL-20]', async () => {
    const on = openEntry('/forgot-password', { server: answers({ [path]: said('Sent') }) })
    await heading('Forgot password')
    await press('Send the link')
    expect(await main().findByText('Please enter an email')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('E-mail')))
    await fill({ 'E-mail': 'thandi@' })
    expect(await main().findByText('Please enter a valid email')).toBeTruthy()
    expect(on.sent(path)).toEqual([])
  })

  test('The page shows the server’s message and the typed address, and can send again [R-STATE-31]', async () => {
    const on = openEntry('/forgot-password', {
      server: answers({ [path]: said('An e-mail is on its way.') }),
    })
    await fill({ 'E-mail': 'thandi@example.test' })
    await press('Send the link')
    expect(await main().findByText('An e-mail is on its way.')).toBeTruthy()
    expect(main().getByText('thandi@example.test')).toBeTruthy()
    await press('Send it again')
    await waitFor(() => expect(on.sent(path)).toHaveLength(2))
    expect(on.sent(path)[0]).toEqual({ email: 'thandi@example.test' })
  })

  test('The address typed at the login is there already', async () => {
    openEntry('/login')
    await fill({ 'E-mail': 'thandi@example.test' })
    await userEvent.click(main().getByRole('link', { name: 'Forgot password?' }))
    await heading('Forgot password')
    expect(field('E-mail').value).toBe('thandi@example.test')
  })

  test('A refusal is shown in the alert titled Error [R-STATE-31]', async () => {
    openEntry('/forgot-password', { server: answers({ [path]: refused(500, 'internal', 'Broken.') }) })
    await fill({ 'E-mail': 'thandi@example.test' })
    await press('Send the link')
    expect(within(await alert()).getByText('Broken.')).toBeTruthy()
    expect(field('E-mail').value).toBe('thandi@example.test')
  })

  test('Whoever is signed in is sent to / [R-AUTH-13 R-ROLE-19]', async () => {
    openEntry('/forgot-password', { person: samplePerson })
    await waitFor(() => expect(location.pathname).toBe('/'), { timeout: 15_000 })
  })
})

describe('Reset password', () => {
  const check = 'users/verify-forgot-password-string/tok-1'
  const set = 'users/reset-user-password/tok-1'
  const good = { [check]: said('Valid') }
  const both = { 'New password': 'three blue otters', 'Confirm password': 'three blue otters' }

  test('The page checks the link, takes a new password and then links to /login [R-NAV-14 R-AUTH-14 R-AUTH-15 R-AUTH-17 R-STATE-32]', async () => {
    const on = openEntry('/reset-password/tok-1', {
      server: answers({ ...good, [set]: said('Your password is changed.') }),
    })
    await fill(both)
    expect(on.asked.map((call) => call.path)).toContain(check)
    expect(field('New password').getAttribute('autocomplete')).toBe('new-password')
    await press('Set password')
    expect(await main().findByText('Your password is changed.')).toBeTruthy()
    expect(main().getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
    expect(on.sent(set)).toEqual([
      { new_password: 'three blue otters', confirm_password: 'three blue otters' },
    ])
  })

  test('Missing, short and different passwords are named and nothing is sent [R-VAL-32 R-VAL-33 R-VAL-34 R-AUTH-20]', async () => {
    const on = openEntry('/reset-password/tok-1', { server: answers(good) })
    await main().findByLabelText('New password', {}, { timeout: 15_000 })
    await press('Set password')
    expect(await main().findByText('Please enter a password')).toBeTruthy()
    expect(main().getByText('Please enter confirm password')).toBeTruthy()
    await fill({ 'New password': 'seven77' })
    expect(await main().findByText('Password is too short - should be 8 chars minimum.')).toBeTruthy()
    await fill({ ...both, 'Confirm password': 'three blue cats' })
    expect(await main().findByText('Confirm password must be same as Password')).toBeTruthy()
    expect(on.sent(set)).toEqual([])
  })

  test('An expired link says so, how long a link lives, and leads to /forgot-password [R-AUTH-19]', async () => {
    openEntry('/reset-password/tok-1', { server: answers({ [check]: expired }) })
    await closeAlert()
    expect(main().getByText(/no longer valid/)).toBeTruthy()
    expect(main().getByText('A link works once, for 2 hours.')).toBeTruthy()
    expect(main().getByRole('link', { name: 'Send me a new link' }).getAttribute('href')).toBe(
      '/forgot-password',
    )
    expect(main().queryByLabelText('New password')).toBeNull()
  })

  test('A link that expires while the password is typed says so too', async () => {
    openEntry('/reset-password/tok-1', { server: answers({ ...good, [set]: expired }) })
    await fill(both)
    await press('Set password')
    await closeAlert()
    expect(await main().findByRole('link', { name: 'Send me a new link' })).toBeTruthy()
  })

  test('A silent network makes a link neither good nor bad and allows another check', async () => {
    const on = openEntry('/reset-password/tok-1', { server: nothing })
    expect(await main().findByText(/We could not check your link/, {}, { timeout: 15_000 })).toBeTruthy()
    expect(main().queryByText(/still good/)).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    on.serve(answers(good))
    await press('Try again')
    expect(await main().findByLabelText('New password')).toBeTruthy()
  })

  test('A network lost while sending the new password costs nothing that was typed', async () => {
    const on = openEntry('/reset-password/tok-1', { server: answers(good) })
    await fill(both)
    await press('Set password')
    expect(await main().findByText(/What you typed is still here/)).toBeTruthy()
    expect(field('Confirm password').value).toBe('three blue otters')
    on.serve(answers({ ...good, [set]: said('Your password is changed.') }))
    await press('Set password')
    expect(await main().findByText('Your password is changed.')).toBeTruthy()
  })

  test('A signed-in person is told to log out first and can do so there [R-AUTH-16]', async () => {
    const on = openEntry('/reset-password/tok-1', { server: answers(good), person: samplePerson })
    expect(
      await main().findByText('You need to logout first to reset the password.', {}, { timeout: 15_000 }),
    ).toBeTruthy()
    expect(on.asked.map((call) => call.path)).not.toContain(check)
    await press('Logout and go on')
    expect(await main().findByLabelText('New password')).toBeTruthy()
    expect(on.held.get('authentication-token')).toBeUndefined()
  })
})

describe('Verifying an e-mail', () => {
  const path = 'users/verify-user/id-1'
  const again = 'users/resend-verification'

  test('The words of the server are shown, and the way to sign in [R-NAV-15 R-AUTH-18]', async () => {
    openEntry('/user/verify/id-1', { server: answers({ [path]: said('Your e-mail is confirmed.') }) })
    expect(await main().findByText('Your e-mail is confirmed.', {}, { timeout: 15_000 })).toBeTruthy()
    expect(main().getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
  })

  test('An expired link shows the server’s message and lets a person request another e-mail [R-NAV-15 R-AUTH-18]', async () => {
    const on = openEntry('/user/verify/id-1', {
      server: answers({ [path]: expired, [again]: said('A new e-mail is on its way.') }),
    })
    await closeAlert()
    expect(main().getByText(/no longer valid/)).toBeTruthy()
    await fill({ 'E-mail': 'thandi@example.test' })
    await press('Send a new e-mail')
    expect(await main().findByText('A new e-mail is on its way.')).toBeTruthy()
    expect(on.sent(again)).toEqual([{ email: 'thandi@example.test' }])
  })

  test('Without a signal the link stays good and can be tried again', async () => {
    const on = openEntry('/user/verify/id-1', { env: { saysOnline: () => false } })
    expect(await main().findByText(/You are offline/, {}, { timeout: 15_000 })).toBeTruthy()
    on.serve(answers({ [path]: said('Your e-mail is confirmed.') }))
    await press('Try again')
    expect(await main().findByText('Your e-mail is confirmed.')).toBeTruthy()
  })
})
