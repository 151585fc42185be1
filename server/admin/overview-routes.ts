import { adminPlanRoutes } from '#contract/admin/admin-plans.ts'
import { auditLogRoutes } from '#contract/admin/audit-log.ts'
import { type AdminCounts, countsRoutes } from '#contract/admin/counts.ts'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { operatorOf } from './audit.ts'
import { countAll } from './counts.ts'
import { auditPage } from './audit-list.ts'
import { changePlan, plansForAdmin } from './plans.ts'

const ok = { success: true, msg: 'Success' } as const

/** Milliseconds that everything counted is told again. */
const countsLast = 10_000

/** Counts, plans and the audit log. */
export function mountOverview(mount: Mount, deps: Deps): void {
  let counted: { at: number; data: AdminCounts } | undefined
  mount(countsRoutes.getCounts, async ({ sql }) => {
    const at = deps.now().getTime()
    if (!counted || Math.abs(at - counted.at) >= countsLast) counted = { at, data: await countAll(sql, deps) }
    return { ...ok, data: counted.data }
  })

  mount(auditLogRoutes.listAuditLog, async ({ body, sql }) => ({ ...ok, ...(await auditPage(sql, body)) }))

  mount(adminPlanRoutes.adminListPlans, async ({ sql }) => ({
    ...ok,
    data: await plansForAdmin(sql, deps.now()),
  }))

  mount(adminPlanRoutes.savePlan, async ({ body: { plan_id: id, ...change }, sql, user }) => {
    await changePlan(sql, deps, operatorOf(user), { id, ...change })
    return { ...ok, msg: 'The plan is changed.' }
  })
}
