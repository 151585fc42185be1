import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { MailTransport } from '../../server/kernel/mail/email.ts'
import { localMailbox } from '../../server/kernel/mail/transport.ts'
import { readMessage } from '../../server/web/dev-mail.ts'
import { queueEmail } from '../../server/kernel/mail/outbox.ts'
import { oldEmails, startMailer } from '../../server/kernel/mail/mailer.ts'
import { type TestDeps, testDeps } from '../support/api.ts'

const silent = { warn: () => {} }
const never = 1e9
const minute = 60_000

let world: TestDeps
let box: string
beforeAll(async () => {
  world = await testDeps()
})
afterAll(() => world.end())
beforeEach(async () => {
  await world.deps.db.run({ text: 'delete from mail_outbox' })
  box = join(world.deps.config.dataDir, `mail-${world.deps.newId()}`)
})

const write = (key: string, o: { subject?: string; text?: string } = {}) =>
  world.deps.db.run({
    text: `insert into mail_outbox (id, dedup_key, recipient, subject, body_text, body_html, created_at, next_at)
           values ($1, $2, 'seller@motorkin.test', $3, $4, '<p>Hi</p>', $5, $5)`,
    values: [world.deps.newId(), key, o.subject ?? 'Enquiry', o.text ?? 'Hello', world.clock.now()],
  })
const mailer = (transport: MailTransport) => startMailer(world.deps, transport, silent, never)
const local = () => mailer(localMailbox(box, () => 'Motorkin <no-reply@motorkin.test>'))
const mails = () => (existsSync(box) ? readdirSync(box).sort() : [])
const state = async () =>
  world.deps.db.rows(z.object({ tries: z.int(), sent: z.boolean() }), {
    text: 'select tries, sent_at is not null as sent from mail_outbox order by id',
  })

test('Without a mail server every e-mail is a file that a mail program opens', async () => {
  await write('e1', {
    subject: 'Enquiry for ₦4,500,000 \r\nBcc: everyone@motorkin.test',
    text: 'Is it still there? ₦',
  })
  expect(await local().drain()).toBe(1)
  const [name = ''] = mails()
  const message = readFileSync(join(box, name), 'utf8')
  const [head = ''] = message.split('\r\n\r\n')
  expect(head).toContain('To: seller@motorkin.test')
  expect(head).toContain('From: Motorkin <no-reply@motorkin.test>')
  expect(head).toContain('Date: Sun, 01 Mar 2026')
  expect(head).not.toMatch(/^\s*Bcc/m)
  expect(readMessage(name, message).subject).toMatch(/^Enquiry for ₦4,500,000 +Bcc: everyone@motorkin\.test$/)
  expect(message).toContain(Buffer.from('Is it still there? ₦').toString('base64'))
  expect(name.endsWith('.eml')).toBe(true)
  // E-mails are private, so only their owner can read the files.
  expect(statSync(join(box, name)).mode & 0o077).toBe(0)
})

test('A sender name outside ASCII leaves the address intact; long subjects are wrapped', async () => {
  const subject = `Côte d’Ivoire ${'₦ ß '.repeat(46)}`.trim()
  await write('long', { subject })
  await mailer(localMailbox(box, () => 'Côte <hello@motorkin.example>')).drain()
  const [name = ''] = mails()
  const message = readFileSync(join(box, name), 'utf8')
  const [head = ''] = message.split('\r\n\r\n')
  expect(head).toMatch(/^From: =\?UTF-8\?B\?[^?]+\?= <hello@motorkin\.example>$/m)
  expect(Math.max(...head.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76)
  expect(readMessage(name, message)).toMatchObject({ from: 'Côte <hello@motorkin.example>', subject })
})

test('An e-mail that is held stays until it is let go', async () => {
  const mail = { subject: 'S', body_text: 'T', body_html: 'T', created_at: world.clock.now(), held: true }
  await queueEmail(world.deps.db, world.deps, {
    ...mail,
    id: 'h',
    dedup_key: 'h',
    recipient: 'a@example.org',
  })
  world.clock.advance(365 * 24 * 60 * minute)
  expect(await local().drain()).toBe(0)
  await world.deps.db.run({ text: 'update mail_outbox set next_at = $1', values: [world.clock.now()] })
  expect(await local().drain()).toBe(1)
})

test('An e-mail goes out once, however often the mailer looks', async () => {
  await write('e1')
  await write('e2')
  const one = local()
  expect(await one.drain()).toBe(2)
  expect(await one.drain()).toBe(0)
  world.clock.advance(60 * minute)
  expect(await one.drain()).toBe(0)
  expect(mails()).toHaveLength(2)
})

test('Two mailers at once share the e-mails and send none twice', async () => {
  for (let i = 0; i < 45; i += 1) await write(`e${i}`)
  const sent: string[] = []
  const transport = { send: async ({ dedup_key }: { dedup_key: string }) => void sent.push(dedup_key) }
  const [a, b] = await Promise.all([mailer(transport).drain(), mailer(transport).drain()])
  expect(a + b).toBe(45)
  expect(new Set(sent).size).toBe(45)
})

test('An e-mail that could not be sent is retried with growing pauses', async () => {
  await write('e1')
  let works = false
  const sent: string[] = []
  const one = mailer({
    send: async ({ id }) => {
      if (!works) throw new Error('the mail server is away')
      sent.push(id)
    },
  })
  expect(await one.drain()).toBe(0)
  expect(await one.drain()).toBe(0)
  expect(await state()).toEqual([{ tries: 1, sent: false }])
  world.clock.advance(2 * minute)
  expect(await one.drain()).toBe(0)
  expect(await state()).toEqual([{ tries: 2, sent: false }])
  works = true
  world.clock.advance(3 * minute)
  expect(await one.drain()).toBe(0)
  world.clock.advance(minute)
  expect(await one.drain()).toBe(1)
  expect(sent).toHaveLength(1)
})

test('Another process sends e-mails waiting behind a slow mail server, and none goes twice', async () => {
  for (let i = 0; i < 20; i += 1) await write(`e${i}`)
  const sent: string[] = []
  const slow = mailer({
    send: async ({ dedup_key }) => {
      world.clock.advance(20_000)
      sent.push(dedup_key)
      if (sent.length === 17) await mailer({ send: async (mail) => void sent.push(mail.dedup_key) }).drain()
    },
  })
  await slow.drain()
  expect([sent.length, new Set(sent).size]).toEqual([20, 20])
})

test('A stopping process sends no further e-mail and waits briefly for the current one', async () => {
  for (let i = 0; i < 3; i += 1) await write(`e${i}`)
  for (const away of [false, true]) {
    let sends = 0
    let answer = (): void => undefined
    const transport = {
      send: () => {
        sends += 1
        return new Promise<void>((_, fail) => {
          answer = () => fail(new Error('the mail server is away'))
        })
      },
    }
    const one = startMailer(world.deps, transport, silent, 10)
    await expect.poll(() => sends).toBe(1)
    const stopped = one.stop()
    if (!away) answer()
    // A wait for a mail server that never answers would never end.
    await stopped
    expect(sends).toBe(1)
  }
})

test('A mailer that died after carrying an e-mail leaves one file, not two', async () => {
  await write('e1')
  const box1 = localMailbox(box, () => 'Motorkin')
  const dies: MailTransport = {
    send: async (mail) => {
      await box1.send(mail)
      await new Promise(() => {})
    },
  }
  void mailer(dies).drain()
  await expect.poll(mails).toHaveLength(1)
  expect(await local().drain()).toBe(0)
  world.clock.advance(6 * minute)
  expect(await local().drain()).toBe(1)
  expect(mails()).toHaveLength(1)
})

test('An undeliverable e-mail is saved for 30 days, a delivered one for 90 [R-STAT-17 R-CONST-21]', async () => {
  const { deps } = world
  const day = 24 * 60 * minute
  const at = (days: number) => new Date(world.clock.now().getTime() + days * day)
  await write('undelivered')
  const later = (days: number) => deps.db.run({ text: oldEmails, values: [at(days)] })
  expect([await later(29), (await state()).length]).toEqual([0, 1])
  expect([await later(31), (await state()).length]).toEqual([1, 0])
  await write('delivered')
  await local().drain()
  expect([await later(89), (await state()).length]).toEqual([0, 1])
  expect([await later(91), (await state()).length]).toEqual([1, 0])
})
