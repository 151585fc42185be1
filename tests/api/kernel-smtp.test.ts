import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { Email } from '../../server/kernel/mail/email.ts'
import { openTransport } from '../../server/kernel/mail/transport.ts'

interface Taken {
  from: string
  to: string[]
  text: string
}
const open: SMTPServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise<void>((done) => server.close(done))))
})

/** Starts a mail server that speaks real SMTP and records the e-mails. */
async function mailServer(o: { refuse?: boolean; from?: string } = {}) {
  const taken: Taken[] = []
  const signedIn: string[] = []
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username = '', password }, _session, done) {
      if (password !== 'secret') return done(new Error('no'))
      signedIn.push(username)
      done(null, { user: username })
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (o.refuse) return done(Object.assign(new Error('Mailbox full'), { responseCode: 452 }))
        const { mailFrom, rcptTo } = envelope
        const from = mailFrom === false ? '' : mailFrom.address
        taken.push({ from, to: rcptTo.map((to) => to.address), text: Buffer.concat(parts).toString() })
        done()
      })
    },
  })
  open.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  const transport = openTransport({
    dataDir: 'unused',
    siteName: 'Motorkin',
    mailFrom: o.from ?? 'Motorkin <hello@motorkin.example>',
    smtpUrl: `smtp://post:secret@127.0.0.1:${port}`,
  })
  return { taken, signedIn, transport, port }
}
const mail: Email = {
  id: 'l1',
  dedup_key: 'verify:1',
  recipient: 'zoë@example.org',
  subject: 'Grüße\r\nBcc: thief@example.org',
  body_text: 'Open the link.\n.\nThe end.',
  body_html: '<p>Open the link.</p>',
  created_at: new Date('2026-01-01T10:00:00Z'),
}

test('The configured mail server gets each e-mail whole, for its one recipient, with login [R-EXT-18]', async () => {
  const { taken, signedIn, transport } = await mailServer()
  await transport.send({ ...mail, recipient: 'thandi@example.org' })
  expect(signedIn).toEqual(['post'])
  expect(taken).toHaveLength(1)
  expect(taken[0]).toMatchObject({ from: 'hello@motorkin.example', to: ['thandi@example.org'] })
  const text = taken[0]?.text ?? ''
  expect(text).not.toMatch(/^Bcc:/m)
  expect(text).toContain(Buffer.from('Open the link.\n.\nThe end.').toString('base64'))
  expect(text).toContain('multipart/alternative')
})

test('The mail server gets the calendar entry and reply address with the e-mail', async () => {
  const { taken, transport } = await mailServer()
  const calendar = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n'
  const more = { recipient: 'thandi@example.org', calendar, reply_to: 'a,b"\r\nBcc: x@example.org' }
  await transport.send({ ...mail, ...more })
  const text = taken[0]?.text ?? ''
  expect(text).toContain('multipart/mixed')
  expect(text).toMatch(
    /^Content-Type: text\/calendar; charset=utf-8; method=CANCEL;\r\n name=test-drive\.ics\r$/m,
  )
  expect(text).toContain(Buffer.from(calendar).toString('base64'))
  expect(text).toMatch(/^Reply-To: /m)
  expect(text).not.toMatch(/^Bcc:/m)
  expect(taken[0]?.to).toEqual(['thandi@example.org'])
})

test('A sender name outside ASCII keeps its address, in SMTP and in the e-mail', async () => {
  const { taken, transport } = await mailServer({ from: 'Côte <hello@motorkin.example>' })
  await transport.send({ ...mail, recipient: 'thandi@example.org' })
  expect(taken[0]?.from).toBe('hello@motorkin.example')
  expect(taken[0]?.text).toMatch(/^From: =\?UTF-8\?B\?[^?]+\?= <hello@motorkin\.example>\r?$/m)
})

test('An e-mail that the mail server refuses or cannot receive is tried again', async () => {
  const { transport } = await mailServer({ refuse: true })
  await expect(transport.send({ ...mail, recipient: 'thandi@example.org' })).rejects.toThrow('Mailbox full')
  const nobody = openTransport({
    dataDir: 'unused',
    siteName: 'Motorkin',
    mailFrom: 'a@b.example',
    smtpUrl: 'smtp://127.0.0.1:1',
  })
  await expect(nobody.send({ ...mail, recipient: 'thandi@example.org' })).rejects.toThrow(
    /ECONNREFUSED|connect/,
  )
})
