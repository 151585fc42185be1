import type { FastifyInstance } from 'fastify'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { mountDrives } from './drives/drives-routes.ts'
import { mountCarEnquiries } from './enquiries-routes.ts'
import { mountForms } from './forms-routes.ts'
import { mountNewsletter } from './newsletter/newsletter-routes.ts'

/** Every form by which somebody writes to somebody. */
export function mountEnquiries(app: FastifyInstance, mount: Mount, deps: Deps): void {
  mountCarEnquiries(mount, deps)
  mountForms(mount, deps)
  mountDrives(mount, deps)
  mountNewsletter(app, mount, deps)
}
