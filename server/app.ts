// Builds the whole server without listening; mounts every group of routes by name.
import { mountAdmin } from './admin/mount-admin.ts'
import { mountBlogs } from './blogs/blogs-routes.ts'
import type { ListQuery } from '#contract/list-query.ts'
import { mountCars } from './cars/cars-routes.ts'
import { mountChat } from './chat/chat-routes.ts'
import { endChatsOf } from './chat/store-of.ts'
import { endEnquiriesOf, mountEnquiries } from './enquiries/mount-enquiries.ts'
import { mountImport } from './import/import-routes.ts'
import { baseApp } from './kernel/base-app.ts'
import type { Deps } from './kernel/deps.ts'
import { mountReceipts } from './kernel/http/receipts.ts'
import { mountOrders } from './orders/mount-orders.ts'
import { mountReference } from './reference/reference-routes.ts'
import { mountUploads } from './pictures/uploads/uploads-routes.ts'
import { mountUsers } from './users/users-routes.ts'
import { mountFound } from './web/found/found.ts'
import { mountWeb } from './web/web-routes.ts'

export interface AppOptions {
  /** Whether rate limits are on; they are off only where one address acts for many people, as in tests. */
  limits?: boolean
  /** Whether replies are checked against the contract. */
  checkReplies?: boolean
  /** Folder of the built app; without it only the API is served. */
  webRoot?: string | undefined
}

export async function buildApp(deps: Deps, o: AppOptions = {}) {
  const options = { limits: o.limits ?? true, checkReplies: o.checkReplies ?? false }
  const { app, mount } = await baseApp(deps, options)
  mountReceipts(mount, deps)
  mountReference(app, mount, deps)
  const list = mountCars(app, mount, deps, options)
  mountUsers(mount, deps, async (sql, given, who) => {
    await endEnquiriesOf(sql, given, who)
    await endChatsOf(sql, deps, who.user)
  })
  mountEnquiries(app, mount, deps)
  mountBlogs(mount, deps)
  mountChat(app, mount, deps, options)
  mountOrders(app, mount, deps)
  mountAdmin(app, mount, deps)
  mountImport(app, mount, deps, options)
  mountUploads(app, deps)
  const carsOf = (query: ListQuery) => list.cars(query)
  mountFound(app, deps, carsOf)
  mountWeb(app, mount, deps, { ...options, root: o.webRoot, carsOf })
  return app
}
