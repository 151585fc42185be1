import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '#contract/users/account.ts'
import { referenceRoutes } from '#contract/reference.ts'
import { startMailer } from '../../server/kernel/mail/mailer.ts'
import { openTransport } from '../../server/kernel/mail/transport.ts'
import { siteName } from '../../server/reference/reference-store.ts'
import { writeAccountEmails } from '../../server/users/recovery/account-emails.ts'
import { type AccountsServer, accountsServer } from '../support/accounts.ts'

/** A server whose site name differs from the start, with the page and the manifest of the app. */
const name = 'Wheels & "Co"'
const shown = 'Wheels &amp; &quot;Co&quot;'
const root = mkdtempSync(join(tmpdir(), 'motorkin-name-'))
let server: AccountsServer
beforeAll(async () => {
  const built = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const page = built('index.html').replace('</head>', '<style>a{content:"Motorkin"}</style></head>')
  mkdirSync(join(root, '.vite'))
  writeFileSync(join(root, '.vite/manifest.json'), '{}')
  writeFileSync(join(root, 'index.html'), page)
  writeFileSync(join(root, 'manifest.webmanifest'), built('public/manifest.webmanifest'))
  server = await accountsServer({ env: { SITE_NAME: name }, webRoot: root })
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true })
})
const get = (url: string) => server.app.inject({ url, headers: { accept: 'text/html' } })
const manifest = async () => (await get('/manifest.webmanifest')).json<{ name: string; short_name: string }>()
/** Returns the newest e-mail in the mailbox of the demo. */
async function lastEmail(): Promise<{ from: string; subject: string; text: string }> {
  const carry = openTransport(server.deps.config, () => siteName(server.deps))
  await startMailer(server.deps, carry, { warn: () => undefined }, 1e9, () =>
    writeAccountEmails(server.deps),
  ).drain()
  const mailbox = await server.app.inject({ url: '/dev/mail', headers: { accept: 'application/json' } })
  const [mail] = mailbox.json<{ data: { from: string; subject: string; text: string }[] }>().data
  if (!mail) throw new Error('no e-mail')
  return mail
}

test('A renamed site shows its name in every page, the shell and the manifest [R-NAV-47]', async () => {
  const titles = {
    '/': 'cars personified',
    '/listings': 'Cars for sale',
    '/about': 'About',
    '/nowhere': 'Page not found (404)',
  }
  const pages = Object.entries(titles).map(([url, title]) => [url, `${title} | ${shown}`] as const)
  for (const [url, title] of [...pages, ['/index.html', `${shown}, cars personified`] as const]) {
    const { body } = await get(url)
    expect(body).toContain(`<title>${title}</title>`)
    expect(body).toContain(`<meta name="apple-mobile-web-app-title" content="${shown}" />`)
    expect(body).toContain(`>${shown} needs JavaScript`)
    // The policy allows styles by their hash.
    expect(body).toContain('<style>a{content:"Motorkin"}</style>')
  }
  expect(await manifest()).toMatchObject({ name, short_name: name, scope: '/' })
  expect((await server.call(referenceRoutes.getSiteSettings)).reply.data.name).toBe(name)
})

test('Its pages are sent as small as those of the usual name', async () => {
  const page = await server.app.inject({ url: '/listings', headers: { 'accept-encoding': 'br' } })
  expect(page.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(page.rawPayload).toString()).toContain(shown)
})

test('Its e-mails are from it and speak of it, all of them [R-NAV-47]', async () => {
  await server.signUp('ada@example.org')
  const welcome = await lastEmail()
  expect(welcome.from).toBe(`"Wheels & \\"Co\\"" <no-reply@motorkin.test>`)
  expect(welcome.text).toContain(`Welcome to ${name}.`)
  server.clock.advance(60_000)
  await server.call(accountRoutes.forgotPassword, { body: { email: 'ada@example.org' } })
  const reset = await lastEmail()
  expect(reset.text).toContain(`for your ${name} account`)
  expect(`${welcome.text}${reset.text}${welcome.subject}`).not.toContain('Motorkin')
})

test('An operator who renames it while it runs is believed after ten seconds [R-NAV-47]', async () => {
  await server.db.run({ text: `insert into settings (name, value) values ('name', '"Jozi Wheels"')` })
  server.clock.advance(11_000)
  const title = async () => /<title>(.*)<\/title>/.exec((await get('/listings')).body)?.[1]
  await expect.poll(title, { timeout: 20_000 }).toBe('Cars for sale | Jozi Wheels')
  expect(await manifest()).toMatchObject({ name: 'Jozi Wheels', short_name: 'Jozi Wheels' })
  server.clock.advance(60_000)
  await server.call(accountRoutes.forgotPassword, { body: { email: 'ada@example.org' } })
  const mail = await lastEmail()
  expect(mail.text).toContain('your Jozi Wheels account')
  expect(mail.from).toBe('Jozi Wheels <no-reply@motorkin.test>')
})
