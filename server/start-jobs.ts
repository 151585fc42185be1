import { eachAlone, repeat, type Repeated } from './kernel/semaphore.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sendAlerts } from './cars/alerts/alerts.ts'
import { forwardSubscribers, writeNewsletterEmails } from './enquiries/newsletter/newsletter-jobs.ts'
import type { Deps } from './kernel/deps.ts'
import { forgetEmails, startMailer } from './kernel/mail/mailer.ts'
import { openTransport } from './kernel/mail/transport.ts'
import { notifyEndings, reconcileOrders } from './orders/orders-jobs.ts'
import { siteName } from './reference/reference-store.ts'
import { writeAccountEmails } from './users/recovery/account-emails.ts'
import { refreshVideos } from './blogs/refresh-videos.ts'
import { mailingListOf } from './integrations/mailing-list.ts'
import { videoPlatformOf } from './integrations/video-platform.ts'
import { emailUnread } from './chat/email-unread.ts'
import { deliverChats, deliveryTopic, forgetDeliveries } from './chat/firestore/deliveries.ts'
import { emailUnreadInFirestore, forgetUndeliveredInFirestore } from './chat/firestore/unread-rounds.ts'
import { firebaseOf } from './kernel/firebase.ts'
import { forgetAlerts } from './cars/alerts/alerts-store.ts'
import { forgetReplies } from './cars/ads/ads-store.ts'
import { forgetGoneDrafts } from './cars/drafts-store.ts'
import { forgetOldWrites } from './cars/favourites-store.ts'
import { forgetOldChanges } from './cars/feed/feed.ts'
import { forgetPersonReports } from './chat/people-store.ts'
import { forgetUndelivered } from './chat/forget-undelivered.ts'
import { forgetDriveLinks } from './enquiries/drives/drives-post.ts'
import { forgetUnconfirmed } from './enquiries/newsletter/newsletter-store.ts'
import { forgetOldKeys } from './kernel/idempotency.ts'
import { forgetAccountTraces } from './users/sessions/sessions-store.ts'

// The background jobs of a server process: e-mails, notices about unread messages, alerts, plans and orders, external services
// and the daily deletion of old data. Every process of an installation runs all of them.

/** Milliseconds after which what could not be carried at once is looked at. */
const carrying = 5000
const minute = 60_000

/** What chats need beside answers: e-mails about unread messages, and carrying to Firestore where chats are there. */
export function startChatJobs(deps: Deps, log: Pick<FastifyBaseLogger, 'error'>): Repeated[] {
  const logAs = (words: string) => (error: unknown) => log.error(error, words)
  const unreadFailed = logAs('e-mails about unread messages could not be queued')
  if (!firebaseOf(deps.config)) return [repeat(() => emailUnread(deps), minute, unreadFailed)]
  const carry = repeat(
    (stopping) => deliverChats(deps, stopping),
    carrying,
    logAs('messages could not be carried to Firestore'),
  )
  // A round that is under way may have looked already.
  const unlisten = deps.db.listen(deliveryTopic, () => void carry.now().then(carry.now))
  const stop = () => {
    unlisten()
    return carry.stop()
  }
  return [{ ...carry, stop }, repeat(() => emailUnreadInFirestore(deps), minute, unreadFailed)]
}

/**
 * Forgets what is past its life: keys of writes, taken-back keys, numbers of lost devices, cars that left, e-mails that
 * were carried away, words of deleted ads, drafts that are gone, sessions and links that are over, newsletters that
 * nobody confirmed, messages that nobody read, reports about people that were handled, alerts that are over. Each is tried, whatever became of the others; throws the first failure in the end.
 */
export async function forgetOld(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  const { db, now } = deps
  const each: (() => Promise<unknown>)[] = [
    () => forgetOldKeys(db, now()),
    () => forgetOldWrites(db, now()),
    () => forgetOldChanges(db, now()),
    () => forgetEmails(deps),
    () => forgetReplies(db, now()),
    () => forgetAccountTraces(deps),
    () => forgetGoneDrafts(db, now()),
    () => forgetUnconfirmed(db, now()),
    () => forgetDriveLinks(db, now()),
    () => forgetUndelivered(deps),
    () => forgetUndeliveredInFirestore(deps),
    () => forgetDeliveries(deps),
    () => forgetPersonReports(db, now()),
    () => forgetAlerts(db, now()),
  ]
  await eachAlone(each, (forget) => forget())
}

/** Milliseconds after which a person who confirmed is handed on. */
const forwarding = 5000
/** Milliseconds after which it is looked whether a list is due or a picture is missing. */
const watching = 30_000

/** Calls to external services at intervals: newsletter sign-ups, videos. */
function startIntegrationJobs(deps: Deps, log: Pick<FastifyBaseLogger, 'error' | 'warn'>): Repeated[] {
  const logAs = (words: string) => (error: unknown) => log.error(error, words)
  const list = mailingListOf(deps.config)
  const forward = (stopping: AbortSignal) =>
    list ? forwardSubscribers(deps, list, log, stopping) : Promise.resolve()
  const platform = videoPlatformOf(deps.config)
  const refresh = (stopping: AbortSignal) => refreshVideos(deps, platform, log, stopping)
  const videos = repeat(refresh, watching, logAs('videos could not be refreshed'))
  void videos.now()
  return [repeat(forward, forwarding, logAs('nobody could be handed on')), videos]
}

const day = 1440 * minute

interface Jobs {
  stop: () => Promise<void>
}

/** Both are tried, whatever becomes of one of them. */
async function writeAll(deps: Deps): Promise<void> {
  const [accounts, newsletter] = await Promise.allSettled([
    writeAccountEmails(deps),
    writeNewsletterEmails(deps),
  ])
  for (const done of [accounts, newsletter]) if (done.status === 'rejected') throw done.reason
}

export function startJobs(deps: Deps, log: Pick<FastifyBaseLogger, 'error' | 'warn'>): Jobs {
  const mailer = startMailer(
    deps,
    openTransport(deps.config, () => siteName(deps)),
    log,
    undefined,
    () => writeAll(deps),
  )
  const logAs = (words: string) => (error: unknown) => log.error(error, words)
  const forgetting = repeat(() => forgetOld(deps), day, logAs('what is past its life could not be forgotten'))
  void forgetting.now()
  const orders = [
    repeat(() => notifyEndings(deps), minute, logAs('e-mails about ending plans could not be queued')),
    repeat((stopping) => reconcileOrders(deps, stopping), minute, logAs('orders could not be looked at')),
  ]
  const alerts = repeat(
    () => sendAlerts(deps),
    minute,
    logAs('e-mails about models that people wait for could not be queued'),
  )
  const chats = startChatJobs(deps, log)
  const integrations = startIntegrationJobs(deps, log)
  return {
    stop: async () => {
      await Promise.all([forgetting, alerts, ...orders, ...chats, ...integrations].map((one) => one.stop()))
      await mailer.stop()
    },
  }
}
