import { adRoutes } from './ads.ts'
import { orderRoutes } from './plans/orders.ts'
import { planRoutes } from './plans/plans.ts'
import { blogRoutes } from './blogs.ts'
import { carRoutes } from './cars.ts'
import { importRoutes } from './selling/import.ts'
import { describeRoutes } from './selling/describe.ts'
import { referenceRoutes } from './reference.ts'
import { clientErrorRoutes } from './sync/client-errors.ts'
import { draftRoutes } from './sync/drafts.ts'
import { syncRoutes } from './sync/sync.ts'
import { adminDealerRoutes } from './admin/admin-dealers.ts'
import { adminMessageRoutes } from './admin/admin-messages.ts'
import { adminNameRoutes } from './admin/admin-names.ts'
import { adminAdRoutes } from './admin/admin-ads.ts'
import { adminArticleRoutes } from './admin/admin-articles.ts'
import { adminOrderRoutes } from './admin/admin-orders.ts'
import { adminPlanRoutes } from './admin/admin-plans.ts'
import { auditLogRoutes } from './admin/audit-log.ts'
import { countsRoutes } from './admin/counts.ts'
import { adminPeopleRoutes } from './admin/people.ts'
import { personReportRoutes } from './admin/person-reports.ts'
import { secondFactorRoutes } from './admin/second-factor.ts'
import { alertRoutes } from './forms/alerts.ts'
import { contactRoutes } from './forms/contact.ts'
import { enquiryRoutes } from './forms/enquiries.ts'
import { newsletterRoutes } from './forms/newsletter.ts'
import { reportRoutes } from './forms/reports.ts'
import { testDriveRoutes } from './forms/test-drives.ts'
import { accountRoutes } from './users/account.ts'
import { chatRoutes } from './chat/chat.ts'
import { conversationRoutes } from './chat/conversation.ts'
import { chatTokenRoutes } from './chat/token.ts'
import { dealerRoutes } from './users/dealers.ts'
import { profileRoutes } from './users/profile.ts'
import { sessionRoutes } from './users/sessions.ts'
import { userRoutes } from './users/users.ts'

/** Calls of the admin area; all except `secondFactorRoutes` need the admin role with its second factor (R-ROLE-20). */
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

/** Calls of the public forms. */
const formRoutes = {
  ...enquiryRoutes,
  ...testDriveRoutes,
  ...contactRoutes,
  ...newsletterRoutes,
  ...reportRoutes,
  ...alertRoutes,
}

/** Calls for accounts, dealers and chats. */
const peopleRoutes = {
  ...userRoutes,
  ...accountRoutes,
  ...sessionRoutes,
  ...dealerRoutes,
  ...profileRoutes,
  ...chatRoutes,
  ...conversationRoutes,
  ...chatTokenRoutes,
}

/** Every call that the server mounts. */
export const routes = {
  ...referenceRoutes,
  ...carRoutes,
  ...adRoutes,
  ...importRoutes,
  ...describeRoutes,
  ...peopleRoutes,
  ...formRoutes,
  ...blogRoutes,
  ...syncRoutes,
  ...draftRoutes,
  ...clientErrorRoutes,
  ...planRoutes,
  ...orderRoutes,
  ...adminRoutes,
}
