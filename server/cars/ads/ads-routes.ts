import type { FastifyInstance } from 'fastify'
import { adRoutes, featuresIn, tooManyImages } from '#contract/ads.ts'
import {
  fieldError,
  type Mount,
  noSuchPicture,
  ok,
  type SentBody,
  type ServerCall,
  type Thing,
} from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { fewAtOnce, type FormParts } from '../../kernel/http/form-parts.ts'
import { mountDescribe } from './describe-routes.ts'
import { deleteAd, editAd, postAd, removePicture } from './write-ad.ts'
import { adOf, adVersionOf, ownAdOf, ownAds } from './ads-store.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { uploadLimits } from '#contract/sync/uploads.ts'
import { saveAdImage, saveProfileImage } from '../../pictures/uploads/form-images.ts'

/** Maximum bytes of a form: all pictures at their maximum size, and the text. */
const formBytes = limits.adImages * uploadLimits.bytes + limits.profileImage + 1_000_000
/** Maximum bytes of all texts of a form and their names; the fields have their own limits. */
const mostText = 128 * 1024
/** Number of forms read at once, each of another person: each has a picture of up to 30 MB in memory. */
const mostAtOnce = 2

/** Removes the list index that browsers and libraries append to a name. */
const nameOf = (name: string): string => name.replace(/\[\d*\]$/, '')
const whole = /^\d{1,9}$/
const isPicture = (field: string) => field === 'images' || field === 'featured_image'

/** Reads the form of an ad into the shape of its JSON body (R-API-13 to R-API-15). */
async function readAdForm(
  deps: Deps,
  parts: FormParts,
  o: { user: string; isNew: boolean },
): Promise<SentBody> {
  const given: Record<string, unknown> = {}
  const features: string[] = []
  const images: string[] = []
  let [room, hasFiles] = [mostText, false]
  let cover: string | undefined

  const takeText = (field: string, text: string) => {
    if (field === 'carfeatures') features.push(...featuresIn(text))
    else if (field === 'base_version') given[field] = whole.test(text) ? Number(text) : text
    // Pictures that were uploaded before are given by their ids.
    else if (field === 'image_ids') images.push(...text.split(/[\s,]+/).filter((id) => id !== ''))
    // An edit also sends the pictures it shows; they stay unchanged.
    else if (!isPicture(field)) given[field] = text
  }
  const takeFile = async (field: string, bytes: Buffer) => {
    const file = { user: o.user, bytes, field }
    if (field === 'featured_image') cover = await saveProfileImage(deps, file)
    else if (images.length >= limits.adImages) throw fieldError('images', tooManyImages)
    else images.push(await saveAdImage(deps, file))
    hasFiles = true
  }
  for await (const { name, filename, bytes } of parts) {
    const field = nameOf(name)
    if (filename === undefined) {
      room -= name.length + bytes.length
      if (room < 0) throw new AppError('payload_too_large')
      takeText(field, bytes.toString('utf8'))
    } else {
      if (!isPicture(field)) throw noSuchPicture(name)
      await takeFile(field, bytes)
    }
  }
  if (features.length > 0) given['carfeatures'] = features
  // A new ad must have a picture and a featured picture; an edit without files leaves its pictures unchanged (R-VAL-49).
  if (!o.isNew && !hasFiles && images.length === 0) return given
  if (o.isNew || images.length > 0) given['image_ids'] = [...new Set(images)]
  if (o.isNew || cover !== undefined) given['featured_image'] = cover ?? ''
  return given
}

/** Reads forms of ads, few at a time; each file is stored like an upload. */
export const adFormReader = (deps: Deps) =>
  fewAtOnce(mostAtOnce, (parts, o: { user: string; isNew: boolean }) => readAdForm(deps, parts, o))

/** A repeated write returns the current state of the ad. */
const version: Thing = {
  name: 'ad',
  read: async (sql, { id, user }) => {
    const ad = await adOf(sql, id)
    return ad?.creator === user ? adVersionOf(ad) : undefined
  },
}
const card: Thing = { name: 'own-ad', read: (sql, { id, user }) => ownAdOf(sql, user, id) }

export function mountAds(app: FastifyInstance, mount: Mount, deps: Deps, o: { limits: boolean }): void {
  mountDescribe(app, deps, o)
  const readForm = adFormReader(deps)
  const forms = (isNew: boolean) => ({
    thing: isNew ? version : card,
    form: {
      bytes: formBytes,
      read: (parts: FormParts, { user }: { user: string }) => readForm(parts, { user, isNew }),
    },
  })

  mount(
    adRoutes.addCar,
    async ({ body, user, sql }) => {
      const ad = { ...body, id: body.id ?? deps.newId() }
      const data = await postAd({ sql, user: user.id, now: deps.now() }, ad)
      return { ...ok, msg: 'Your ad has been published', data }
    },
    forms(true),
  )

  mount(
    adRoutes.updateCarDetails,
    async ({ body, user, sql }) => {
      await editAd({ sql, user: user.id, now: deps.now() }, body)
      const data = await ownAdOf(sql, user.id, body.car_id)
      if (!data) throw new Error('An ad is not there in the transaction that edited it.')
      return { ...ok, msg: 'Your ad has been updated', data }
    },
    forms(false),
  )

  mount(adRoutes.deleteCar, async ({ params, user, sql }) => {
    await deleteAd({ sql, user: user.id, now: deps.now() }, params.id)
    return { ...ok, msg: 'Your ad has been deleted', data: { _id: params.id } }
  })

  const removeOne = async ({ body, user, sql }: ServerCall<typeof adRoutes.deleteCarSingleImage>) => {
    const data = await removePicture({ sql, user: user.id, now: deps.now() }, body)
    return { ...ok, msg: 'The image has been deleted', data }
  }
  mount(adRoutes.deleteCarSingleImage, removeOne, { thing: version })

  mount(adRoutes.myCarList, async ({ body, user, sql }) => {
    const found = await ownAds(sql, user.id, body)
    return { ...ok, ...found, as_of: deps.now().toISOString() }
  })
}
