import { adminDealerRoutes } from './admin-dealers.ts'
import { adminMessageRoutes } from './admin-messages.ts'
import { adminNameRoutes } from './admin-names.ts'
import { adminAdRoutes } from './admin-ads.ts'
import { adminArticleRoutes } from './admin-articles.ts'
import { adminOrderRoutes } from './admin-orders.ts'
import { adminPlanRoutes } from './admin-plans.ts'
import { auditLogRoutes } from './audit-log.ts'
import { countsRoutes } from './counts.ts'
import { adminPeopleRoutes } from './people.ts'
import { personReportRoutes } from './person-reports.ts'
import { secondFactorRoutes } from './second-factor.ts'

/** Every call of the operator's own people; all of them ask for the role and its second factor (R-ROLE-20). */
export const adminRoutes = {
  ...secondFactorRoutes,
  ...countsRoutes,
  ...adminPeopleRoutes,
  ...adminDealerRoutes,
  ...adminMessageRoutes,
  ...adminNameRoutes,
  ...adminAdRoutes,
  ...personReportRoutes,
  ...adminArticleRoutes,
  ...adminOrderRoutes,
  ...adminPlanRoutes,
  ...auditLogRoutes,
}
