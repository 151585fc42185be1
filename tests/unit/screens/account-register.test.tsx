import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { estimateStrength } from '../../../src/features/account/entry/fields.tsx'
import { answers, field, fill, heading, main, openEntry, places, press, said } from '../../support/entry.tsx'
import { sampleSettings, samplePerson, tokenOf } from '../../support/shell.tsx'
import { refused, type Server, stage } from '../../support/stage.tsx'

const path = 'users/sign-up'
const welcome = 'Please open the link in the e-mail we sent you.'
const working: Server = answers({ ...places, [path]: said(welcome) })
const complete = {
  'Full name': 'Thandi Nkosi',
  Province: 'Gauteng',
  City: 'Soweto',
  'E-mail': 'thandi@example.test',
  Password: 'three blue otters',
  'Contact no.': '82 123 4567',
}
const agree = () => userEvent.click(main().getByRole('checkbox'))
const chosen = (label: string) => field<HTMLSelectElement>(label).value
async function open(server = working, address = '/register', env = {}) {
  const on = openEntry(address, { server, env })
  await heading('Register')
  await main().findByLabelText('Full name')
  return on
}
/** Returns the draft of a registration on this phone. */
const kept = async ({ local }: ReturnType<typeof openEntry>) => (await local.load()).drafts.read('register')

describe('Registering', () => {
  test('The form has all seven fields, and password managers recognise each of them [R-AUTH-07 R-CONST-15]', async () => {
    await open()
    const known = ['Full name', 'Province', 'City', 'E-mail', 'Password', 'Contact no.'].map((label) =>
      field(label).getAttribute('autocomplete'),
    )
    expect(known).toEqual([
      'name',
      'address-level1',
      'address-level2',
      'username',
      'new-password',
      'tel-national',
    ])
    expect(main().getByRole('checkbox', { name: /I accept/ })).toBeTruthy()
    expect(main().getByText('+27')).toBeTruthy()
    expect(main().getByText('9 digits after +27')).toBeTruthy()
  })

  test('The links to /terms and /privacy open in a tab of their own [R-AUTH-08]', async () => {
    await open()
    for (const [name, href] of [
      [/terms and conditions/, '/terms'],
      [/privacy policy/, '/privacy'],
    ] as const) {
      const link = main().getByRole('link', { name })
      expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([href, '_blank'])
    }
  })

  test('An empty form names everything missing, focuses the first field and sends nothing [R-VAL-21 R-VAL-22 R-VAL-23 R-VAL-24 R-VAL-25 R-VAL-26 R-VAL-27 R-VAL-20]', async () => {
    const on = await open()
    await press('Register')
    for (const words of [
      'Please enter full name',
      'Please select province',
      'Please select city',
      'Please enter an email',
      'Contact no. is required',
      'Please accept terms and conditions',
    ])
      expect(await main().findByText(words)).toBeTruthy()
    expect(field('Full name').getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(field('Full name')))
    expect(on.sent(path)).toEqual([])
  })

  test.each([
    ['E-mail', 'thandi@', 'Please enter a valid email'],
    ['Password', 'seven77', 'Password is too short - should be 8 chars minimum.'],
    ['Contact no.', '82123456', 'Must be exactly 9 digits'],
    ['Contact no.', '8212345678', 'Must be exactly 9 digits'],
    ['Contact no.', '0821234567', 'Must be exactly 9 digits'],
    ['Contact no.', '012345678', 'Must be exactly 9 digits'],
    ['Contact no.', '-821234567', 'Must be positive numbers'],
  ])('%s "%s" is refused here: %s [R-VAL-24 R-VAL-25 R-VAL-26 R-CONST-14]', async (label, value, words) => {
    const on = await open()
    await fill({ ...complete, [label]: value })
    await agree()
    await press('Register')
    expect(await main().findByText(words)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field(label)))
    expect(on.sent(path)).toEqual([])
  })

  test('A number pasted with the prefix in front is sent without it [R-CONST-15 R-VAL-26]', async () => {
    const on = await open()
    await fill({ ...complete, 'Contact no.': '+27 (0)82 123 4567' })
    await agree()
    await press('Register')
    await heading('Login')
    expect(on.sent(path)).toMatchObject([{ gsm: '821234567' }])
  })

  test('The digits and the calling code are those of the market [R-CONST-14 R-CONST-15]', async () => {
    const market = { ...sampleSettings, market: 'ng' }
    await open(answers({ ...places, 'common/get-site-settings': said('Success', { data: market }) }))
    expect(await main().findByText('10 digits after +234')).toBeTruthy()
    await fill(complete)
    await press('Register')
    expect(await main().findByText('Must be exactly 10 digits')).toBeTruthy()
  })

  test('The cities belong to the chosen province, and changing the province clears the city', async () => {
    await open()
    await fill({ Province: 'Gauteng', City: 'Soweto' })
    await fill({ Province: 'Lagos' })
    expect(chosen('City')).toBe('')
    await within(field('City')).findByRole('option', { name: 'Lekki' })
    expect(within(field('City')).queryByRole('option', { name: 'Soweto' })).toBeNull()
  })

  test('A registration sends place names and leads to /login with the server’s message [R-AUTH-10 R-API-26]', async () => {
    const on = await open()
    await fill(complete)
    await agree()
    await press('Register')
    await heading('Login')
    expect(location.pathname).toBe('/login')
    expect(main().getByText(welcome)).toBeTruthy()
    expect(field('E-mail').value).toBe('thandi@example.test')
    expect(on.sent(path)).toEqual([
      {
        fullname: 'Thandi Nkosi',
        email: 'thandi@example.test',
        password: 'three blue otters',
        province: 'Gauteng',
        city: 'Soweto',
        gsm: '821234567',
        terms: true,
      },
    ])
  })

  test('Whoever wanted to go somewhere still gets there after registering [R-AUTH-06]', async () => {
    await open(working, `/register?next=${encodeURIComponent('/post/ad')}`)
    await fill(complete)
    await agree()
    await press('Register')
    await heading('Login')
    expect(new URLSearchParams(location.search).get('next')).toBe('/post/ad')
  })

  test('A reopened form restores what was typed except the password, which is never saved', async () => {
    const on = await open()
    await fill(complete)
    await agree()
    await waitFor(async () => expect(await kept(on)).toMatchObject({ gsm: '82 123 4567' }))
    on.reopen()
    await waitFor(() => expect(field('Full name').value).toBe('Thandi Nkosi'))
    expect([field('E-mail').value, field('Contact no.').value]).toEqual([
      'thandi@example.test',
      '82 123 4567',
    ])
    expect([chosen('Province'), chosen('City')]).toEqual(['Gauteng', 'Soweto'])
    expect(field('Password').value).toBe('')
    expect(main().getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
    expect(JSON.stringify(await kept(on))).not.toContain('otters')
  })

  test('A failed login keeps an abandoned registration; a successful one does not offer it', async () => {
    const on = await open()
    await fill({ 'Full name': 'Thandi Nkosi' })
    await waitFor(async () => expect(await kept(on)).toMatchObject({ fullname: 'Thandi Nkosi' }))
    on.serve(answers({ 'users/user-login': refused(401, 'wrong_credentials', 'Not correct.') }))
    await userEvent.click(main().getByRole('link', { name: 'Login' }))
    await heading('Login')
    await fill({ 'E-mail': 'thandi@example.test', Password: 'three blue otters' })
    for (const _ of ['once', 'twice']) {
      await press('Login')
      const alert = await screen.findByRole('alertdialog', { name: 'Error' })
      await userEvent.click(within(alert).getByRole('button', { name: 'OK' }))
      await on.settle()
      expect(await kept(on)).toMatchObject({ fullname: 'Thandi Nkosi' })
    }
    on.serve(
      answers({
        'users/user-login': said('Welcome', { data: samplePerson, token: tokenOf(samplePerson) }),
      }),
    )
    await press('Login')
    await waitFor(() => expect(location.pathname).toBe('/'))
    await on.settle()
    expect(on.local.views.get().adoptable).toBe(0)
  })

  test('A registration outlives a login cut short and ends with one that succeeds', async () => {
    const on = await open()
    await fill({ 'Full name': 'Thandi Nkosi' })
    await waitFor(async () => expect(await kept(on)).toMatchObject({ fullname: 'Thandi Nkosi' }))
    let answer: () => void = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const welcomes = answers({
      'users/user-login': said('Welcome', { data: samplePerson, token: tokenOf(samplePerson) }),
    })
    on.serve(async (asked) => {
      if (asked.path === 'users/user-login') await answered
      return welcomes(asked)
    })
    await userEvent.click(main().getByRole('link', { name: 'Login' }))
    await heading('Login')
    await fill({ 'E-mail': 'thandi@example.test', Password: 'three blue otters' })
    await press('Login')
    await waitFor(() => expect(on.asked.some(({ path }) => path === 'users/user-login')).toBe(true))
    await on.settle()
    // The draft is stored, so the next start after a kill finds it.
    expect(await kept(on)).toMatchObject({ fullname: 'Thandi Nkosi' })
    answer()
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(await kept(on)).toBeUndefined()
    await on.local.account.signOut()
    expect(await kept(on)).toBeUndefined()
  })

  test('A new account leaves no draft behind', async () => {
    const on = await open()
    await fill(complete)
    await agree()
    await press('Register')
    await heading('Login')
    await on.settle()
    expect(await kept(on)).toBeUndefined()
  })

  test('Whoever leaves before the answer comes stays where they are, and hears of it', async () => {
    let answer = () => {}
    const waits = new Promise<void>((resolve) => (answer = resolve))
    const server = stage(working)
    const on = await open(working, '/register', {
      async fetch(...asked: Parameters<typeof server.local.env.fetch>) {
        if (asked[0].endsWith(path)) await waits
        return server.local.env.fetch(...asked)
      },
    })
    await fill(complete)
    await agree()
    await press('Register')
    await userEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Insurance' }))
    await waitFor(() => expect(location.pathname).toBe('/insurance'))
    answer()
    expect(await screen.findByText(welcome)).toBeTruthy()
    expect(location.pathname).toBe('/insurance')
    await waitFor(async () => expect(await kept(on)).toBeUndefined())
  })

  test('The server’s field error shows at its field and in an alert titled Error [R-ERR-04]', async () => {
    await open(
      answers({
        ...places,
        [path]: refused(422, 'validation_failed', 'Please check the marked fields.', {
          gsm: 'Must be exactly 9 digits',
        }),
      }),
    )
    await fill(complete)
    await agree()
    await press('Register')
    const alert = await screen.findByRole('alertdialog', { name: 'Error' })
    expect(within(alert).getByText('Please check the marked fields.')).toBeTruthy()
    expect(main().getByText('Must be exactly 9 digits')).toBeTruthy()
    expect(field('Password').value).toBe('three blue otters')
  })

  test('After a lost connection, a second press registers the same account, not another', async () => {
    const on = await open(answers(places))
    await fill(complete)
    await agree()
    await press('Register')
    expect(await main().findByText(/What you typed is still here: please try again/)).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(field('Password').value).toBe('three blue otters')
    on.serve(working)
    await press('Register')
    await heading('Login')
    const keys = on.asked.filter((call) => call.path === path).map((c) => c.headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  test('An offline form says so beside its button and still accepts input', async () => {
    await open(() => undefined, '/register', { saysOnline: () => false })
    expect(main().getByText(/You are offline\. Opening an account needs a signal/)).toBeTruthy()
    expect(await main().findByText(/The list of places is not on this phone yet/)).toBeTruthy()
    await fill({ 'Full name': 'Thandi Nkosi' })
    expect(field('Full name').value).toBe('Thandi Nkosi')
  })

  test('Whoever is signed in is sent to / [R-AUTH-09 R-ROLE-19]', async () => {
    openEntry('/register', { person: samplePerson })
    await waitFor(() => expect(location.pathname).toBe('/'), { timeout: 15_000 })
  })
})

describe('A new password', () => {
  test('It can be looked at while it is typed, and hidden again', async () => {
    await open()
    await fill({ Password: 'three blue otters' })
    const eye = main().getByRole('button', { name: 'Show password' })
    expect(field('Password').type).toBe('password')
    await userEvent.click(eye)
    expect([field('Password').type, eye.getAttribute('aria-pressed')]).toEqual(['text', 'true'])
    await userEvent.click(eye)
    expect(field('Password').type).toBe('password')
  })

  test('Its strength is said in words while it is typed', async () => {
    await open()
    await fill({ 'Full name': 'Thandi Nkosi', Password: 'abcde' })
    expect(main().getByText('3 more characters needed')).toBeTruthy()
    await fill({ Password: 'thandi2026' })
    expect(main().getByText(/holds your name or e-mail/)).toBeTruthy()
    await fill({ Password: 'three blue otters' })
    expect(main().getByText('Strong')).toBeTruthy()
  })

  test.each([
    ['', undefined],
    ['1234567', 0],
    ['12345678', 1],
    ['87654321', 1],
    ['password1', 1],
    ['Passw0rd!', 1],
    ['aaaaaaaaaaaa', 1],
    ['abcabcabcabc', 1],
    ['qwertyuiop', 1],
    ['motorkin2026', 1],
    ['kudu7plx', 1],
    ['kudu7plx-t', 2],
    ['three blue otters', 3],
  ])('"%s" is of strength %s', (password, level) => {
    expect(estimateStrength(password)?.level).toBe(level)
  })
})
