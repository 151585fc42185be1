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

/** Bytes of a form: the text and two pictures. The margin lets a slightly too large picture be refused at its field. */
const formBytes = 2 * limits.profileImage + 1_000_000

const isFile = (name: string): name is keyof typeof profileFiles => Object.hasOwn(profileFiles, name)

/** Converts a text of a form to its JSON value; leaves an unreadable text for the schema to refuse. */
function valueOf(name: string, text: string): unknown {
  if (name === 'base_version') return /^\d{1,9}$/.test(text) ? Number(text) : text
  if (name === 'chat_emails') return text === 'true' || (text === 'false' ? false : text)
  return name === 'opening_hours' ? (jsonIn(text) ?? text) : text
}

/**
 * Reads a multipart form as the same edit in JSON (R-API-33): stores each file as a picture of its owner and puts its name
 * into the edit.
 */
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
    // A token can outlive its account.
    if (!data) throw new AppError('unauthenticated')
    return { ...ok, data, as_of: deps.now().toISOString() }
  })

  mount(profileRoutes.getMySubscriptionHistory, ({ user, sql }) =>
    okData(historiesOf(sql, user.id, deps.config.market)),
  )

  /** Source of the response to a repeated write: the current profile. */
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
 * Changes the given fields. With `base_version`, throws `version_conflict` unless the account is at that version (I9);
 * without, the last write wins.
 */
async function editProfile(
  sql: Sql,
  o: { user: string; market: MarketName; now: Date },
  { base_version, avatar_image, logo_image, ...patch }: ProfileEdit,
): Promise<Profile> {
  const account = await heldAccount(sql, o.user)
  if (!account) throw new AppError('unauthenticated')
  if (base_version !== undefined && base_version !== account.version) throw conflict(account)
  // A stored number was valid when it was entered, so it must not block the edit of another field.
  if (patch.gsm !== undefined && patch.gsm !== account.gsm) checkDigits('gsm', patch.gsm, o.market)
  const { province = account.province, city = account.city } = patch
  if (province !== account.province || city !== account.city) await checkPlace(sql, { province, city })
  const claim = (image: string, field: string) => claimProfileImage(sql, { ...o, image, field })
  const given = {
    ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
    ...(avatar_image !== undefined && { avatarurl: await claim(avatar_image, 'avatar_image') }),
    ...(logo_image !== undefined && { logourl: await claim(logo_image, 'logo_image') }),
  }
  // A stored number may lack a country code; the form shows the code of the market.
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
