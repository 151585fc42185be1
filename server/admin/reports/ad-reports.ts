import { AppError } from '#contract/errors.ts'
import { reportLimits, reportRoutes, type ReportReason } from '#contract/forms/reports.ts'
import { heldForOperator, hideCar, type RunAd } from '../../cars/ads/hidden-ads.ts'
import { admit } from '../../enquiries/admission.ts'
import { type Mount, ok, type ServerCall } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { type TakenRow, countOf, takenRow, takeRow } from '../../kernel/db/lists.ts'
import { raw, type Sql } from '../../kernel/db/sql.ts'
import { throttleKey } from '../../users/sign-in/throttle.ts'
import { notifyHidden, notifyOperator } from '../ads/ad-emails.ts'
import { operation } from '../audit.ts'

/** Reason shown to the owner of the ad. */
const reason = 'Several people have reported it as fraud. We look at it as soon as we can.'
const reporters = { id: undefined, name: 'reports' } as const

/** Mounts the call that reports an ad (decision 43). */
export function mountReports(mount: Mount): void {
  mount(reportRoutes.reportAd, async (call) => {
    return { ...ok, msg: 'Thank you. We will look at this ad.', data: await take(call) }
  })
}

type ReportCall = ServerCall<typeof reportRoutes.reportAd>
async function take({ actor, body, deps, sql, visitor }: ReportCall): Promise<TakenRow> {
  const { car_id: car, client_ref: ref, filled } = body
  const reporter = throttleKey(deps.config.authSecret, 'report', actor.key)
  const first = ref === undefined ? undefined : await reportByRef(sql, { car, reporter, ref })
  if (first) return first
  const { held } = await admit(sql, deps, { actor, visitor, filled })
  // The ad is locked, so that two reports of one ad are counted one after the other.
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
  await operation(sql, deps, reporters).audit('hide-ad', 'ad', ad.id, {
    before: { status: ad.status, hidden_by: '', hidden_for: '' },
    after: { status: 'inactive', hidden_by: 'reports', hidden_for: reason },
    note: reason,
  })
}

/** Returns the report with a reference minted on the phone, even if the report is closed. */
function reportByRef(sql: Sql, { car, reporter, ref }: Pick<NewReport, 'car' | 'reporter' | 'ref'>) {
  return sql.first(takenRow)`select id as _id, created_at from ad_reports
    where car_id = ${car} and reporter = ${reporter} and ${ref} = any (client_refs)`
}

interface NewReport {
  car: string
  reporter: string
  id: string
  user: string | undefined
  reason: ReportReason
  words: string
  ref: string | undefined
  held: boolean
  now: Date
}

/** Most references stored for one report, by which repeated writes are recognised. */
const mostRefs = 20

/** Stores a report; updates the open report of the same reporter. */
export function saveReport(sql: Sql, { car, user, ref, now, ...given }: NewReport): Promise<TakenRow> {
  const client_refs = ref === undefined ? [] : [ref]
  const row = { ...given, car_id: car, user_id: user, client_refs, created_at: now, updated_at: now }
  return takeRow(
    sql,
    'ad_reports as r',
    row,
    `on conflict (car_id, reporter) where closed_at is null do update set reason = excluded.reason,
      words = excluded.words, held = excluded.held, updated_at = excluded.updated_at,
      client_refs = (excluded.client_refs || r.client_refs)[1:${mostRefs}]`,
  )
}

/** SQL condition that the report `r` counts towards hiding an ad automatically. */
export const reportCounts = `r.closed_at is null and r.reason = 'fraud' and not r.held and exists (select 1 from users u
    where u.id = r.user_id and u.email_verified_at is not null and u.suspended_at is null
      and u.created_at <= r.created_at - interval '${reportLimits.accountDays} days')
  and not exists (select 1 from ad_reports p
    where p.car_id = r.car_id and p.reporter = r.reporter and p.closed_as = 'kept')`

/**
 * Counts the people whose fraud report of an ad counts: accounts with a verified address that are at least 7 days old. A
 * person whose report of the same ad was dismissed before does not count again.
 */
async function seriousReports(sql: Sql, car: string): Promise<number> {
  return countOf(sql)`select count(distinct r.user_id)::int as n from ad_reports r
    where r.car_id = ${car} and ${raw(reportCounts)}`
}

/** Counts the open reports of an ad. The number is stable while the caller holds the lock of the ad. */
export const openReports = (sql: Sql, car: string): Promise<number> =>
  countOf(sql)`select count(*)::int as n from ad_reports where car_id = ${car} and closed_at is null`

/** Closes the open reports of an ad; returns their number. */
export function closeReports(sql: Sql, car: string, as: 'kept' | 'hidden', now: Date): Promise<number> {
  return sql.exec`update ad_reports set closed_at = ${now}, closed_as = ${as}
    where car_id = ${car} and closed_at is null`
}
