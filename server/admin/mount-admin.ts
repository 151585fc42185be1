import type { FastifyInstance } from 'fastify'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { mountAdminDealers } from './dealers.ts'
import { mountAdminMessages } from './messages.ts'
import { mountAdminNames } from './names.ts'
import { mountAdminAds } from './ads/ads.ts'
import { mountArticles } from './articles.ts'
import { mountAdminOrders } from './orders/admin-orders-routes.ts'
import { mountOverview } from './overview-routes.ts'
import { mountAdminPeople } from './people.ts'
import { mountPersonReports } from './reports/person-reports.ts'
import { mountReports } from './reports/take-report.ts'
import { mountSecondFactor } from './second-factor.ts'

/** Calls of the operator's own people (R-ROLE-20), and what people report to them. Each action writes the audit log. */
export function mountAdmin(app: FastifyInstance, mount: Mount, deps: Deps): void {
  mountSecondFactor(mount, deps)
  mountOverview(mount, deps)
  mountAdminPeople(mount, deps)
  mountAdminDealers(mount, deps)
  mountAdminMessages(mount, deps)
  mountAdminNames(mount, deps)
  mountAdminOrders(app, mount, deps)
  mountReports(mount, deps)
  mountPersonReports(mount, deps)
  mountAdminAds(mount, deps)
  mountArticles(mount, deps)
}
