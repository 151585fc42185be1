import type { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { reportLimits, reportRoutes } from '#contract/forms/reports.ts'
import { heldForOperator, hideCar, type RunAd } from '../../cars/ads/hidden-ads.ts'
import { admit } from '../../enquiries/admission.ts'
import { type Actor, type Mount, ok, type Visitor } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { TakenRow } from '../../kernel/db/lists.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { throttleKey } from '../../users/sign-in/throttle.ts'
import { notifyHidden, notifyOperator } from '../ads/ad-emails.ts'
import { audit } from '../audit.ts'
import { saveReport, reportByRef, seriousReports } from './reports-store.ts'

type Body = z.output<typeof reportRoutes.reportAd.body>

/** What its owner reads. */
const reason = 'Several people have reported it as fraud. We look at it as soon as we can.'
const reporters = { id: undefined, name: 'reports' } as const

/** Takes what people report of ads (decision 43). */
export function mountReports(mount: Mount, deps: Deps): void {
  mount(reportRoutes.reportAd, async ({ body, actor, visitor, sql }) => {
    const data = await take(sql, deps, { body, actor, visitor })
    return { ...ok, msg: 'Thank you. We will look at this ad.', data }
  })
}

async function take(
  sql: Sql,
  deps: Deps,
  { body, actor, visitor }: { body: Body; actor: Actor; visitor: Visitor },
): Promise<TakenRow> {
  const { car_id: car, client_ref: ref, filled } = body
  const reporter = throttleKey(deps.config.authSecret, 'report', actor.key)
  const first = ref === undefined ? undefined : await reportByRef(sql, { car, reporter, ref })
  if (first) return first
  const { held } = await admit(sql, deps, { actor, visitor, filled })
  // Held: two reports of one ad are counted one after the other.
  const ad = await heldForOperator(sql, car)
  if (ad.hidden_by !== '') throw new AppError('gone')
  const user = actor.user?.id
  if (user === ad.creator) throw new AppError('to_yourself', { msg: 'This is your own ad.' })
  const given = { car, reporter, user, reason: body.reason, words: body.words, ref, held }
  const saved = await saveReport(sql, { ...given, id: deps.newId(), now: deps.now() })
  if (body.reason === 'fraud' && (await seriousReports(sql, car)) >= reportLimits.hideAt)
    await hide(sql, deps, ad)
  return saved
}

async function hide(sql: Sql, deps: Deps, ad: RunAd): Promise<void> {
  await hideCar(sql, ad, { reason, by: 'reports', now: deps.now() })
  await notifyHidden(sql, deps, ad, reason)
  await notifyOperator(sql, deps, ad)
  await audit(sql, deps, reporters, {
    action: 'hide-ad',
    thing: 'ad',
    id: ad.id,
    before: { status: ad.status, hidden_by: '', hidden_for: '' },
    after: { status: 'inactive', hidden_by: 'reports', hidden_for: reason },
    note: reason,
  })
}
