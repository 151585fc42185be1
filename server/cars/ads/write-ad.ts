// Posting, editing and deleting one's own ad. Each write returns the version that it made, so that a delayed duplicate of the
// request gets the same response (S49).
import { type AdEdit, type AdVersion, type NewAd, tooManyImages } from '#contract/ads.ts'
import type { Picture } from '#contract/cars.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { pictureUrl, uploadedIn } from '#contract/values/pictures.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { knownNames } from '../../reference/reference-store.ts'
import { claimImages } from '../../pictures/uploads/form-images.ts'
import {
  type AdRow,
  buriedAd,
  heldAd,
  saveReply,
  ledgerOf,
  removeAd,
  takeId,
  adVersionOf,
} from './ads-store.ts'
import {
  type AdWrite,
  contactErrors,
  holdAdOwner,
  optionErrors,
  type OwnerPlace,
  refuseOverPlan,
  refuseRepost,
  slugOf,
} from './ad-rules.ts'
import { insertCar, rewriteCar, type NewCar } from '../cars-write.ts'
import { noSuchAd } from './hidden-ads.ts'

const notYours = () => new AppError('forbidden', { msg: 'This ad belongs to somebody else.' })
const hidden =
  'We have hidden this ad, so its status cannot be changed. Please write to us when it is put right.'
const oneLeft = 'An ad needs at least one image. Add another one before you delete this.'

const altOf = (title: string) => `Picture of ${title}`
const nameOf = (url: string) => uploadedIn(url) ?? pictureUrl(url, 1280, 'webp')
const samePicture = (a: string, b: string) => nameOf(a) === nameOf(b)

/** Publishes an ad under the id from the phone. The same id from the same person is the same ad, whenever it arrives. */
export async function postAd(
  w: AdWrite,
  { id, image_ids, featured_image, replaces, ...given }: NewAd & { id: string },
): Promise<AdVersion> {
  const { sql, user, now } = w
  const home = await holdAdOwner(w)
  if (!home) throw new AppError('unauthenticated')
  if (!(await takeId(sql, { id, creator: user, now }))) return postedAs(w, id)
  const typed = { ...given, ...standsAt(given, home) }
  refuse({ ...(await nameErrors(sql, typed)), ...optionErrors(typed, now), ...contactErrors(typed) })
  const old = replaces === undefined ? undefined : await buriedAd(sql, { id: replaces, creator: user })
  await refuseRepost(w, { id, ...typed, replaces: old && replaces })
  if (typed.status === 'active') await refuseOverPlan(w)
  const pictures = await uploaded(w, coverFirst(featured_image, image_ids), typed.title)
  await insertCar(sql, {
    ...typed,
    id,
    slug: slugOf({ id, ...typed }),
    creator: user,
    pictures,
    // An ad that is brought back keeps its date, so it does not move to the top.
    created_at: old?.created_at ?? now,
  })
  const ad = await heldAd(sql, id)
  if (!ad) throw new Error('An ad is not there in the transaction that posted it.')
  const reply = adVersionOf(ad)
  await saveReply(sql, reply)
  return reply
}

/** Returns the place of the ad, by default the seller's. The seller's city is used only together with the seller's province. */
const standsAt = ({ province, city }: Pick<NewAd, 'province' | 'city'>, home: OwnerPlace): OwnerPlace => ({
  province: province ?? home.province,
  city: city ?? (province === undefined || province === home.province ? home.city : ''),
})

/** Returns the pictures of this person's finished uploads; refuses other ids. */
async function uploaded(
  { sql, user, now }: AdWrite,
  ids: readonly string[],
  title: string,
): Promise<Picture[]> {
  const claimed = await claimImages(sql, user, ids, now)
  return claimed.map((picture) => ({ ...picture, alt: altOf(title) }))
}

/** Returns the stored reply of the ad with this id. Other people learn only that the ad is not theirs. */
async function postedAs({ sql, user }: AdWrite, id: string): Promise<AdVersion> {
  const known = await ledgerOf(sql, id)
  if (known?.creator !== user) throw notYours()
  if (known.reply === null) throw new AppError('gone')
  return known.reply
}

const coverFirst = (cover: string | undefined, ids: readonly string[]): string[] =>
  cover === undefined ? [...ids] : [cover, ...ids]

function refuse(fields: Readonly<Record<string, string>>): void {
  const [msg] = Object.values(fields)
  if (msg !== undefined) throw new AppError('validation_failed', { msg, fields })
}

/** Returns errors for makes, models and places that are not spelled as in the reference data. */
async function nameErrors(
  sql: Sql,
  ad: OwnerPlace & Pick<NewAd, 'make' | 'model'>,
): Promise<Record<string, string>> {
  const known = await knownNames(sql, ad)
  return {
    ...(!known.make && { make: 'Please select a make' }),
    ...(!known.model && { model: 'Please select a model' }),
    ...(!known.province && { province: 'Please select a province' }),
    ...(!known.city && { city: 'Please select a city' }),
  }
}

/** Returns the caller's own ad and locks its row; throws `forbidden`, `gone` or `not_found`. */
async function ownAd({ sql, user }: AdWrite, id: string): Promise<AdRow> {
  const ad = await heldAd(sql, id)
  if (ad?.creator === user) return ad
  if (ad) throw notYours()
  const known = await ledgerOf(sql, id)
  if (!known) throw noSuchAd()
  throw known.creator === user ? new AppError('gone', { msg: 'This ad was deleted.' }) : notYours()
}

const conflict = (ad: AdRow) => {
  const { version, fields } = adVersionOf(ad)
  return new AppError('version_conflict', { current: { version, fields } })
}

async function rewrite({ sql, now }: AdWrite, ad: AdRow, over: Partial<NewCar>): Promise<AdVersion> {
  const next = { ...ad, ...over, updated_at: now }
  // The generated `alt` text of a picture follows the title.
  const pictures = next.pictures.map((p) =>
    p.alt === altOf(ad.title) ? { ...p, alt: altOf(next.title) } : p,
  )
  const written = await rewriteCar(sql, { ...next, pictures }, ad.version)
  const fresh = await heldAd(sql, ad.id)
  if (!written || !fresh) throw conflict(fresh ?? ad)
  return adVersionOf(fresh)
}

const names = ['make', 'model', 'province', 'city'] as const

/**
 * Changes the given fields. With `base_version`, only if the ad is still at that version; else the error contains the current ad
 * (I9). Without it, the last write wins, as for plain clients of the API.
 */
export async function editAd(w: AdWrite, { car_id, base_version, ...patch }: AdEdit): Promise<AdVersion> {
  // Code that counts ads locks the person first, so the person is locked before the ad here, too.
  if (patch.status === 'active') await holdAdOwner(w)
  const ad = await ownAd(w, car_id)
  if (base_version !== undefined && base_version !== ad.version) throw conflict(ad)
  // A hidden ad keeps its status until the operator brings the ad back.
  if (ad.hidden_for !== '' && patch.status !== undefined && patch.status !== ad.status)
    throw new AppError('ad_hidden', { msg: hidden })
  const { images, image_ids = [], featured_image, ...typed } = defined(patch)
  const added = coverFirst(featured_image, image_ids)
  if (images === undefined && added.length === 0 && Object.keys(typed).length === 0) return adVersionOf(ad)
  await checkEdit(w, ad, typed)
  const retained = images ? await arranged(w, ad, images) : ad.pictures
  const pictures =
    added.length > 0 ? await joined(w, retained, { added, title: ad.title, featured_image }) : retained
  return rewrite(w, ad, { ...typed, pictures })
}

/** Checks the changed fields; unchanged fields are not validated again. */
async function checkEdit(w: AdWrite, ad: AdRow, typed: Given<Omit<AdEdit, 'car_id'>>): Promise<void> {
  const was: Readonly<Record<string, unknown>> = ad
  const differs = ([name, value]: [string, unknown]) => value !== was[name]
  const changed = Object.fromEntries(Object.entries(typed).filter(differs)) as typeof typed
  const renamed = names.some((name) => changed[name] !== undefined)
  refuse({
    ...(renamed && (await nameErrors(w.sql, { ...ad, ...changed }))),
    ...optionErrors(changed, w.now),
    ...contactErrors(changed),
  })
  if (typed.status === 'active' && ad.status !== 'active') await refuseOverPlan(w)
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
const defined = <T extends object>(given: T): Given<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given<T>

/** Returns the ad's pictures that the owner wants, in the given order. A new picture must have been uploaded before. */
async function arranged(w: AdWrite, ad: AdRow, images: readonly string[]): Promise<Picture[]> {
  const isThere = (url: string) => ad.pictures.some((p) => samePicture(p.url, url))
  const added = images.filter((url) => !isThere(url)).map(uploadedIn)
  if (added.includes(undefined)) refuse({ images: 'Please upload this image first.' })
  // One statement for all pictures shortens the request and the lock on the ad.
  const ids = added.filter((id) => id !== undefined)
  const all = ids.length === 0 ? ad.pictures : [...ad.pictures, ...(await uploaded(w, ids, ad.title))]
  const pictures = new Set(images.flatMap((url) => all.find((p) => samePicture(p.url, url)) ?? []))
  if (pictures.size === 0 && ad.pictures.length > 0) refuse({ images: oneLeft })
  if (pictures.size > Math.max(limits.adImages, ad.pictures.length)) refuse({ images: tooManyImages })
  return [...pictures]
}

/** Returns the pictures with those of an edit's files appended, and the edit's featured picture first. */
async function joined(
  w: AdWrite,
  retained: readonly Picture[],
  o: { added: readonly string[]; title: string; featured_image: string | undefined },
): Promise<Picture[]> {
  const more = await uploaded(w, o.added, o.title)
  const isIn = (all: readonly Picture[], { url }: Picture) => all.some((p) => samePicture(p.url, url))
  const cover = o.featured_image === undefined ? [] : more.slice(0, 1)
  const rest = [...retained, ...more.filter((picture) => !isIn(retained, picture))]
  const pictures = [...cover, ...rest.filter((picture) => !isIn(cover, picture))]
  if (pictures.length > Math.max(limits.adImages + cover.length, retained.length))
    refuse({ images: tooManyImages })
  return pictures
}

/** Deletes one picture. A missing picture changes nothing; the last one stays (R-VAL-50). */
export async function removePicture(
  w: AdWrite,
  { car_id, image_url }: { car_id: string; image_url: string },
): Promise<AdVersion> {
  const ad = await ownAd(w, car_id)
  const pictures = ad.pictures.filter((p) => !samePicture(p.url, image_url))
  if (pictures.length === ad.pictures.length) return adVersionOf(ad)
  if (pictures.length === 0) refuse({ image_url: oneLeft })
  return rewrite(w, ad, { pictures })
}

/** Deletes the ad; a repetition has no effect. */
export async function deleteAd(w: AdWrite, id: string): Promise<void> {
  try {
    await removeAd(w.sql, await ownAd(w, id), w.now)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'gone') throw error
  }
}
