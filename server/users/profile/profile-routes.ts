import { AppError } from '#contract/errors.ts'
import { type MarketName, regionOf } from '#contract/values/region.ts'
import { jsonIn } from '#contract/values/unknown.ts'
import { type Profile, type ProfileEdit, profileRoutes, profileFiles } from '#contract/users/profile.ts'
import { type Mount, noSuchPicture, ok, okData, type SentBody, type Thing } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { FormParts } from '../../kernel/http/form-parts.ts'
import { claimProfileImage, saveProfileImage } from '../../pictures/uploads/form-images.ts'
import { checkDigits, checkPlace } from '../places.ts'
import {
  heldAccount,
  historiesOf,
  type OwnAccount,
  profileFieldsOf,
  profileOf,
  rewriteAccount,
} from './profile-store.ts'
import { limits } from '#contract/limits.ts'

/** Bytes of a form: both pictures, a little too large so that it can be said at the field, and the text. */
const formBytes = 2 * limits.profileImage + 1_000_000

const isFile = (name: string): name is keyof typeof profileFiles => Object.hasOwn(profileFiles, name)

/** A text of a form as JSON would have it; what cannot be read is left for the schema to refuse. */
function valueOf(name: string, text: string): unknown {
  if (name === 'base_version') return /^\d{1,9}$/.test(text) ? Number(text) : text
  if (name === 'chat_emails') return text === 'true' || (text === 'false' ? false : text)
  return name === 'opening_hours' ? (jsonIn(text) ?? text) : text
}

/** The same edit as JSON (R-API-33): each file is kept as a picture of its owner, and named by the edit. */
async function readProfileForm(deps: Deps, parts: FormParts, user: string): Promise<SentBody> {
  const sent: Record<string, unknown> = {}
  for await (const { name, filename, bytes } of parts) {
    if (filename === undefined) sent[name] = valueOf(name, bytes.toString())
    else if (isFile(name))
      sent[profileFiles[name]] = await saveProfileImage(deps, { user, bytes, field: name })
    else throw noSuchPicture(name)
  }
  return sent
}

export function mountProfile(mount: Mount, deps: Deps): void {
  const at = () => ({ market: deps.config.market, now: deps.now() })

  mount(profileRoutes.getUserProfileData, async ({ user, sql }) => {
    const data = await profileOf(sql, user.id, at())
    // A token outlives its account.
    if (!data) throw new AppError('unauthenticated')
    return { ...ok, data, as_of: deps.now().toISOString() }
  })

  mount(profileRoutes.getMySubscriptionHistory, ({ user, sql }) =>
    okData(historiesOf(sql, user.id, deps.config.market)),
  )

  /** A repeated write answers with the profile as it is by then. */
  const thing: Thing = {
    name: 'profile',
    read: async (sql, { id, user }) => (id === user ? profileOf(sql, id, at()) : undefined),
  }
  mount(
    profileRoutes.updateUserDetails,
    async ({ body, user, sql }) => {
      const edit = { user: user.id, market: deps.config.market, now: deps.now() }
      const data = await editProfile(sql, edit, body)
      return { ...ok, msg: 'Your profile has been updated', data }
    },
    {
      thing,
      form: { bytes: formBytes, read: (parts, { user }) => readProfileForm(deps, parts, user) },
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
