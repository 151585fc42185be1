// The background jobs of a server process: e-mails, notices about unread messages, alerts, plans and orders, external services
// and the daily deletion of old data. Every process of an installation runs all of them.
import type { FastifyBaseLogger } from 'fastify'
import { tellAlerts } from '../cars/alerts/tell-alerts.ts'
import { startChatJobs } from './chat-jobs.ts'
import { writeNewsletterLetters } from '../enquiries/newsletter/letter-writer.ts'
import type { Deps } from '../kernel/deps.ts'
import { startMailer } from '../kernel/mail/mailer.ts'
import { openTransport } from '../kernel/mail/transport.ts'
import { reconcileOrders } from '../orders/jobs/reconcile.ts'
import { tellEndings } from '../orders/jobs/tell-endings.ts'
import { startIntegrationJobs } from './integration-jobs.ts'
import { repeat } from './repeat.ts'
import { siteName } from '../reference/reference-store.ts'
import { writeLetters } from '../users/recovery/letter-desk.ts'
import { forgetOld } from './forget-old.ts'

const minute = 60_000
const day = 1440 * minute

export interface Jobs {
  stop: () => Promise<void>
}

/** Both are tried, whatever becomes of one of them. */
async function writeAll(deps: Deps): Promise<void> {
  const [accounts, newsletter] = await Promise.allSettled([writeLetters(deps), writeNewsletterLetters(deps)])
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
    repeat(() => tellEndings(deps), minute, saying('people could not be told that a plan ends')),
    repeat((stopping) => reconcileOrders(deps, stopping), minute, saying('orders could not be looked at')),
  ]
  const alerts = repeat(
    () => tellAlerts(deps),
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
