import type { FastifyInstance } from 'fastify'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { endDrivesOf } from './drives/end-drives.ts'
import { mountDrives } from './drives/drives-routes.ts'
import { mountCarEnquiries } from './enquiries-routes.ts'
import { mountForms } from './forms-routes.ts'
import { mountNewsletter } from './newsletter/newsletter-routes.ts'
import { unsubscribeAddress } from './newsletter/newsletter-store.ts'

/** Every form by which a person writes to a person. */
export function mountEnquiries(app: FastifyInstance, mount: Mount, deps: Deps): void {
  mountCarEnquiries(mount, deps)
  mountForms(mount, deps)
  mountDrives(mount, deps)
  mountNewsletter(app, mount, deps)
}

/**
 * What a person had asked for ends with their account; the newsletter too where the address was proved to be theirs.
 */
export async function endEnquiriesOf(
  sql: Sql,
  deps: Pick<Deps, 'config' | 'newId' | 'now'>,
  who: { user: string; email: string | undefined },
): Promise<void> {
  await endDrivesOf(sql, deps, who)
  if (who.email !== undefined) await unsubscribeAddress(sql, who.email, deps.now())
}
