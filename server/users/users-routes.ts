import { referenceRoutes } from '#contract/reference.ts'
import { dealerRoutes } from '#contract/users/dealers.ts'
import { found, type Mount, ok, okData, okWith } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import {
  activeUsers,
  answersWithin,
  dealerOf,
  dealerPage,
  featuredDealers,
  verifiedDealers,
} from './dealers-store.ts'
import { type EndForOthers, mountOwnAccount } from './profile/account-routes.ts'
import { mountProfile } from './profile/profile-routes.ts'
import { mountRecovery } from './recovery/recovery-routes.ts'
import { mountSessions } from './sessions/session-routes.ts'
import { mountSignIn } from './sign-in/sign-in-routes.ts'

/** Mounts the calls of accounts and dealers. `end` ends what other people wait for when an account is deleted. */
export function mountUsers(mount: Mount, deps: Deps, end: EndForOthers): void {
  mountProfile(mount, deps)
  mountSignIn(mount, deps)
  mountSessions(mount, deps)
  mountRecovery(mount, deps)
  mountOwnAccount(mount, deps, end)

  mount(referenceRoutes.getVerifiedDealers, ({ sql }) => okData(verifiedDealers(sql, deps.now())))

  mount(dealerRoutes.getDealershipList, ({ sql }) => okData(featuredDealers(sql, deps.now())))

  mount(dealerRoutes.getDealerList, ({ body, sql }) => okWith(dealerPage(sql, { ...body, now: deps.now() })))

  mount(dealerRoutes.getDealerProfile, async ({ params, sql }) => {
    const dealer = found(await dealerOf(sql, params.id, deps.now()), 'This dealer could not be found.')
    const { soldCarsCount: sold_cars_count, listingCarsCount: listing_cars_count } = dealer
    const minutes = await answersWithin({ sql, db: deps.db, now: deps.now() }, params.id)
    const data = { ...dealer, ...(minutes !== undefined && { answers_within_minutes: minutes }) }
    return { ...ok, data, sold_cars_count, listing_cars_count }
  })

  mount(dealerRoutes.allActiveUserCount, async ({ sql }) => ({
    ...ok,
    users_count: await activeUsers(sql, { verified: deps.config.requireVerifiedEmail }),
  }))
}
