import { adRoutes } from './ads.ts'
import { carRoutes } from './cars.ts'
import { contactRoutes } from './forms/contact.ts'
import { enquiryRoutes } from './forms/enquiries.ts'
import { peopleRoutes } from './users/user-routes.ts'
import { planned } from './http.ts'
import { importRoutes } from './selling/import.ts'
import { describeRoutes } from './selling/describe.ts'
import { referenceRoutes } from './reference.ts'
import { draftRoutes } from './sync/drafts.ts'
import { syncRoutes } from './sync/sync.ts'
import { testDriveRoutes } from './forms/test-drives.ts'

/** Every call the server mounts. */
export const routes = {
  ...referenceRoutes,
  ...carRoutes,
  ...adRoutes,
  ...importRoutes,
  ...describeRoutes,
  ...peopleRoutes,
  ...enquiryRoutes,
  ...testDriveRoutes,
  ...contactRoutes,
  ...syncRoutes,
  ...draftRoutes,
}

/** Documented calls that are not mounted yet (R-API-13 to R-API-44). */
export const plannedRoutes = [
  planned('POST', 'users/get-dealer-list', 'R-API-21', 'optional'),
  planned('GET', 'users/all-active-user-count', 'R-API-23', 'optional'),
  planned('GET', 'admin_master/get-subscription-list', 'R-API-36', 'optional'),
  planned('POST', 'users/apply-subscription-order', 'R-API-37', 'required'),
  planned('POST', 'chat/save-chat-info', 'R-API-39', 'required'),
  planned('GET', 'chat/my-chat-list', 'R-API-40', 'required'),
  planned('POST', 'blogs/list-blogs', 'R-API-41', 'none'),
  planned('GET', 'blogs/get-blog-by-slug/:slug', 'R-API-42', 'none'),
]
