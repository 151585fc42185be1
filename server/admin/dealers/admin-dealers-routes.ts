import { adminDealerRoutes } from '#contract/admin/admin-dealers.ts'
import { AppError } from '#contract/errors.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { operatorOf } from '../audit.ts'
import { adminDealerById, adminDealers } from './admin-dealers-store.ts'
import { unverifyDealer, verifyDealer } from './dealer-actions.ts'

const success = true as const

export function mountAdminDealers(mount: Mount, deps: Deps): void {
  const shown = async (sql: Sql, id: string) => {
    const dealer = await adminDealerById(sql, id, deps.now())
    if (!dealer) throw new AppError('not_found')
    return dealer
  }

  mount(adminDealerRoutes.adminListDealers, async ({ body, sql }) => ({
    success,
    msg: 'Success',
    ...(await adminDealers(sql, { ...body, now: deps.now() })),
  }))

  mount(adminDealerRoutes.verifyDealer, async ({ body: { user_id: id, name }, user, sql }) => {
    await verifyDealer(sql, deps, operatorOf(user), { id, name })
    return { success, msg: `${name} is verified, and got a letter.`, data: await shown(sql, id) }
  })

  mount(adminDealerRoutes.unverifyDealer, async ({ body: { user_id: id, reason }, user, sql }) => {
    await unverifyDealer(sql, deps, operatorOf(user), { id, reason })
    return {
      success,
      msg: 'No longer verified. The letter with your reason is on its way.',
      data: await shown(sql, id),
    }
  })
}
