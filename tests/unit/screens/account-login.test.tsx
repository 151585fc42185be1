import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from '../../support/property.ts'
import { describe, expect, test } from 'vitest'
import { Route, Switch } from 'wouter'
import { LoginScreen } from '../../../src/features/account/index.ts'
import { safeNextPath } from '../../../src/features/account/entry/use-arrival.ts'
import { samplePerson, sampleToken } from '../../support/sample-people.ts'
import { nothing, OnStage, refused, stage, type Server } from '../../support/stage.tsx'

const welcome: Server = ({ path }) =>
  path === 'users/user-login'
    ? { body: { success: true, msg: 'You are signed in', data: samplePerson, token: sampleToken() } }
    : undefined

function open(server: Server = nothing, address = '/login', env = {}) {
  window.history.replaceState(null, '', address)
  const on = stage(server, env)
  render(
    <OnStage local={on.local}>
      <Switch>
        <Route path="/login">
          <LoginScreen />
        </Route>
        <Route>
          <p>Another page</p>
        </Route>
      </Switch>
    </OnStage>,
  )
  return on
}
const here = () => location.pathname + location.search
async function signIn(email = 'ngozi@example.test', password = 'secret-enough') {
  if (email) await userEvent.type(screen.getByLabelText('E-mail'), email)
  if (password) await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
}

describe('Signing in', () => {
  test('The form offers e-mail, password, Remember me and links, and supports password managers [R-AUTH-01 R-AUTH-02 R-AUTH-04]', () => {
    open()
    expect(screen.getByLabelText('E-mail').getAttribute('autocomplete')).toBe('username')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember me' }).checked).toBe(true)
    expect(screen.getByRole('link', { name: /Forgot/ }).getAttribute('href')).toBe('/forgot-password')
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register')
  })

  test('Missing and wrong input is named and nothing is sent [R-VAL-18 R-VAL-19 R-VAL-20]', async () => {
    const { asked } = open(welcome)
    const calls = () => asked.filter((a) => a.path === 'users/user-login')
    await signIn('', '')
    expect(await screen.findByText('Please enter an email')).toBeTruthy()
    expect(await screen.findByText('Please enter a password')).toBeTruthy()
    await signIn('ngozi@', '')
    expect(await screen.findByText('Please enter a valid email')).toBeTruthy()
    expect(calls()).toEqual([])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-mail')))
  })

  test('The server is told whether to remember this phone [R-AUTH-02 R-AUTH-03]', async () => {
    const on = open(welcome)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Remember me' }))
    await signIn()
    await screen.findByText('Another page')
    const [call] = on.asked.filter((a) => a.path === 'users/user-login')
    expect(call?.body).toMatchObject({ email: 'ngozi@example.test', remember: false })
  })

  test('A lost network keeps what was typed, and the next press signs in', async () => {
    const on = open(nothing)
    await signIn()
    expect(await screen.findByText(/What you typed is still here: please try again/)).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret-enough')
    on.serve(welcome)
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    await screen.findByText('Another page')
  })

  test('Without a signal it says so before anything is typed', async () => {
    open(nothing, '/login', { saysOnline: () => false })
    expect(await screen.findByText(/You are offline\. Signing in needs a signal/)).toBeTruthy()
  })

  test('Too many wrong passwords tell when to try again', async () => {
    const asked: Server = ({ path }) =>
      path === 'users/user-login'
        ? {
            status: 429,
            body: { success: false, code: 'rate_limited', msg: 'Too many wrong passwords.' },
            headers: { 'retry-after': '150' },
          }
        : undefined
    open(asked)
    await signIn()
    await screen.findByRole('alertdialog', { name: 'Error' })
    expect(screen.getByText('You can try again in 3 minutes.')).toBeTruthy()
  })

  test('An address that is not confirmed yet can have its letter again [R-AUTH-11]', async () => {
    const on = open(({ path }) =>
      path === 'users/user-login'
        ? refused(403, 'email_unverified', 'Please confirm your e-mail address first.')
        : path === 'users/resend-verification'
          ? { body: { success: true, msg: 'A new e-mail is on its way.' } }
          : undefined,
    )
    await signIn()
    const alert = await screen.findByRole('alertdialog', { name: 'Error' })
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }))
    await userEvent.click(screen.getByRole('button', { name: 'Send the e-mail again' }))
    expect(await screen.findByText('A new e-mail is on its way.')).toBeTruthy()
    const letters = on.asked.filter((a) => a.path === 'users/resend-verification')
    expect(letters.map((a) => a.body)).toEqual([{ email: 'ngozi@example.test' }])
  })

  test('The ways to the other pages take along where one wanted to go [R-AUTH-04 R-AUTH-06]', () => {
    open(nothing, `/login?next=${encodeURIComponent('/profile?tab=history')}`)
    for (const name of ['Register', 'Forgot password?']) {
      const href = screen.getByRole('link', { name }).getAttribute('href') ?? ''
      expect(new URL(href, location.href).searchParams.get('next')).toBe('/profile?tab=history')
    }
  })

  test('Remembered, the person is signed in and the token stays in localStorage [R-AUTH-03 R-ENT-24 R-STATE-01]', async () => {
    const first = open(welcome)
    await signIn()
    await screen.findByText('Another page')
    expect(first.local.env.localStorage?.getItem('authentication-token')).toBe(sampleToken())
    expect(first.local.env.sessionStorage?.getItem('authentication-token')).toBeNull()
    expect(first.local.session.get()).toMatchObject({ token: sampleToken(), user: { id: samplePerson.id } })
  })

  test('Not remembered, the token ends with the tab [R-AUTH-03]', async () => {
    const on = open(welcome)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Remember me' }))
    await signIn()
    await screen.findByText('Another page')
    expect(on.local.env.sessionStorage?.getItem('authentication-token')).toBe(sampleToken())
    expect(on.local.env.localStorage?.getItem('authentication-token')).toBeNull()
  })

  test('A refused sign-in shows the server’s message titled Error and keeps the input [R-ERR-04]', async () => {
    open(({ path }) =>
      path === 'users/user-login'
        ? refused(401, 'wrong_credentials', 'E-mail or password is not correct.')
        : undefined,
    )
    await signIn()
    const alert = await screen.findByRole('alertdialog', { name: 'Error' })
    expect(within(alert).getByText('E-mail or password is not correct.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ngozi@example.test')
    expect(location.pathname).toBe('/login')
  })

  test('After signing in one is back where one came from, else at home [R-AUTH-06]', async () => {
    open(welcome, `/login?next=${encodeURIComponent('/subscriptions?type=gold&months=3')}`)
    await signIn()
    await screen.findByText('Another page')
    expect(here()).toBe('/subscriptions?type=gold&months=3')
  })

  test('Whoever is signed in already is sent to / [R-AUTH-05]', async () => {
    const phone = stage(nothing)
    phone.local.env.localStorage?.setItem('authentication-token', sampleToken())
    open(nothing, '/login', { localStorage: phone.local.env.localStorage })
    await waitFor(() => expect(here()).toBe('/'))
  })

  test('Only a demo server offers demo sign-ins, which take one tap', async () => {
    const settings =
      (demo: boolean): Server =>
      (asked) =>
        asked.path === 'common/get-site-settings'
          ? {
              body: {
                success: true,
                msg: 'Success',
                data: {
                  name: 'Motorkin',
                  tagline: 'cars personified',
                  market: 'mixed',
                  address: '',
                  email: '',
                  phone: '',
                  social: [],
                  stores: { android: '', ios: '' },
                  demo,
                },
              },
            }
          : welcome(asked)
    const on = open(settings(true))
    await userEvent.click(await screen.findByRole('button', { name: /Dealer/ }))
    await screen.findByText('Another page')
    expect(on.asked.find((a) => a.path === 'users/user-login')?.body).toEqual({
      email: 'dealer@motorkin.test',
      password: 'motorkin-demo',
      remember: true,
    })
  })
})

describe('Where sign-in leads', () => {
  test.each([
    ['/profile?tab=inquiries', '/profile?tab=inquiries'],
    ['/listing/a-car#enquiry', '/listing/a-car#enquiry'],
    ['https://evil.test/', '/'],
    ['//evil.test', '/'],
    ['/\\evil.test', '/'],
    ['/\t/evil.test', '/'],
    ['javascript:alert(1)', '/'],
    ['/..//evil.test', '/'],
    ['/login?next=/login', '/'],
    ['/Register/', '/'],
    ['/forgot-password', '/'],
    ['/%2f%2fevil.test', '/%2f%2fevil.test'],
    ['/%5Cevil.test', '/%5Cevil.test'],
    ['%2f%2fevil.test', '/'],
    ['%6aavascript:alert(1)', '/'],
    ['JaVaScRiPt:alert(1)', '/'],
    ['data:text/html,x', '/'],
    ['/\n/evil.test', '/'],
    ['/@evil.test', '/@evil.test'],
    ['', '/'],
  ])('%s leads to %s', (given, expected) => {
    expect(safeNextPath(given)).toBe(expected)
  })

  test('Whatever an address asks for, nobody leaves this site [R-AUTH-06]', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '//',
      '.',
      '..',
      ':',
      '@',
      'evil.test',
      'https:',
      '\t',
      '\n',
      '%2f',
      '?',
      '#',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part, { maxLength: 8 }).map((p) => p.join('')),
          fc.webUrl(),
          fc.string(),
        ),
        (given) => {
          const to = safeNextPath(given)
          expect(new URL(to, 'https://motorkin.test').origin).toBe('https://motorkin.test')
        },
      ),
      { numRuns: 2000 },
    )
  })
})
