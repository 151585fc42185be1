import { eachAlone, later, nextTry } from '../../kernel/semaphore.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { unsubscribeHeaders } from '../../kernel/http/one-click.ts'
import { type EmailWords, writeEmail } from '../../kernel/mail/outbox.ts'
import { siteIn } from '../../reference/reference-store.ts'
import {
  type DueEmail,
  dueEmails,
  makeNewsletterLink,
  newsletterLives,
  subscribers,
  takeDueEmail,
} from './newsletter-store.ts'
import { newsletterPaths } from '#contract/forms/newsletter.ts'
import { z } from 'zod/mini'
import type { MailingList, MailingListResult } from '../../integrations/mailing-list.ts'
import { changeRow } from '../../kernel/db/lists.ts'

// Writes the e-mails of the newsletter to the outbox outside of the request, so that the response time does not reveal
// whether an address is known.

/** E-mails about the subscription. They contain nothing that the requester could have chosen. */

/** Path to unsubscribe, for the page and for the one-click request of a mail program. */
const unsubscribePath = (secret: string): string => newsletterPaths.unsubscribe.replace(':secret', secret)

interface Secrets {
  confirm: string
  unsubscribe: string
}

const confirmationEmail = (site: string, secrets: Secrets): EmailWords => ({
  subject: `Confirm your ${site} newsletter`,
  lines: [
    `Somebody asked for the ${site} newsletter at this address. If it was you, please confirm it with this link.`,
  ],
  link: {
    url: newsletterPaths.confirm.replace(':secret', secrets.confirm),
    words: 'Confirm my subscription',
  },
  notes: [
    `The link is valid for ${newsletterLives.confirm} days.`,
    'If this was not you, you need not do anything: without the link no newsletter is sent.',
  ],
  end: { url: unsubscribePath(secrets.unsubscribe), words: 'Unsubscribe' },
})

const welcomeEmail = (site: string, secrets: Pick<Secrets, 'unsubscribe'>): EmailWords => ({
  subject: `You are subscribed to the ${site} newsletter`,
  lines: [`This address is on the list for the ${site} newsletter. Thank you for reading us.`],
  link: { url: '/listings', words: 'See the newest cars' },
  end: { url: unsubscribePath(secrets.unsubscribe), words: 'Unsubscribe' },
})

const batch = 50
/** Rate limit of e-mails to one address, for all requesters together: minimum milliseconds between two, and maximum per day. */
const newsletterPace = { every: 600_000, aDay: 5 } as const
const day = 86_400_000

/** Returns the times of the e-mails of the last day including a new one; `undefined` when the new one has to wait. */
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
  const { name: site } = await siteIn(sql, deps.config)
  const secret = await link('unsubscribe')
  const mail =
    due.state === 'asked'
      ? confirmationEmail(site, { confirm: await link('confirm'), unsubscribe: secret })
      : welcomeEmail(site, { unsubscribe: secret })
  const { publicUrl, unsubscribeEmail } = deps.config
  await writeEmail(sql, deps, mail, {
    recipient: due.email,
    created_at: now,
    headers: unsubscribeHeaders(new URL(unsubscribePath(secret), publicUrl).href, unsubscribeEmail),
    forget: true,
  })
  await changeRow(sql, subscribers, { id: due.id }, { letters_at: times })
}

/** Writes all due e-mails, each in its own transaction, so that a failure does not block the others. */
export async function writeNewsletterEmails(deps: Deps): Promise<void> {
  await eachAlone(await dueEmails(deps.db, batch), (id) =>
    deps.db.tx(async (sql) => {
      const due = await takeDueEmail(sql, id)
      if (due) await writeOne(sql, deps, due)
    }),
  )
}

// Sends confirmed addresses to the mailing-list service. Each is claimed just before, so that only one process sends it; the
// claim of a process that died expires.

const minute = 60_000
/** Maximum attempts, which take about six days; afterwards the address counts as refused. */
export const mostForwards = 14

const claimed = z.object({ id: z.string(), email: z.string(), tries: z.int() })
type Claimed = z.output<typeof claimed>
type Using = Pick<Deps, 'db' | 'now'>
interface ForwardLog {
  warn: (o: object, text: string) => void
}

function claim({ db, now }: Using): Promise<Claimed | undefined> {
  return db.first(claimed)`update newsletter_subscribers
    set forward_at = ${later(now(), 5 * minute)}, forward_tries = forward_tries + 1 where id in (
      select id from newsletter_subscribers
      where state = 'confirmed' and forward_state = 'due' and forward_at <= ${now()}
      order by forward_at limit 1 for update skip locked
    ) returning id, email, forward_tries as tries`
}

async function settle({ db, now }: Using, { id, tries }: Claimed, verdict: MailingListResult): Promise<void> {
  const givenUp = verdict.kind === 'later' && tries >= mostForwards
  const forward_state =
    verdict.kind === 'done' ? 'done' : verdict.kind === 'refused' || givenUp ? 'refused' : 'due'
  const forward_note = verdict.kind === 'done' ? '' : verdict.reason
  const settled = { forward_state, forward_note, forward_at: nextTry(now(), tries) }
  await changeRow(db, subscribers, { id, state: 'confirmed' }, settled)
}

/** Sends all due addresses to the service; returns how many it accepted. */
export async function forwardSubscribers(
  deps: Using,
  list: MailingList,
  log: ForwardLog,
  stopping?: AbortSignal,
): Promise<number> {
  let done = 0
  while (stopping?.aborted !== true) {
    const next = await claim(deps)
    if (!next) break
    const verdict = await list.add(next.email)
    if (verdict.kind === 'done') done += 1
    else {
      const { id, tries } = next
      log.warn({ subscriber: id, tries, reason: verdict.reason }, `the mailing list ${words[verdict.kind]}`)
    }
    await settle(deps, next, verdict)
  }
  return done
}
const words = { refused: 'refused an address', later: 'could not be told of an address yet' } as const
