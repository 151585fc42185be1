import type { FastifyInstance } from 'fastify'
import { adRoutes } from '#contract/ads.ts'
import type { Actor, ServerCall, Mount, Thing } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { FormParts } from '../../kernel/http/form-parts.ts'
import { adFormReader, formBytes } from './ad-form.ts'
import { mountDescribe } from './describe-routes.ts'
import { deleteAd, editAd, postAd, removePicture } from './write-ad.ts'
import { adOf, ownAdOf, ownAds, adVersionOf } from './ads-store.ts'

const success = true as const

/** A repeated write answers with the ad as it is by then. */
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
    parts: {
      bytes: formBytes,
      read: (parts: FormParts, { user }: Actor) => readForm(parts, { user: user?.id ?? '', isNew }),
    },
  })

  mount(
    adRoutes.addCar,
    async ({ body, user, sql }) => {
      const ad = { ...body, id: body.id ?? deps.newId() }
      const data = await postAd({ sql, user: user.id, now: deps.now() }, ad)
      return { success, msg: 'Your ad has been published', data }
    },
    forms(true),
  )

  mount(
    adRoutes.updateCarDetails,
    async ({ body, user, sql }) => {
      await editAd({ sql, user: user.id, now: deps.now() }, body)
      const data = await ownAdOf(sql, user.id, body.car_id)
      if (!data) throw new Error('An ad is not there in the transaction that edited it.')
      return { success, msg: 'Your ad has been updated', data }
    },
    forms(false),
  )

  mount(adRoutes.deleteCar, async ({ params, user, sql }) => {
    await deleteAd({ sql, user: user.id, now: deps.now() }, params.id)
    return { success, msg: 'Your ad has been deleted', data: { _id: params.id } }
  })

  const removeOne = async ({ body, user, sql }: ServerCall<typeof adRoutes.deleteCarSingleImage>) => {
    const data = await removePicture({ sql, user: user.id, now: deps.now() }, body)
    return { success, msg: 'The image has been deleted', data }
  }
  mount(adRoutes.deleteCarSingleImage, removeOne, { thing: version })

  mount(adRoutes.myCarList, async ({ body, user, sql }) => {
    const found = await ownAds(sql, user.id, body)
    return { success, msg: 'Success', ...found, as_of: deps.now().toISOString() }
  })
}
