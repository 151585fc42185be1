// The local mailbox as pages, for a demo on one's own machine: never in production, nor where a mail server carries e-mails.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { driveFileName } from '#contract/forms/calendar.ts'
import type { Deps } from '../kernel/deps.ts'
import { escaped } from '../kernel/mail/layout.ts'
import { type StoredEmail, readEmail, readMailbox } from '../kernel/mail/read-mailbox.ts'
import { mailboxOf } from '../kernel/mail/transport.ts'

/** E-mails on one page. */
const most = 100

/** No script, no picture, no form: only what an e-mail says and its own styles. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #ccc;padding:1rem}li{margin:.5rem 0}'

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style></head><body>${body}</body></html>`

const listed = ({ name, to, subject, date }: StoredEmail): string =>
  `<li><a href="/dev/mail/${name}">${escaped(subject)}</a><br>to ${escaped(to)}, ${escaped(date)}</li>`

/** Addresses in plain text become links. */
const linked = (text: string): string =>
  escaped(text).replace(/https?:\/\/[^\s<&]+/g, (url) => `<a href="${url}">${url}</a>`)

const shown = (l: StoredEmail): string =>
  `<p><a href="/dev/mail">All letters</a></p><h1>${escaped(l.subject)}</h1><p>From ${escaped(l.from)}<br>To ${escaped(l.to)}<br>${l.replyTo === '' ? '' : `Answers to ${escaped(l.replyTo)}<br>`}${escaped(l.date)}</p><p><a href="/dev/mail/${l.name}/html">As HTML</a>${
    l.calendar === '' ? '' : ` · <a href="/dev/mail/${l.name}/calendar">Calendar entry</a>`
  }</p><pre>${linked(l.text)}</pre>`

/** `GET /dev/mail`; `?to=` one recipient's e-mails, `accept: application/json` for programs. */
export function mountDevMail(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  if (!config.showsEmails) return
  const dir = mailboxOf(config)
  const asPage = (reply: FastifyReply, html: string) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  const emailOf = async (name: string): Promise<StoredEmail> => {
    const mail = await readEmail(dir, name)
    if (!mail) throw new AppError('not_found')
    return mail
  }

  app.get<{ Querystring: { to?: unknown } }>('/dev/mail', async (request, reply) => {
    const { to } = request.query
    const mails = await readMailbox(dir, { to: typeof to === 'string' ? to : undefined, most })
    if (request.headers.accept?.includes('application/json')) {
      return reply.header('cache-control', 'no-store').send({ success: true, msg: 'Success', data: mails })
    }
    const list = mails.length > 0 ? `<ul>${mails.map(listed).join('')}</ul>` : '<p>No letters yet.</p>'
    return asPage(reply, page('Letters', `<h1>Letters</h1>${list}`))
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
