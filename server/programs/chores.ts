// What the process does beside answering: letters, and the daily forgetting. Every process of an installation does both.
import type { FastifyBaseLogger } from 'fastify'
import { forgetReplies } from '../cars/ads/ads-store.ts'
import { forgetOldWrites } from '../cars/favourites/favourites-store.ts'
import { forgetGoneDrafts } from '../cars/drafts/drafts-store.ts'
import { forgetOldChanges } from '../cars/feed/feed.ts'
import type { Deps } from '../kernel/deps.ts'
import { forgetOldKeys } from '../kernel/idempotency.ts'
import { forgetLetters, startMailer } from '../kernel/mail/mailer.ts'
import { siteName } from '../reference/reference-store.ts'
import { openTransport } from '../kernel/mail/transport.ts'
import { forgetAccountTraces } from '../users/accounts-chores.ts'
import { writeLetters } from '../users/recovery/letter-desk.ts'

const day = 86_400_000

/**
 * Forgets what is past its life: keys of writes, taken-back keys, numbers of lost devices, cars that left, letters that
 * were carried away, words of deleted ads, drafts that are gone, sessions and links that are over. Each is tried, whatever became of the others; throws the first failure in the end.
 */
export async function forgetOld(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { db, now } = deps
  const each: (() => Promise<unknown>)[] = [
    () => forgetOldKeys(db, now()),
    () => forgetOldWrites(db, now()),
    () => forgetOldChanges(db, now()),
    () => forgetLetters(deps),
    () => forgetReplies(db, now()),
    () => forgetAccountTraces(deps),
    () => forgetGoneDrafts(db, now()),
  ]
  const failures: unknown[] = []
  for (const forget of each) await forget().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

export interface Chores {
  stop: () => Promise<void>
}

export function startChores(deps: Deps, log: Pick<FastifyBaseLogger, 'error' | 'warn'>): Chores {
  const write = () => writeLetters(deps)
  const mailer = startMailer(
    deps,
    openTransport(deps.config, () => siteName(deps)),
    log,
    undefined,
    write,
  )
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
