import { accountRoutes } from './account.ts'
import { dealerRoutes } from './dealers.ts'
import { profileRoutes } from './profile.ts'
import { sessionRoutes } from './sessions.ts'
import { userRoutes } from './users.ts'

/** Every call about people. */
export const peopleRoutes = {
  ...userRoutes,
  ...accountRoutes,
  ...sessionRoutes,
  ...dealerRoutes,
  ...profileRoutes,
}
