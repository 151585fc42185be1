import { adRoutes } from './ads.ts'
import { blogRoutes } from './blogs.ts'
import { carRoutes } from './cars.ts'
import { formRoutes } from './forms/form-routes.ts'
import { peopleRoutes } from './users/user-routes.ts'
import { planned } from './http.ts'
import { importRoutes } from './selling/import.ts'
import { describeRoutes } from './selling/describe.ts'
import { referenceRoutes } from './reference.ts'
import { clientErrorRoutes } from './sync/client-errors.ts'
import { draftRoutes } from './sync/drafts.ts'
import { syncRoutes } from './sync/sync.ts'

/** Every call the server mounts. */
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
}

/** Documented calls that are not mounted yet (R-API-13 to R-API-44). */
export const plannedRoutes = [
  planned('GET', 'admin_master/get-subscription-list', 'R-API-36', 'optional'),
  planned('POST', 'users/apply-subscription-order', 'R-API-37', 'required'),
]
