// Hands confirmed addresses on to the mailing-list service. Each is claimed right before, so that several processes tell
// it once; a claim that was never settled, because its process died, opens again.
import { z } from 'zod/mini'
import type { Deps } from '../../kernel/deps.ts'
import type { MailingList, MailingListResult } from '../../integrations/mailing-list.ts'

const minute = 60_000
/** After so many tries, which take about six days, nobody is told of an address any more but the operator. */
export const mostForwards = 14

const claimed = z.object({ id: z.string(), email: z.string(), tries: z.int() })
type Claimed = z.output<typeof claimed>
type Using = Pick<Deps, 'db' | 'now'>
interface ForwardLog {
  warn: (o: object, text: string) => void
}

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

function claim({ db, now }: Using): Promise<Claimed | undefined> {
  return db.row(claimed, {
    text: `update newsletter_subscribers set forward_at = $2, forward_tries = forward_tries + 1 where id in (
        select id from newsletter_subscribers
        where state = 'confirmed' and forward_state = 'due' and forward_at <= $1
        order by forward_at limit 1 for update skip locked
      ) returning id, email, forward_tries as tries`,
    values: [now(), later(now(), 5 * minute)],
  })
}

async function settle({ db, now }: Using, { id, tries }: Claimed, verdict: MailingListResult): Promise<void> {
  const givenUp = verdict.kind === 'later' && tries >= mostForwards
  const wait = Math.min(minute * 2 ** tries, 24 * 60 * minute)
  await db.run({
    text: `update newsletter_subscribers set forward_state = $2, forward_note = $3, forward_at = $4
      where id = $1 and state = 'confirmed'`,
    values: [
      id,
      verdict.kind === 'done' ? 'done' : verdict.kind === 'refused' || givenUp ? 'refused' : 'due',
      verdict.kind === 'done' ? '' : verdict.reason,
      later(now(), wait),
    ],
  })
}

/** Hands on everything that is due; how many addresses the service has by that. */
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
