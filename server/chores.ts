// What the process does beside answering: letters, and the daily forgetting. Every process of an installation does both.
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { forgetReplies } from './cars/ads-store.ts'
import { forgetOldWrites } from './cars/favourites-store.ts'
import { forgetOldChanges } from './feed/feed.ts'
import type { Deps } from './kernel/deps.ts'
import { forgetOldKeys } from './kernel/idempotency.ts'
import { localMailbox } from './kernel/mail/mailbox.ts'
import { forgetLetters, startMailer } from './kernel/mail/mailer.ts'

const day = 86_400_000

/**
 * Forgets what is past its life: keys of writes, taken-back keys, numbers of lost devices, cars that left, letters that
 * were carried away, words of deleted ads. Each is tried, whatever became of the others; throws the first failure in the end.
 */
export async function forgetOld(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { db, now } = deps
  const each = [
    () => forgetOldKeys(db, now()),
    () => forgetOldWrites(db, now()),
    () => forgetOldChanges(db, now()),
    () => forgetLetters(deps),
    () => forgetReplies(db, now()),
  ]
  const failures: unknown[] = []
  for (const forget of each) await forget().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

export interface Chores {
  stop: () => Promise<void>
}

export function startChores(deps: Deps, log: Pick<FastifyBaseLogger, 'error' | 'warn'>): Chores {
  const { config } = deps
  const mailer = startMailer(deps, localMailbox(join(resolve(config.dataDir), 'mail'), config.mailFrom), log)
  let forgetting = Promise.resolve()
  const forget = (): void => {
    forgetting = forgetOld(deps).catch((error: unknown) =>
      log.error(error, 'what is past its life could not be forgotten'),
    )
  }
  forget()
  const daily = setInterval(forget, day).unref()
  return {
    stop: async () => {
      clearInterval(daily)
      await forgetting
      await mailer.stop()
    },
  }
}
