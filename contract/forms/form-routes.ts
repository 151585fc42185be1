import { alertRoutes } from './alerts.ts'
import { contactRoutes } from './contact.ts'
import { enquiryRoutes } from './enquiries.ts'
import { newsletterRoutes } from './newsletter.ts'
import { reportRoutes } from './reports.ts'
import { testDriveRoutes } from './test-drives.ts'

/** Every call that a form on a page sends to a person. */
export const formRoutes = {
  ...enquiryRoutes,
  ...testDriveRoutes,
  ...contactRoutes,
  ...newsletterRoutes,
  ...reportRoutes,
  ...alertRoutes,
}
