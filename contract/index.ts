import { adRoutes } from './ads.ts'
import { carRoutes } from './cars.ts'
import { contactRoutes } from './forms/contact.ts'
import { enquiryRoutes } from './forms/enquiries.ts'
import { planned } from './http.ts'
import { profileRoutes } from './users/profile.ts'
import { referenceRoutes } from './reference.ts'
import { syncRoutes } from './sync/sync.ts'
import { testDriveRoutes } from './forms/test-drives.ts'
import { userRoutes } from './users/users.ts'

/** Every call the server mounts. */
export const routes = {
  ...referenceRoutes,
  ...carRoutes,
  ...adRoutes,
  ...userRoutes,
  ...profileRoutes,
  ...enquiryRoutes,
  ...testDriveRoutes,
  ...contactRoutes,
  ...syncRoutes,
}

/** Documented calls that are not mounted yet (R-API-13 to R-API-44). */
export const plannedRoutes = [
  planned('POST', 'cars/get-testDrive-list', 'R-API-18', 'required'),
  planned('POST', 'users/get-dealer-list', 'R-API-21', 'optional'),
  planned('GET', 'users/all-active-user-count', 'R-API-23', 'optional'),
  planned('POST', 'users/sign-up', 'R-API-26', 'optional'),
  planned('GET', 'users/verify-user/:id', 'R-API-27', 'optional'),
  planned('POST', 'users/forgot-password', 'R-API-28', 'optional'),
  planned('GET', 'users/verify-forgot-password-string/:token', 'R-API-29', 'optional'),
  planned('POST', 'users/reset-user-password/:token', 'R-API-30', 'optional'),
  planned('GET', 'users/get-my-subscription-history', 'R-API-32', 'required'),
  planned('GET', 'admin_master/get-subscription-list', 'R-API-36', 'optional'),
  planned('POST', 'users/apply-subscription-order', 'R-API-37', 'required'),
  planned('POST', 'chat/save-chat-info', 'R-API-39', 'required'),
  planned('GET', 'chat/my-chat-list', 'R-API-40', 'required'),
  planned('POST', 'blogs/list-blogs', 'R-API-41', 'none'),
  planned('GET', 'blogs/get-blog-by-slug/:slug', 'R-API-42', 'none'),
]
