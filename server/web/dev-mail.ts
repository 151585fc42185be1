import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { driveFileName } from '#contract/forms/calendar.ts'
import { found } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { escaped } from '../kernel/mail/outbox.ts'
import { mailboxOf } from '../kernel/mail/transport.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../kernel/place.ts'

/** Decoded e-mail of the local mailbox. */
interface StoredEmail {
  /** File name. */
  name: string
  from: string
  to: string
  subject: string
  date: string
  text: string
  html: string
  /** Address for replies; empty when it is the sender. */
  replyTo: string
  /** Calendar entry of the e-mail, or ''. */
  calendar: string
}

/** Decodes encoded words; whitespace between two of them is dropped. */
const decoded = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?B\?([^?]*)\?=/gi, (_, b64: string) => Buffer.from(b64, 'base64').toString())

/** Reads a message that `messageOf` wrote; other messages are not supported. */
export function readMessage(name: string, message: string): StoredEmail {
  const [head = ''] = message.split('\r\n\r\n', 1)
  const header = (wanted: string) =>
    decoded(new RegExp(`^${wanted}:(.*(?:\\r\\n[ \\t].*)*)$`, 'm').exec(head)?.[1]?.trim() ?? '')
  // In an e-mail with an attachment the text and the HTML are nested in one part. Every body is base64 and contains no
  // boundary.
  const boundaries = [...message.matchAll(/boundary="([^"]+)"/g)].map(([, name = '']) => name)
  const parts = boundaries.reduce((all, name) => all.flatMap((p) => p.split(`--${name}`)), [message])
  const part = (type: string): string => {
    const found = parts.find((p) => p.startsWith(`\r\nContent-Type: ${type};`))
    const [, ...body] = (found ?? '').split('\r\n\r\n')
    return Buffer.from(body.join(''), 'base64').toString()
  }
  return {
    name,
    from: header('From'),
    to: header('To'),
    subject: header('Subject'),
    date: header('Date'),
    text: part('text/plain'),
    html: part('text/html'),
    replyTo: header('Reply-To'),
    calendar: part('text/calendar'),
  }
}

/** Returns whether a name is one that the mailbox gives, so that no other file of the data directory can be requested. */
const isEmail = (name: string): boolean => /^[\w-]+\.eml$/.test(name)

async function readEmail(dir: string, name: string): Promise<StoredEmail | undefined> {
  const message = isEmail(name) ? await unlessMissing(readFile(join(dir, name), 'utf8')) : undefined
  return message === undefined ? undefined : readMessage(name, message)
}

/** Returns the newest e-mails first; `to` limits them to one recipient. */
export async function readMailbox(
  dir: string,
  o: { to?: string | undefined; most: number },
): Promise<StoredEmail[]> {
  const mails: StoredEmail[] = []
  // The folder does not exist before the first e-mail.
  const names = (await unlessMissing(readdir(dir))) ?? []
  for (const name of names.filter(isEmail).sort().reverse()) {
    if (mails.length === o.most) break
    const mail = await readEmail(dir, name)
    if (mail && (o.to === undefined || mail.to.toLowerCase() === o.to.toLowerCase())) mails.push(mail)
  }
  return mails
}

// Pages of the local mailbox, for a demo on one's own machine: never in production, nor where a mail server sends e-mails.

/** Maximum e-mails on one page. */
const most = 100

/** Policy that allows no script, picture or form, only text and the styles of an e-mail. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #ccc;padding:1rem}li{margin:.5rem 0}'

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style></head><body>${body}</body></html>`

const listed = ({ name, to, subject, date }: StoredEmail): string =>
  `<li><a href="/dev/mail/${name}">${escaped(subject)}</a><br>to ${escaped(to)}, ${escaped(date)}</li>`

/** Turns addresses in plain text into links. */
const linked = (text: string): string =>
  escaped(text).replace(/https?:\/\/(?:[^\s<&]|&amp;)+/g, (url) => `<a href="${url}">${url}</a>`)

const shown = (l: StoredEmail): string =>
  `<p><a href="/dev/mail">All e-mails</a></p><h1>${escaped(l.subject)}</h1><p>From ${escaped(l.from)}<br>To ${escaped(l.to)}<br>${l.replyTo === '' ? '' : `Answers to ${escaped(l.replyTo)}<br>`}${escaped(l.date)}</p><p><a href="/dev/mail/${l.name}/html">As HTML</a>${
    l.calendar === '' ? '' : ` · <a href="/dev/mail/${l.name}/calendar">Calendar entry</a>`
  }</p><pre>${linked(l.text)}</pre>`

/** Mounts `GET /dev/mail`: `?to=` limits it to one recipient, `accept: application/json` gives data for programs. */
export function mountDevMail(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  if (!config.showsEmails) return
  const dir = mailboxOf(config)
  const asPage = (reply: FastifyReply, html: string) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  const emailOf = async (name: string): Promise<StoredEmail> => found(await readEmail(dir, name))

  app.get<{ Querystring: { to?: unknown } }>('/dev/mail', async (request, reply) => {
    const { to } = request.query
    const mails = await readMailbox(dir, { to: typeof to === 'string' ? to : undefined, most })
    if (request.headers.accept?.includes('application/json')) {
      return reply.header('cache-control', 'no-store').send({ success: true, msg: 'Success', data: mails })
    }
    const list = mails.length > 0 ? `<ul>${mails.map(listed).join('')}</ul>` : '<p>No e-mails yet.</p>'
    return asPage(reply, page('E-mails', `<h1>E-mails</h1>${list}`))
  })
  app.get<{ Params: { name: string } }>('/dev/mail/:name', async (request, reply) => {
    const mail = await emailOf(request.params.name)
    return asPage(reply, page(mail.subject, shown(mail)))
  })
  app.get<{ Params: { name: string } }>('/dev/mail/:name/html', async (request, reply) => {
    const mail = await emailOf(request.params.name)
    return asPage(reply, page(mail.subject, mail.html))
  })
  app.get<{ Params: { name: string } }>('/dev/mail/:name/calendar', async (request, reply) => {
    const { calendar } = await emailOf(request.params.name)
    if (calendar === '') throw new AppError('not_found')
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${driveFileName}"`)
      .type('text/calendar; charset=utf-8')
      .send(calendar)
  })
}
