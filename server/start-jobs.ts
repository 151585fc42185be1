import { eachAlone, repeat, type Repeated } from './kernel/semaphore.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sendAlerts } from './cars/alerts/alerts.ts'
import { forwardSubscribers, writeNewsletterEmails } from './enquiries/newsletter/newsletter-jobs.ts'
import type { Deps } from './kernel/deps.ts'
import { oldEmails, startMailer } from './kernel/mail/mailer.ts'
import { openTransport } from './kernel/mail/transport.ts'
import { lapseOrders, notifyEndings } from './orders/orders-jobs.ts'
import { siteName } from './reference/reference-store.ts'
import { writeAccountEmails } from './users/recovery/account-emails.ts'
import { refreshVideos } from './blogs/refresh-videos.ts'
import { mailingListOf } from './integrations/mailing-list.ts'
import { videoPlatformOf } from './integrations/video-platform.ts'
import { emailUnread } from './chat/email-unread.ts'
import { deliverChats, deliveryTopic, forgetDeliveries } from './chat/firestore/deliveries.ts'
import { emailUnreadInFirestore, forgetUndeliveredInFirestore } from './chat/firestore/unread-rounds.ts'
import { firebaseOf } from './kernel/firebase.ts'
import { oldAlerts } from './cars/alerts/alerts-store.ts'
import { wordsOfGoneAds } from './cars/ads/ads-store.ts'
import { oldGoneDrafts } from './cars/drafts-store.ts'
import { oldFavouriteWrites } from './cars/favourites-store.ts'
import { forgetOldChanges } from './cars/feed/feed-store.ts'
import { oldPersonReports } from './chat/people-store.ts'
import { forgetUndelivered } from './chat/forget-undelivered.ts'
import { oldDriveLinks } from './enquiries/drives/drives-post.ts'
import { oldNewsletterRows } from './enquiries/newsletter/newsletter-store.ts'
import { forgetOldKeys } from './kernel/idempotency.ts'
import { oldAccountTraces } from './users/sessions/sessions-store.ts'

type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>
type Work = Parameters<typeof repeat>[0]

// The background jobs of a server process: e-mails, notices about unread messages, alerts, plans and orders, external services
// and the daily deletion of old data. Every process of an installation runs all of them.

/** Milliseconds between two attempts to deliver to Firestore what could not be delivered at once. */
const carrying = 5000
const minute = 60_000

/** Starts the jobs of chats: e-mails about unread messages, and delivery to Firestore when chats are stored there. */
export function startChatJobs(deps: Deps, log: Pick<Log, 'error'>): Repeated[] {
  const isElsewhere = firebaseOf(deps.config) !== undefined
  const email = () => (isElsewhere ? emailUnreadInFirestore(deps) : emailUnread(deps))
  const emails = repeat(email, minute, log, 'e-mails about unread messages could not be queued')
  if (!isElsewhere) return [emails]
  const carryAll: Work = (stopping) => deliverChats(deps, stopping)
  const carry = repeat(carryAll, carrying, log, 'messages could not be carried to Firestore')
  // The running round may have read its rows already, so another round follows.
  const unlisten = deps.db.listen(deliveryTopic, () => void carry.now().then(carry.now))
  const stop = () => {
    unlisten()
    return carry.stop()
  }
  return [{ ...carry, stop }, emails]
}

/** Statements that each delete one kind of old data. */
const old = [
  oldFavouriteWrites,
  oldEmails,
  wordsOfGoneAds,
  ...oldAccountTraces,
  oldGoneDrafts,
  ...oldNewsletterRows,
  oldDriveLinks,
  oldPersonReports,
  oldAlerts,
]

/**
 * Deletes data after its lifetime: keys of writes and voided keys, sequence numbers of lost devices, records of cars that
 * left the market, sent e-mails, texts of deleted ads, records of deleted drafts, ended sessions and links, unconfirmed
 * newsletter sign-ups, unread messages, handled reports about people, ended alerts. A failure of one deletion does not stop
 * the others; the first failure is thrown at the end.
 */
export async function forgetOld(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  const { db, now } = deps
  const each: (() => Promise<unknown>)[] = [
    ...old.map((text) => () => db.run({ text, values: [now()] })),
    () => forgetOldKeys(db, now()),
    () => forgetOldChanges(db, now()),
    () => forgetUndelivered(deps),
    () => forgetUndeliveredInFirestore(deps),
    () => forgetDeliveries(deps),
  ]
  await eachAlone(each, (forget) => forget())
}

/** Milliseconds between two rounds that forward confirmed subscribers. */
const forwarding = 5000
/** Milliseconds between two checks whether the list of videos is due or a picture is missing. */
const watching = 30_000

/** Calls to external services at intervals: newsletter sign-ups, videos. */
function startIntegrationJobs(deps: Deps, log: Log): Repeated[] {
  const list = mailingListOf(deps.config)
  const forward: Work = (stopping) =>
    list ? forwardSubscribers(deps, list, log, stopping) : Promise.resolve()
  const platform = videoPlatformOf(deps.config)
  const refresh: Work = (stopping) => refreshVideos(deps, platform, log, stopping)
  const videos = repeat(refresh, watching, log, 'videos could not be refreshed')
  void videos.now()
  return [repeat(forward, forwarding, log, 'nobody could be handed on'), videos]
}

const day = 1440 * minute

export function startJobs(deps: Deps, log: Log): Pick<Repeated, 'stop'> {
  const mailer = startMailer(
    deps,
    openTransport(deps.config, () => siteName(deps)),
    log,
    undefined,
    // Both run, even when one fails.
    () => eachAlone([writeAccountEmails, writeNewsletterEmails], (write) => write(deps)),
  )
  const forgetting = repeat(() => forgetOld(deps), day, log, 'what is past its life could not be forgotten')
  void forgetting.now()
  const others = [
    repeat(() => notifyEndings(deps), minute, log, 'e-mails about ending plans could not be queued'),
    repeat(() => lapseOrders(deps), minute, log, 'orders that nobody pays could not be cancelled'),
    repeat(() => sendAlerts(deps), minute, log, 'e-mails about awaited models could not be queued'),
  ]
  const chats = startChatJobs(deps, log)
  const integrations = startIntegrationJobs(deps, log)
  return {
    stop: async () => {
      await Promise.all([forgetting, ...others, ...chats, ...integrations].map((one) => one.stop()))
      await mailer.stop()
    },
  }
}
