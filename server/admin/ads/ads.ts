import type { CarStatus } from '#contract/limits.ts'
import { bringBackCar, featureCar, heldForOperator, hideCar } from '../../cars/ads/hidden-ads.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { actionMount, type AdminAction, checkSeen, meanwhile } from '../audit.ts'
import { closeReports, openReports } from '../reports/ad-reports.ts'
import { notifyHidden, notifyRestored } from './ad-emails.ts'
import { adminAdRoutes } from '#contract/admin/admin-ads.ts'
import { found, type Mount, okWith } from '../../kernel/call.ts'
import { adminAdById, adminAds, reportQueue } from './admin-ads-store.ts'

// Actions of the operator on an ad. Each changes the ad, notifies the owner and writes the audit log in one transaction. A
// repeated action throws `decided_meanwhile` and sends no e-mail.

/** Hides an ad and closes its open reports. */
export const hideAd: AdminAction<{ id: string; reason: string }> = async (
  { sql, deps, audit },
  { id, reason },
) => {
  const ad = await heldForOperator(sql, id)
  const reports = await closeReports(sql, id, 'hidden', deps.now())
  if (ad.hidden_by === 'operator' && ad.hidden_for === reason && reports === 0)
    throw meanwhile('This ad is hidden already, for the same reason.')
  await hideCar(sql, ad, { reason, by: 'operator', now: deps.now() })
  await notifyHidden(sql, deps, ad, reason)
  await audit('hide-ad', 'ad', id, {
    before: { status: ad.status_before ?? ad.status, hidden_by: ad.hidden_by, hidden_for: ad.hidden_for },
    after: { status: 'inactive', hidden_by: 'operator', hidden_for: reason, reports_closed: reports },
    note: reason,
  })
}

/** Restores a hidden ad and closes its open reports. */
export const restoreAd: AdminAction<{ id: string; note: string }, CarStatus> = async (
  { sql, deps, audit },
  { id, note },
) => {
  const { ad, status } = await bringBackCar(sql, id, deps.now())
  if (ad.hidden_by === '') throw meanwhile('This ad is not hidden.')
  const reports = await closeReports(sql, id, 'kept', deps.now())
  await notifyRestored(sql, deps, ad, status)
  await audit('restore-ad', 'ad', id, {
    before: { status: ad.status, hidden_by: ad.hidden_by, hidden_for: ad.hidden_for },
    after: { status, hidden_by: '', hidden_for: '', reports_closed: reports },
    note,
  })
  return status
}

/** Makes an ad featured or not featured. */
export const featureAd: AdminAction<{ id: string; featured: boolean }> = async (
  { sql, audit },
  { id, featured },
) => {
  const ad = await heldForOperator(sql, id)
  if (ad.featured === featured)
    throw meanwhile(featured ? 'This ad is featured already.' : 'This ad is not featured.')
  await featureCar(sql, id, featured)
  await audit(featured ? 'feature-ad' : 'unfeature-ad', 'ad', id, {
    before: { featured: ad.featured },
    after: { featured },
  })
}

/** Dismisses the open reports of an ad; restores the ad if reports had hidden it. */
export const keepAd: AdminAction<{ id: string; note: string; reports?: number | undefined }> = async (
  o,
  { id, note, reports: seen },
) => {
  const { sql, deps, audit } = o
  const { hidden_by } = await heldForOperator(sql, id)
  checkSeen(await openReports(sql, id), seen)
  if (hidden_by === 'reports') return void (await restoreAd(o, { id, note }))
  const reports = await closeReports(sql, id, 'kept', deps.now())
  if (reports === 0) throw meanwhile('Nothing is reported of this ad.')
  await audit('keep-ad', 'ad', id, { before: { open_reports: reports }, after: { open_reports: 0 }, note })
}

const shown = async (sql: Sql, { id }: { id: string }) => found(await adminAdById(sql, id))

export function mountAdminAds(mount: Mount, deps: Deps): void {
  mount(adminAdRoutes.adminListAds, ({ body, sql }) => okWith(adminAds(sql, body)))

  mount(adminAdRoutes.adminListReports, ({ body, sql }) => okWith(reportQueue(sql, body)))

  const act = actionMount(mount, deps)
  act(adminAdRoutes.hideAd, hideAd, 'Hidden. Its owner is told why.', shown)
  act(adminAdRoutes.restoreAd, restoreAd, 'It is back. Its owner is told.', shown)
  act(adminAdRoutes.keepAd, keepAd, 'Kept. Its reports are dismissed.', shown)
  const featured = (body: { featured: boolean }) =>
    body.featured ? 'It is featured.' : 'It is not featured any more.'
  act(adminAdRoutes.featureAd, featureAd, featured, shown)
}
