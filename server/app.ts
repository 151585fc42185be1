// The whole server, listening nowhere yet: every group mounted by name.
import type { FastifyInstance } from 'fastify'
import { mountCars } from './cars/cars-routes.ts'
import { flushClicks } from './cars/clicks.ts'
import { mountEnquiries } from './enquiries/enquiries-routes.ts'
import { baseApp } from './kernel/base-app.ts'
import type { Deps } from './kernel/deps.ts'
import { mountPictures } from './pictures/media-routes.ts'
import { mountReference } from './reference/reference-routes.ts'
import { mountUsers } from './users/users-routes.ts'
import { readApp } from './web/read-app.ts'
import { mountWeb } from './web/web-routes.ts'

export interface AppOptions {
  /** Rate limits; off only where one address plays many people, as in tests. */
  limits?: boolean
  /** Replies are checked against the contract. */
  checkReplies?: boolean
  /** Folder of the built app; without it only the API answers. */
  webRoot?: string | undefined
}

export async function buildApp(deps: Deps, o: AppOptions = {}): Promise<FastifyInstance> {
  const { app, mount } = await baseApp(deps, {
    limits: o.limits ?? true,
    checkReplies: o.checkReplies ?? false,
  })
  mountReference(mount, deps)
  mountCars(mount, deps)
  mountUsers(mount, deps)
  mountEnquiries(mount, deps)
  mountPictures(app, deps)
  app.addHook('onClose', () =>
    // A database that is away must not keep the rest from closing.
    flushClicks(deps.db).catch((error: unknown) =>
      app.log.error(error, 'the last views could not be written'),
    ),
  )

  const web = o.webRoot === undefined ? undefined : readApp(o.webRoot)
  if (web) mountWeb(app, web)
  return app
}
