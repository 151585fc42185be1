import { AppError } from '#contract/errors.ts'
import { userRoutes } from '#contract/users/users.ts'
import { issueToken } from '../kernel/auth.ts'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { passwordMatches } from '../kernel/passwords.ts'
import { mountProfile } from './profile-routes.ts'
import { signInLife, userOf } from './users-rules.ts'
import { accountOf, dealerOf, featuredDealers } from './users-store.ts'

const ok = { success: true, msg: 'Success' } as const

export function mountUsers(mount: Mount, deps: Deps): void {
  mountProfile(mount, deps)
  mount(userRoutes.userLogin, async ({ body, sql }) => {
    const account = await accountOf(sql, body.email, deps.now())
    // Asked in any case: an unknown address answers as late and in the same words as a wrong password.
    const matches = await passwordMatches(account?.password_hash, body.password)
    if (!account || !matches) throw new AppError('wrong_credentials')
    const data = userOf(account)
    return { ...ok, msg: 'You are signed in', data, token: await issueToken(data, deps, signInLife) }
  })

  // A token is not kept on the server: signing out is the phone forgetting it.
  mount(userRoutes.logout, async () => ({ ...ok, msg: 'You are signed out' }))

  mount(userRoutes.getDealershipList, async ({ sql }) => ({
    ...ok,
    data: await featuredDealers(sql, deps.now()),
  }))

  mount(userRoutes.getDealerProfile, async ({ params, sql }) => {
    const data = await dealerOf(sql, params.id)
    if (!data) throw new AppError('not_found', { msg: 'This dealer could not be found.' })
    const { soldCarsCount: sold_cars_count, listingCarsCount: listing_cars_count } = data
    return { ...ok, data, sold_cars_count, listing_cars_count }
  })
}
