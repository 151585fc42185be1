import { AppError } from '#contract/errors.ts'
import { marketOf } from '#contract/values/market.ts'
import { type ProfileEdit, profileRoutes, type ProfileVersion } from '#contract/users/profile.ts'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { checkDigits } from './numbers.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { heldAccount, type OwnAccount, profileFieldsOf, profileOf, rewriteAccount } from './profile-store.ts'

const success = true as const

export function mountProfile(mount: Mount, deps: Deps): void {
  mount(profileRoutes.getUserProfileData, async ({ user, sql }) => {
    const data = await profileOf(sql, user.id, deps.now())
    // A token outlives its account.
    if (!data) throw new AppError('unauthenticated')
    return { success, msg: 'Success', data, as_of: deps.now().toISOString() }
  })

  mount(profileRoutes.updateUserDetails, async ({ body, user, sql }) => {
    if (body.gsm !== undefined) checkDigits('gsm', body.gsm, deps.config.market)
    const { prefix } = marketOf[deps.config.market]
    const data = await editProfile(sql, { user: user.id, prefix: prefix.profile }, body)
    return { success, msg: 'Your profile has been updated', data }
  })
}

const conflict = (account: OwnAccount) => {
  const current = { version: account.version, fields: profileFieldsOf(account) }
  return new AppError('version_conflict', { current })
}

/**
 * Changes the given fields. With `base_version` only if the account is still at that version (I9); without, the last
 * write wins.
 */
async function editProfile(
  sql: Sql,
  o: { user: string; prefix: string },
  { base_version, ...patch }: ProfileEdit,
): Promise<ProfileVersion> {
  const account = await heldAccount(sql, o.user)
  if (!account) throw new AppError('unauthenticated')
  if (base_version !== undefined && base_version !== account.version) throw conflict(account)
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  // A number without a country code was never complete; the market knows the code its form shows.
  const country_code =
    patch.gsm !== undefined && account.country_code === '' ? o.prefix : account.country_code
  if (Object.keys(given).length > 0 && !(await rewriteAccount(sql, { ...account, ...given, country_code }))) {
    throw conflict(account)
  }
  const now = await heldAccount(sql, o.user)
  if (!now) throw new AppError('unauthenticated')
  return { _id: now.id, version: now.version, fields: profileFieldsOf(now) }
}
