import { AppError } from '#contract/errors.ts'
import { type MarketName, regionOf } from '#contract/values/region.ts'
import { type Profile, type ProfileEdit, profileRoutes } from '#contract/users/profile.ts'
import type { Mount, Thing } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { claimProfileImage } from '../../pictures/uploads/claim-images.ts'
import { checkDigits } from '../numbers.ts'
import { checkPlace } from '../places.ts'
import { formBytes, readProfileForm } from './profile-form.ts'
import {
  heldAccount,
  historiesOf,
  type OwnAccount,
  profileFieldsOf,
  profileOf,
  rewriteAccount,
} from './profile-store.ts'

const success = true as const

export function mountProfile(mount: Mount, deps: Deps): void {
  const at = () => ({ market: deps.config.market, now: deps.now() })

  mount(profileRoutes.getUserProfileData, async ({ user, sql }) => {
    const data = await profileOf(sql, user.id, at())
    // A token outlives its account.
    if (!data) throw new AppError('unauthenticated')
    return { success, msg: 'Success', data, as_of: deps.now().toISOString() }
  })

  mount(profileRoutes.getMySubscriptionHistory, async ({ user, sql }) => ({
    success,
    msg: 'Success',
    data: await historiesOf(sql, user.id, deps.config.market),
  }))

  /** Told again, a write says what the profile is by then. */
  const thing: Thing = {
    name: 'profile',
    read: async (sql, { id, user }) => (id === user ? profileOf(sql, id, at()) : undefined),
  }
  mount(
    profileRoutes.updateUserDetails,
    async ({ body, user, sql }) => {
      const edit = { user: user.id, market: deps.config.market, now: deps.now() }
      const data = await editProfile(sql, edit, body)
      return { success, msg: 'Your profile has been updated', data }
    },
    {
      thing,
      form: { bytes: formBytes, read: (form, { user }) => readProfileForm(deps, user?.id ?? '', form) },
    },
  )
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
  o: { user: string; market: MarketName; now: Date },
  { base_version, avatar_image, logo_image, ...patch }: ProfileEdit,
): Promise<Profile> {
  const account = await heldAccount(sql, o.user)
  if (!account) throw new AppError('unauthenticated')
  if (base_version !== undefined && base_version !== account.version) throw conflict(account)
  // A number that is kept already was right when it was given, and is no reason to refuse another name.
  if (patch.gsm !== undefined && patch.gsm !== account.gsm) checkDigits('gsm', patch.gsm, o.market)
  const { province = account.province, city = account.city } = patch
  if (province !== account.province || city !== account.city) await checkPlace(sql, { province, city })
  const claim = (image: string, field: string) => claimProfileImage(sql, { ...o, image, field })
  const given = {
    ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
    ...(avatar_image !== undefined && { avatarurl: await claim(avatar_image, 'avatar_image') }),
    ...(logo_image !== undefined && { logourl: await claim(logo_image, 'logo_image') }),
  }
  // A number without a country code was never complete; the market knows the code its form shows.
  const country_code =
    patch.gsm !== undefined && account.country_code === ''
      ? regionOf[o.market].prefix.profile
      : account.country_code
  if (Object.keys(given).length > 0 && !(await rewriteAccount(sql, { ...account, ...given, country_code }))) {
    throw conflict(account)
  }
  const now = await profileOf(sql, o.user, o)
  if (!now) throw new AppError('unauthenticated')
  return now
}
