import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '#contract/users/account.ts'
import { openTransport } from '../../server/kernel/mail/transport.ts'
import { startMailer } from '../../server/kernel/mail/mailer.ts'
import { queueEmail } from '../../server/kernel/mail/outbox.ts'
import { writeAccountEmails } from '../../server/users/recovery/account-emails.ts'
import { type AccountsServer, accountsServer, formOf } from '../support/accounts.ts'

let server: AccountsServer
beforeAll(async () => {
  server = await accountsServer()
})
afterAll(() => server.close())

const carry = (there = server) =>
  startMailer(there.deps, openTransport(there.deps.config), { warn: () => undefined }, 1e9, () =>
    writeAccountEmails(there.deps),
  ).drain()
const open = (url: string, headers: Record<string, string> = { accept: 'text/html' }, there = server) =>
  there.app.inject({ method: 'GET', url, headers })
const links = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map((m) => m[1] ?? '')

test('/dev/mail shows a sign-up e-mail as text and HTML with a working link [R-EXT-18 R-AUTH-11]', async () => {
  expect((await open('/dev/mail')).body).toContain('No e-mails yet.')
  await server.signUp('reader@example.org')
  expect(await carry()).toBe(1)
  const list = await open('/dev/mail')
  expect([list.statusCode, list.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(list.body).toContain('Confirm your e-mail address')
  expect(list.body).toContain('reader@example.org')

  const mail = await open(links(list.body)[0] ?? '')
  expect(mail.body).toContain('Welcome to Motorkin.')
  const html = await open(links(mail.body).find((link) => link.endsWith('/html')) ?? '')
  expect(html.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(html.body).toContain('Confirm my address')
  const target = `${server.deps.config.publicUrl}/user/verify/`
  for (const page of [mail, html]) {
    const link = links(page.body).find((l) => l.startsWith(target)) ?? ''
    const verified = await server.call(accountRoutes.verifyUser, {
      params: { id: link.slice(target.length) },
    })
    expect(verified.status).toBe(200)
  }
})

test('Programs read the e-mails of one recipient as JSON, the newest first', async () => {
  server.clock.advance(60_000)
  await server.call(accountRoutes.forgotPassword, { body: { email: 'reader@example.org' } })
  await server.signUp('somebody.else@example.org')
  await carry()
  const answer = await open('/dev/mail?to=Reader@example.org', { accept: 'application/json' })
  const { data } = answer.json<{ data: { to: string; subject: string; text: string; html: string }[] }>()
  expect(data.map((l) => [l.to, l.subject])).toEqual([
    ['reader@example.org', 'Choose a new password'],
    ['reader@example.org', 'Confirm your e-mail address'],
  ])
  expect(data[0]?.text).toContain('/reset-password/')
  expect(data[0]?.html).toContain('/reset-password/')
})

test('An e-mail with hostile words is shown, not run', async () => {
  const words = `</pre><script>alert('₦')</script>`
  const mail = {
    subject: words,
    body_text: words,
    body_html: '<p>fine</p>',
    created_at: server.clock.now(),
  }
  await queueEmail(server.db, server.deps, {
    ...mail,
    id: 'h1',
    dedup_key: 'h1',
    recipient: 'hostile@example.org',
  })
  await carry()
  const list = await open('/dev/mail?to=hostile@example.org')
  const page = await open(links(list.body)[0] ?? '')
  for (const { body, headers } of [list, page]) {
    expect(body).not.toContain('<script')
    expect(String(headers['content-security-policy'])).toContain("default-src 'none'")
  }
  expect(page.body).toContain('&lt;script&gt;alert(&#39;₦&#39;)')
})

test('An e-mail shows its reply address and offers its calendar entry for download', async () => {
  const calendar = 'BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nSUMMARY:Probefahrt im Käfer\r\nEND:VCALENDAR\r\n'
  const mail = { subject: 'Confirmed', body_text: 'See you.', body_html: '<p>See you.</p>' }
  await queueEmail(server.db, server.deps, {
    ...mail,
    id: 'c1',
    dedup_key: 'c1',
    recipient: 'driver@example.org',
    created_at: server.clock.now(),
    reply_to: 'asker@example.org',
    calendar,
  })
  await carry()
  const list = await open('/dev/mail?to=driver@example.org')
  const page = await open(links(list.body)[0] ?? '')
  expect(page.body).toContain('Answers to asker@example.org')
  expect(page.body).toContain('See you.')
  expect((await open(links(page.body).find((l) => l.endsWith('/html')) ?? '')).body).toContain(
    '<p>See you.</p>',
  )
  const file = await open(links(page.body).find((l) => l.endsWith('/calendar')) ?? '')
  expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(file.headers['content-disposition']).toBe('attachment; filename="test-drive.ics"')
  expect(file.body).toBe(calendar)
  const other = await open('/dev/mail?to=hostile@example.org')
  const without = await open(`${links(other.body)[0] ?? ''}/calendar`)
  expect(without.statusCode).toBe(404)
})

test('The link of an e-mail leads to its whole address', async () => {
  const url = 'https://motorkin.example/profile?tab=profile&view=edit'
  const mail = {
    subject: 'Unread',
    body_text: `See ${url} "${url}"`,
    body_html: '<p>See</p>',
    recipient: 'unread@example.org',
  }
  await queueEmail(server.db, server.deps, mail)
  await carry()
  const list = await open('/dev/mail?to=unread@example.org')
  const page = await open(links(list.body)[0] ?? '')
  const found = links(page.body).filter((link) => link.startsWith('https:'))
  expect(found).toEqual([url, url].map((one) => one.replace('&', '&amp;')))
})

test('Nothing but e-mails can be asked for', async () => {
  const names = [
    'none.eml',
    '..%2fauth-secret',
    '..%2f..%2fetc%2fpasswd',
    'auth-secret',
    '.',
    '%00.eml',
    'x'.repeat(600),
  ]
  for (const name of names) {
    for (const url of [`/dev/mail/${name}`, `/dev/mail/${name}/html`]) {
      expect([url, (await open(url)).statusCode]).toEqual([url, 404])
    }
  }
  expect((await server.app.inject({ method: 'POST', url: '/dev/mail' })).statusCode).toBe(404)
})

test.each([
  ['Outside a demo', { DEMO: '0' }],
  ['In production', { NODE_ENV: 'production', DEMO: '1' }],
])('%s there is no such page, though letters are carried [R-EXT-18]', async (_where, env) => {
  const production = await accountsServer({ env })
  await production.call(accountRoutes.signUp, { body: formOf('secret@example.org') })
  expect(await carry(production)).toBe(1)
  for (const url of [
    '/dev/mail',
    '/dev/mail?to=secret@example.org',
    '/dev/mail/any.eml',
    join('/dev/mail', 'a.eml', 'html'),
  ]) {
    for (const accept of ['text/html', 'application/json']) {
      const answer = await open(url, { accept }, production)
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(answer.body).not.toContain('secret')
    }
  }
  await production.close()
})

test('Where a mail server is set, /dev/mail does not exist, even in a demo', async () => {
  const carried = await accountsServer({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  expect([carried.deps.config.demo, (await open('/dev/mail', {}, carried)).statusCode]).toEqual([true, 404])
  await carried.close()
})

test('A sent account e-mail is deleted at once; other e-mails stay a while', async () => {
  await server.signUp('gone@example.org')
  expect(await server.mails('gone@example.org')).toHaveLength(1)
  await carry()
  expect(await server.mails('gone@example.org')).toEqual([])
  expect(await server.mails('hostile@example.org')).toHaveLength(1)
})
