// The background jobs of a server process: e-mails, notices about unread messages, alerts, plans and orders, external services
// and the daily deletion of old data. Every process of an installation runs all of them.
import type { FastifyBaseLogger } from 'fastify'
import { sendAlerts } from '../cars/alerts/send-alerts.ts'
import { startChatJobs } from './chat-jobs.ts'
import { writeNewsletterEmails } from '../enquiries/newsletter/write-newsletter-emails.ts'
import type { Deps } from '../kernel/deps.ts'
import { startMailer } from '../kernel/mail/mailer.ts'
import { openTransport } from '../kernel/mail/transport.ts'
import { reconcileOrders } from '../orders/jobs/reconcile.ts'
import { notifyEndings } from '../orders/jobs/notify-endings.ts'
import { repeat, type Repeated } from './repeat.ts'
import { siteName } from '../reference/reference-store.ts'
import { writeAccountEmails } from '../users/recovery/account-emails.ts'
import { forgetOld } from './forget-old.ts'
import { refreshVideos } from '../blogs/videos/refresh-videos.ts'
import { forwardSubscribers } from '../enquiries/newsletter/forwarder.ts'
import { mailingListOf } from '../integrations/mailing-list/mailing-list.ts'
import { videoPlatformOf } from '../integrations/videos/video-platform.ts'

/** Milliseconds after which a person who confirmed is handed on. */
const forwarding = 5000
/** Milliseconds after which it is looked whether a list is due or a picture is missing. */
const watching = 30_000

/** Calls to external services at intervals: newsletter sign-ups, videos. */
function startIntegrationJobs(deps: Deps, log: Pick<FastifyBaseLogger, 'error' | 'warn'>): Repeated[] {
  const saying = (words: string) => (error: unknown) => log.error(error, words)
  const list = mailingListOf(deps.config)
  const forward = (stopping: AbortSignal) =>
    list ? forwardSubscribers(deps, list, log, stopping) : Promise.resolve()
  const platform = videoPlatformOf(deps.config)
  const refresh = (stopping: AbortSignal) => refreshVideos(deps, platform, log, stopping)
  const videos = repeat(refresh, watching, saying('videos could not be refreshed'))
  void videos.now()
  return [repeat(forward, forwarding, saying('nobody could be handed on')), videos]
}

const minute = 60_000
const day = 1440 * minute

export interface Jobs {
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
  const saying = (words: string) => (error: unknown) => log.error(error, words)
  const forgetting = repeat(
    () => forgetOld(deps),
    day,
    saying('what is past its life could not be forgotten'),
  )
  void forgetting.now()
  const orders = [
    repeat(() => notifyEndings(deps), minute, saying('people could not be told that a plan ends')),
    repeat((stopping) => reconcileOrders(deps, stopping), minute, saying('orders could not be looked at')),
  ]
  const alerts = repeat(
    () => sendAlerts(deps),
    minute,
    saying('people could not be told of models they wait for'),
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
