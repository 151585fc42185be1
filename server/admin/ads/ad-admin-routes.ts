import { adminAdRoutes } from '#contract/admin/admin-ads.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { operatorOf } from '../audit.ts'
import { featureAd, hideAd, keepAd, restoreAd } from './ad-actions.ts'
import { adminAdById, adminAds, reportQueue } from './admin-ads-store.ts'

const success = true as const

async function shown(sql: Sql, id: string) {
  const ad = await adminAdById(sql, id)
  if (!ad) throw new Error('An ad is not there in the transaction that changed it.')
  return ad
}

export function mountAdminAds(mount: Mount, deps: Deps): void {
  mount(adminAdRoutes.adminListAds, async ({ body, sql }) => ({
    success,
    msg: 'Success',
    ...(await adminAds(sql, body)),
  }))

  mount(adminAdRoutes.adminListReports, async ({ body, sql }) => ({
    success,
    msg: 'Success',
    ...(await reportQueue(sql, body)),
  }))

  mount(adminAdRoutes.hideAd, async ({ body, user, sql }) => {
    await hideAd(sql, deps, operatorOf(user), body)
    return { success, msg: 'Hidden. Its owner is told why.', data: await shown(sql, body.id) }
  })

  mount(adminAdRoutes.restoreAd, async ({ body, user, sql }) => {
    await restoreAd(sql, deps, operatorOf(user), body)
    return { success, msg: 'It is back. Its owner is told.', data: await shown(sql, body.id) }
  })

  mount(adminAdRoutes.keepAd, async ({ body, user, sql }) => {
    await keepAd(sql, deps, operatorOf(user), body)
    return { success, msg: 'Kept. Its reports are dismissed.', data: await shown(sql, body.id) }
  })

  mount(adminAdRoutes.featureAd, async ({ body, user, sql }) => {
    await featureAd(sql, deps, operatorOf(user), body)
    const msg = body.featured ? 'It is featured.' : 'It is not featured any more.'
    return { success, msg, data: await shown(sql, body.id) }
  })
}
