import { adRoutes } from './ads.ts'
import { orderRoutes } from './plans/orders.ts'
import { planRoutes } from './plans/plans.ts'
import { adminRoutes } from './admin/admin-routes.ts'
import { blogRoutes } from './blogs.ts'
import { carRoutes } from './cars.ts'
import { formRoutes } from './forms/form-routes.ts'
import { peopleRoutes } from './users/user-routes.ts'
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
  ...planRoutes,
  ...orderRoutes,
  ...adminRoutes,
}
