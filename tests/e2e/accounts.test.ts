import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readMailbox } from '../../server/web/dev-mail.ts'
import { laptop, openPhone, until } from '../support/browser.ts'
import { inView, measureFirstVisit } from '../support/budget.ts'
import { emails, favouritesOf, password } from '../support/people.ts'
import { onDisk } from '../support/phone/inside.ts'
import { openScene, signInQuickly } from '../support/phone/scene.ts'
import type { Scene } from '../support/phone/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterEach(() => scene.calm())
afterAll(() => scene.close())

const loginCall = /\/users\/user-login$/
const signUpCall = /\/users\/sign-up$/
const newAddress = () => `p-${randomUUID().slice(0, 8)}@example.test`

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('authentication-token') ?? '')

async function fillRegistration(page: Page, email: string, secret: string): Promise<void> {
  await field(page, 'Full name').fill('Lerato Dube')
  await field(page, 'Province').selectOption('Gauteng')
  await page.waitForFunction(() => document.querySelectorAll('select[name=city] option').length > 2)
  await field(page, 'City').selectOption({ index: 2 })
  await field(page, 'E-mail').fill(email)
  await field(page, 'Password').fill(secret)
  await field(page, 'Contact no.').fill('82 123 4567')
  await main(page).getByRole('checkbox').check()
}
async function logIn(page: Page, email: string, secret: string): Promise<void> {
  await field(page, 'E-mail').fill(email)
  await field(page, 'Password').fill(secret)
  await button(page, 'Login').click()
}
async function signUp(page: Page, email: string, secret: string): Promise<void> {
  await page.goto(`${scene.origin}/register`)
  await fillRegistration(page, email, secret)
  await button(page, 'Register').click()
  await heading(page, 'Login')
}
/** Returns the link in the newest e-mail to this address. */
async function linkTo(email: string, path: string): Promise<string> {
  let found: string | undefined
  await until(`an e-mail with ${path} arrived at ${email}`, async () => {
    const mails = await readMailbox(join(scene.server.data, 'mail'), { to: email, most: 5 })
    const link = new RegExp(`${path}[\\w.-]+`)
    found = mails.map(({ text }) => link.exec(text)?.[0]).find((at) => at !== undefined)
    return found !== undefined
  })
  return scene.origin + (found ?? '')
}

test('A person can register, verify the e-mail, sign in and reset the password [R-AUTH-10 R-AUTH-11 R-AUTH-14 R-AUTH-15 R-AUTH-17 R-AUTH-18]', async () => {
  const { context, page } = await scene.guest()
  const email = newAddress()
  await signUp(page, email, 'three blue otters')
  expect(await field(page, 'E-mail').inputValue()).toBe(email)
  expect(await main(page).locator('output').first().innerText()).not.toBe('')

  await page.goto(await linkTo(email, '/user/verify/'))
  await main(page).getByRole('link', { name: 'Login' }).click()
  await heading(page, 'Login')
  await logIn(page, email, 'three blue otters')
  await page.waitForURL(`${scene.origin}/`)
  expect(await tokenOf(page)).not.toBe('')

  await page.getByRole('banner').getByRole('button', { name: 'Lerato Dube' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  await page.goto(`${scene.origin}/login`)
  await field(page, 'E-mail').fill(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await heading(page, 'Forgot password')
  expect(await field(page, 'E-mail').inputValue()).toBe(email)
  await button(page, 'Send the link').click()
  await button(page, 'Send it again').waitFor()

  const link = await linkTo(email, '/reset-password/')
  await page.goto(link)
  await field(page, 'New password').fill('four green geese')
  await field(page, 'Confirm password').fill('four green geese')
  await button(page, 'Set password').click()
  await main(page).getByRole('link', { name: 'Login' }).click()
  await heading(page, 'Login')
  await logIn(page, email, 'three blue otters')
  await page.getByRole('alertdialog', { name: 'Error' }).getByRole('button', { name: 'OK' }).click()
  await logIn(page, email, 'four green geese')
  await page.waitForURL(`${scene.origin}/`)

  // The link works only once.
  await page.goto(link)
  await main(page).getByText('You need to logout first to reset the password.').waitFor()
  await button(page, 'Logout and go on').click()
  await page.getByRole('alertdialog', { name: 'Error' }).getByRole('button', { name: 'OK' }).click()
  await main(page).getByRole('link', { name: 'Send me a new link' }).click()
  await heading(page, 'Forgot password')
  await context.close()
})

test(
  'A wrong password opens the Error alert and leaves the typed e-mail in place [R-ERR-04]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    await page.goto(`${scene.origin}/login?next=${encodeURIComponent('/saved')}`)
    await logIn(page, emails.buyer, 'not my password')
    const alert = page.getByRole('alertdialog', { name: 'Error' })
    await alert.getByText('E-mail or password is not correct.').waitFor()
    await alert.getByRole('button', { name: 'OK' }).click()
    expect(await field(page, 'E-mail').inputValue()).toBe(emails.buyer)
    await logIn(page, emails.buyer, password)
    await page.waitForURL(`${scene.origin}/saved`)
    await context.close()
  },
)

test(
  'A login that the network interrupts keeps what was typed and succeeds when retried',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest({ serviceWorkers: 'block' })
    await page.goto(`${scene.origin}/login`)
    for (const kind of ['request-lost', 'answer-lost'] as const) {
      const down = scene.proxy.rule({ path: loginCall, fault: { kind } })
      await logIn(page, emails.buyer, password)
      // Until then the page shows the text of the previous attempt.
      await until('it left', () => down.hits() > 0)
      await main(page).getByText('What you typed is still here').waitFor()
      down.end()
      expect(await field(page, 'Password').inputValue()).toBe(password)
      expect(await tokenOf(page)).toBe('')
    }
    await button(page, 'Login').click()
    await page.waitForURL(`${scene.origin}/`)
    await context.close()
  },
)

test(
  'A registration retried after a lost response keeps its key and creates one account',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest({ serviceWorkers: 'block' })
    const email = newAddress()
    await page.goto(`${scene.origin}/register`)
    await fillRegistration(page, email, 'three blue otters')
    const down = scene.proxy.rule({ path: signUpCall, fault: { kind: 'answer-lost' } })
    await button(page, 'Register').click()
    await main(page).getByText('What you typed is still here').waitFor()
    down.end()
    await button(page, 'Register').click()
    await heading(page, 'Login')
    const keys = scene.proxy.seen('POST', signUpCall).map((call) => call.headers['idempotency-key'])
    // A browser may repeat a lost request by itself.
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
    await linkTo(email, '/user/verify/')
    const mails = await readMailbox(join(scene.server.data, 'mail'), { to: email, most: 5 })
    expect(mails).toHaveLength(1)
    await context.close()
  },
)

test(
  'A registration draft survives a killed browser, but the phone never stores the password',
  { tags: ['full'] },
  async () => {
    let phone = await openPhone()
    try {
      // The person has visited before: a browser may write the data of a visit to disk only after the visit.
      await phone.page.goto(`${scene.origin}/register`)
      await field(phone.page, 'Full name').fill('Lerato')
      await until('the visit is noted', async () => (await onDisk(phone.page, 'drafts')).length > 0)
      await phone.context.close()
      phone = await phone.reopen()
      await phone.page.goto(`${scene.origin}/register`)
      await until('it is there', async () => (await field(phone.page, 'Full name').inputValue()) === 'Lerato')
      await fillRegistration(phone.page, 'killed@example.test', 'three blue otters')
      await until('the draft is on the disk', async () =>
        JSON.stringify(await onDisk(phone.page, 'drafts')).includes('82 123 4567'),
      )
      await phone.kill()
      phone = await phone.reopen()
      await phone.page.goto(`${scene.origin}/register`)
      await until(
        'it is back',
        async () => (await field(phone.page, 'Full name').inputValue()) === 'Lerato Dube',
      )
      expect(await field(phone.page, 'E-mail').inputValue()).toBe('killed@example.test')
      expect(await field(phone.page, 'Province').inputValue()).toBe('Gauteng')
      expect(await field(phone.page, 'City').inputValue()).not.toBe('')
      expect(await field(phone.page, 'Password').inputValue()).toBe('')
      expect(JSON.stringify(await onDisk(phone.page, 'drafts'))).not.toContain('otters')
    } finally {
      await phone.dispose()
    }
  },
)

test(
  'A person can sign out another device, and a changed password works afterwards',
  { tags: ['full'] },
  async () => {
    const email = newAddress()
    const [here, there] = await Promise.all([scene.guest(), scene.guest()])
    await signUp(here.page, email, 'three blue otters')
    for (const { page } of [there, here]) {
      await page.goto(`${scene.origin}/login?next=/account`)
      await logIn(page, email, 'three blue otters')
      await heading(page, 'Sign-in and security')
    }
    const devices = here.page.getByRole('listitem').filter({ hasText: 'Chrome on' })
    await until('both devices are listed', async () => (await devices.count()) === 2)
    expect(await devices.first().innerText()).toContain('This device')
    await devices
      .nth(1)
      .getByRole('button', { name: /^Sign out there/ })
      .click()
    await until('one device is left', async () => (await devices.count()) === 1)
    // The login of the other device can no longer be renewed.
    const renewed = await there.page.evaluate(async () => {
      const reply = await fetch('/api/v1/users/refresh-session', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-device': localStorage.getItem('motorkin-device') ?? '',
        },
        body: '{}',
      })
      return reply.status
    })
    expect(renewed).toBe(401)
    await there.page.evaluate(() => localStorage.clear())
    await there.page.goto(`${scene.origin}/account`)
    await heading(there.page, 'Login')

    await here.page.getByRole('heading', { name: 'Change password' }).click()
    await field(here.page, 'Present password').fill('not mine at all')
    await field(here.page, 'New password').fill('four green geese')
    await field(here.page, 'Confirm password').fill('four green geese')
    await button(here.page, 'Change password').click()
    await here.page.getByRole('alertdialog', { name: 'Error' }).getByRole('button', { name: 'OK' }).click()
    await until('the focus is on what was wrong', () =>
      field(here.page, 'Present password').evaluate((wrong) => document.activeElement === wrong),
    )
    await field(here.page, 'Present password').fill('three blue otters')
    await button(here.page, 'Change password').click()
    await until(
      'the fields are empty',
      async () => (await field(here.page, 'New password').inputValue()) === '',
    )
    await logIn(there.page, email, 'four green geese')
    await heading(there.page, 'Sign-in and security')
    await here.context.close()
    await there.context.close()
  },
)

test(
  'Without “Remember me” a person stays signed in only while that tab is open [R-AUTH-03]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    await page.goto(`${scene.origin}/login?next=/account`)
    await field(page, 'Remember me').uncheck()
    await logIn(page, emails.buyer, password)
    await heading(page, 'Sign-in and security')
    expect(await tokenOf(page)).toBe('')
    await page.reload()
    await heading(page, 'Sign-in and security')
    // The cookie also ends with the browser.
    expect((await context.cookies()).map(({ expires }) => expires)).toEqual([-1])
    const other = await context.newPage()
    await other.goto(`${scene.origin}/account`)
    await heading(other, 'Login')
    await context.close()
  },
)

test(
  'A new e-mail address replaces the old one only after its link is opened',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    const [email, next] = [newAddress(), newAddress()]
    await signUp(page, email, 'three blue otters')
    await logIn(page, email, 'three blue otters')
    await page.waitForURL(`${scene.origin}/`)
    await page.goto(`${scene.origin}/account`)
    await page.getByRole('heading', { name: 'Change e-mail' }).click()
    const part = page.locator('details[open]')
    await part.getByLabel('New e-mail', { exact: true }).fill(next)
    await part.getByLabel('Password', { exact: true }).fill('three blue otters')
    await part.getByRole('button', { name: 'Send the link' }).click()
    await part.getByText(next).waitFor()
    expect(await part.getByText(email).count()).toBeGreaterThan(0)

    const second = await scene.guest()
    await second.page.goto(await linkTo(next, '/user/verify/'))
    await main(second.page).getByRole('link', { name: 'Login' }).click()
    await heading(second.page, 'Login')
    await logIn(second.page, email, 'three blue otters')
    await second.page.getByRole('alertdialog', { name: 'Error' }).getByRole('button', { name: 'OK' }).click()
    await logIn(second.page, next, 'three blue otters')
    await second.page.waitForURL(`${scene.origin}/`)
    await second.context.close()
    await context.close()
  },
)

test(
  'A guest’s favourites on this phone join the account they sign in to [R-LIST-27]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    const car = scene.nextCar()
    await page.goto(`${scene.origin}/listing/${car.slug}`)
    const heart = main(page).getByRole('button', { name: new RegExp(`^Save ${car.title.slice(0, 4)}`) })
    await heart.first().click()
    const dialog = page.getByRole('dialog', { name: 'Not Logged In' })
    await dialog.getByRole('button', { name: 'Keep on this phone' }).click()
    await page.getByText('Kept on this phone. It joins your account when you sign in.').waitFor()
    expect(await favouritesOf(scene.buyer)).not.toContain(car._id)
    await page.goto(`${scene.origin}/login`)
    await logIn(page, emails.buyer, password)
    await page.waitForURL(`${scene.origin}/`)
    await until('it is in the account', async () => (await favouritesOf(scene.buyer)).includes(car._id))
    await context.close()
  },
)

test(
  'A deleted account is gone for good, and the phone has forgotten the person',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    const email = newAddress()
    await signUp(page, email, 'three blue otters')
    await logIn(page, email, 'three blue otters')
    await page.waitForURL(`${scene.origin}/`)
    await page.goto(`${scene.origin}/account`)
    await page.getByRole('heading', { name: 'Delete my account' }).click()
    await page.locator('details[open]').getByLabel('Password', { exact: true }).fill('three blue otters')
    await button(page, 'Delete my account for ever').click()
    await page.waitForURL(`${scene.origin}/`)
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
    expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(email)
    await page.goto(`${scene.origin}/login`)
    await logIn(page, email, 'three blue otters')
    await page.getByRole('alertdialog', { name: 'Error' }).waitFor()
    await context.close()
  },
)

const guests = ['/login', '/register', '/forgot-password', '/reset-password/x', '/user/verify/x']

test.each([
  ['a phone', undefined],
  ['a laptop', laptop],
] as const)(
  'Nothing on these screens shuts anyone out, in light and in dark, on %s',
  { tags: ['full'] },
  async (_, viewport) => {
    const { context, page } = await scene.guest({
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      ...(viewport ? { viewport } : {}),
    })
    const found: string[] = []
    for (const path of guests) found.push(...(await violations(page, path)))
    await page.goto(`${scene.origin}/listings`)
    await signInQuickly(page, scene.origin, emails.seller)
    for (const path of ['/account', '/reset-password/x']) found.push(...(await violations(page, path)))
    expect(found).toEqual([])
    await context.close()
  },
)

/** Returns the accessibility violations of the page, with all messages shown that its buttons cause. */
async function violations(page: Page, path: string): Promise<string[]> {
  const all: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(scene.origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await inView(page)
    const alert = page.getByRole('alertdialog').getByRole('button', { name: 'OK' })
    if (path.endsWith('/x') && !(await main(page).getByText('logout first').isVisible())) await alert.click()
    for (const part of await page.locator('summary').all()) await part.click()
    for (const submit of await main(page).locator('button[type=submit]').all()) await submit.click()
    await page.evaluate(axe.source)
    const lines = await page.evaluate(async (): Promise<string[]> => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const result = await inPage.run(document, { resultTypes: ['violations'] })
      return result.violations.flatMap((v) =>
        v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} ${n.failureSummary}`),
      )
    })
    all.push(...lines.map((line) => `${path} in ${colorScheme}: ${line}`))
  }
  return all
}

test(
  'The account forms have touch targets of 44 px and load without layout shift',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest({ serviceWorkers: 'block' })
    for (const path of guests.slice(0, 3)) {
      await page.goto(scene.origin + path)
      await inView(page)
      const small = await main(page)
        .locator('button, input:not([type=checkbox]), select, label:has([type=checkbox]), a:not(label a)')
        .evaluateAll((all) =>
          all
            .map((element) => ({
              text: element.outerHTML.slice(0, 80),
              box: element.getBoundingClientRect(),
            }))
            .filter(({ box }) => box.height < 44)
            .map(({ text, box }) => `${box.height} ${text}`),
        )
      expect(small).toEqual([])
      const { layoutShift, shifts } = await measureFirstVisit(scene.origin, path)
      expect(layoutShift > 0.02 ? shifts : []).toEqual([])
    }
    await context.close()
  },
)

test(
  'Whoever is asked to sign in never ends up on another site [R-AUTH-06]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest({ serviceWorkers: 'block' })
    for (const next of ['//evil.test/x', '/\\evil.test', 'javascript:alert(1)', '%2f%2fevil.test']) {
      await page.goto(`${scene.origin}/login?next=${encodeURIComponent(next)}`)
      await logIn(page, emails.buyer, password)
      await page.waitForURL(`${scene.origin}/`)
      expect(await tokenOf(page)).not.toBe('')
      await page.evaluate(() => localStorage.clear())
    }
    await context.close()
  },
)
