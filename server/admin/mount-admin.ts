import type { FastifyInstance } from 'fastify'
import { type Mount, ok, okData, okWith } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { mountAdminDealers } from './dealers.ts'
import { mountAdminMessages } from './messages.ts'
import { mountAdminNames } from './names.ts'
import { mountAdminAds } from './ads/ads.ts'
import { mountArticles } from './articles.ts'
import { mountAdminOrders } from './orders/orders.ts'
import { mountAdminPeople } from './people.ts'
import { mountPersonReports } from './reports/person-reports.ts'
import { mountReports } from './reports/ad-reports.ts'
import { mountSecondFactor } from './second-factor.ts'
import { adminPlanRoutes } from '#contract/admin/admin-plans.ts'
import { auditLogRoutes } from '#contract/admin/audit-log.ts'
import { type AdminCounts, counts, countsRoutes } from '#contract/admin/counts.ts'
import { actionMount, auditPage } from './audit.ts'
import { changePlan, plansForAdmin } from './plans.ts'
import { regionOf } from '#contract/values/region.ts'
import type { Sql } from '../kernel/db/sql.ts'

/** Mounts the calls for admins (R-ROLE-20) and the call that reports an ad. Each admin action writes the audit log. */
export function mountAdmin(app: FastifyInstance, mount: Mount, deps: Deps): void {
  mountSecondFactor(mount, deps)
  mountOverview(mount, deps)
  mountAdminPeople(mount, deps)
  mountAdminDealers(mount, deps)
  mountAdminMessages(mount, deps)
  mountAdminNames(mount, deps)
  mountAdminOrders(app, mount, deps)
  mountReports(mount)
  mountPersonReports(mount, deps)
  mountAdminAds(mount, deps)
  mountArticles(mount, deps)
}

const since = (rows: string) =>
  `(select json_build_object('today', count(*) filter (where created_at >= day), 'week', count(*)) from ${rows}
    and created_at > $1::timestamptz - interval '7 days')`
const count = (rows: string) => `(select count(*)::int from ${rows})`

/**
 * Counts everything in one statement. Open work and new ads have an index, so the statement does not scan the table of cars.
 */
async function countAll(sql: Sql, { config, now }: Pick<Deps, 'config' | 'now'>): Promise<AdminCounts> {
  const row = await sql.row(counts, {
    text: `with t as (select date_trunc('day', $1::timestamptz at time zone $2) at time zone $2 as day,
          date_trunc('month', $1::timestamptz at time zone $2) at time zone $2 as month)
      select ${count(`orders where state = 'pending'`)} as orders_pending,
        ${count(`proofs where state = 'waiting'`)} as proofs_waiting,
        ${count('(select distinct car_id from ad_reports where closed_at is null) r')} as reports_open,
        ${count('(select distinct person_id from person_reports where handled_at is null) r')} as person_reports_open,
        ${count(`proposed_names where state = 'open'`)} as names_open,
        ${count('test_drives where held_at is not null')} + ${count('contact_messages where held_at is not null')}
          + ${count('insurance_inquiries where held_at is not null')} as forms_held,
        ${count(`mail_outbox where sent_at is null and next_at < 'infinity'`)} as letters_waiting,
        ${count(`mail_outbox where sent_at is null and next_at < 'infinity' and tries > 0`)} as letters_failed,
        ${since('(select created_at from contact_messages union all select created_at from insurance_inquiries) m where true')} as messages,
        ${since('test_drives where true')} as test_drives, ${since('users where true')} as people,
        ${since(`cars where status = 'active'`)} as ads, ${since('enquiries where true')} as enquiries,
        (select coalesce(sum(amount), 0)::float8 from orders where state = 'paid' and paid_at >= month) as paid_this_month
      from t`,
    values: [now(), regionOf[config.market].timeZone],
  })
  if (!row) throw new Error('A count of everything has one row.')
  return row
}

/** Milliseconds for which the counts are cached. */
const countsLast = 10_000

/** Mounts the calls for counts, plans and the audit log. */
function mountOverview(mount: Mount, deps: Deps): void {
  let counted: { at: number; data: AdminCounts } | undefined
  mount(countsRoutes.getCounts, async ({ sql }) => {
    const at = deps.now().getTime()
    if (!counted || Math.abs(at - counted.at) >= countsLast) counted = { at, data: await countAll(sql, deps) }
    return { ...ok, data: counted.data }
  })

  mount(auditLogRoutes.listAuditLog, ({ body, sql }) => okWith(auditPage(sql, body)))

  mount(adminPlanRoutes.adminListPlans, ({ sql }) => okData(plansForAdmin(sql, deps.now())))

  actionMount(mount, deps)(adminPlanRoutes.savePlan, changePlan, 'The plan is changed.')
}
