// Writes the e-mails of the newsletter into the outbox, away from the request that asked: how long an answer takes says
// nothing of whose address it was.
import type { Deps } from '../../kernel/deps.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { unsubscribeHeaders } from '../../kernel/http/one-click.ts'
import { queueEmail } from '../../kernel/mail/outbox.ts'
import { siteIn } from '../../reference/reference-store.ts'
import { confirmationEmail, unsubscribeLink, welcomeEmail } from './newsletter-emails.ts'
import { type DueEmail, dueEmails, makeNewsletterLink, noteEmails, takeDueEmail } from './newsletter-store.ts'

const batch = 50
/** An address gets one e-mail in so many milliseconds, and so many a day, no matter who asks. */
export const newsletterPace = { every: 600_000, aDay: 5 } as const
const day = 86_400_000

/** When e-mails were written in the last day; undefined when the next one has to wait. */
function emailsUntil(times: readonly Date[], now: Date): Date[] | undefined {
  const recent = times.filter((at) => now.getTime() - at.getTime() < day)
  const tooSoon = recent.some((at) => now.getTime() - at.getTime() < newsletterPace.every)
  return tooSoon || recent.length >= newsletterPace.aDay ? undefined : [...recent, now]
}

async function writeOne(sql: Sql, deps: Deps, due: DueEmail): Promise<void> {
  const now = deps.now()
  const times = emailsUntil(due.letters_at, now)
  if (!times) return
  const link = (kind: 'confirm' | 'unsubscribe') => makeNewsletterLink(sql, { subscriber: due.id, kind, now })
  const site = await siteIn(sql, deps.config)
  const secret = await link('unsubscribe')
  const mail =
    due.state === 'asked'
      ? confirmationEmail(site, { confirm: await link('confirm'), unsubscribe: secret })
      : welcomeEmail(site, { unsubscribe: secret })
  const id = deps.newId()
  await queueEmail(sql, {
    ...mail,
    id,
    dedup_key: id,
    recipient: due.email,
    created_at: now,
    headers: unsubscribeHeaders(unsubscribeLink(site, secret), deps.config.unsubscribeEmail),
    forget: true,
  })
  await noteEmails(sql, due.id, times)
}

/** Writes what was asked for by now; each e-mail alone, so that one that fails holds up no other. */
export async function writeNewsletterEmails(deps: Deps): Promise<void> {
  const failures: unknown[] = []
  for (const id of await dueEmails(deps.db, batch)) {
    await deps.db
      .tx(async (sql) => {
        const due = await takeDueEmail(sql, id)
        if (due) await writeOne(sql, deps, due)
      })
      .catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
