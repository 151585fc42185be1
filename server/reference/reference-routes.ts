import type { FastifyInstance } from 'fastify'
import { referenceRoutes } from '#contract/reference.ts'
import { found, type Mount, ok } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { brandOf, citiesOf, siteSettingsOf } from './reference-rules.ts'
import { cachedReference } from './reference-store.ts'
import { followReference } from './proposed-names.ts'

export function mountReference(app: FastifyInstance, mount: Mount, deps: Deps): void {
  const unfollow = followReference(deps.db)
  app.addHook('preClose', async () => {
    unfollow()
  })

  const data = () => cachedReference(deps)
  mount(referenceRoutes.getAllMakes, async () => ({ ...ok, data: (await data()).brands }))
  mount(referenceRoutes.getAllCarTypes, async () => ({ ...ok, data: (await data()).carTypes }))
  mount(referenceRoutes.getAllStates, async () => ({ ...ok, data: (await data()).provinces }))

  mount(referenceRoutes.getSingleMake, async ({ params }) => ({
    ...ok,
    data: found(brandOf((await data()).brands, params.id), 'There is no such make.'),
  }))

  mount(referenceRoutes.getCitiesByStateIds, async ({ body }) => ({
    ...ok,
    data: citiesOf(await data(), body.state_ids),
  }))

  mount(referenceRoutes.getSiteSettings, async () => ({
    ...ok,
    data: siteSettingsOf((await data()).settings, deps.config),
  }))
}
