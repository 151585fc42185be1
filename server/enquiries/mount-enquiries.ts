import type { FastifyInstance } from 'fastify'
import { type Mount, ok } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { endDrivesOf } from './drives/drives-post.ts'
import { mountDrives } from './drives/drives-routes.ts'
import { mountForms } from './forms-routes.ts'
import { mountNewsletter } from './newsletter/newsletter-routes.ts'
import { unsubscribeAddress } from './newsletter/newsletter-store.ts'
import type { z } from 'zod/mini'
import { enquiryRoutes, type enquiryBody } from '#contract/forms/enquiries.ts'
import { AppError } from '#contract/errors.ts'
import { writeEmail } from '../kernel/mail/outbox.ts'
import { hasPaidPlan } from '../users/users-store.ts'
import { enquiryEmail, madeOnce } from './enquiries-rules.ts'
import { addEnquiry, carForSale, enquiriesOf, enquiryByRef, type SentEnquiry } from './enquiries-store.ts'

type EnquiryBody = z.output<typeof enquiryBody>

function mountCarEnquiries(mount: Mount, deps: Deps): void {
  mount(enquiryRoutes.sendCarEnquiryMail, async ({ body, sql }) => {
    const known = () => enquiryByRef(sql, body.client_ref)
    const data = await madeOnce(known, () => enquire(sql, deps, body))
    return { ...ok, msg: 'Your enquiry has been sent', data }
  })

  mount(enquiryRoutes.myCarsEnquiryList, async ({ body, user, sql }) => {
    if (!(await hasPaidPlan(sql, user.id, deps.now()))) throw new AppError('subscription_required')
    return { ...ok, ...(await enquiriesOf(sql, user.id, body)) }
  })
}

/** Stores the enquiry and its e-mail in one transaction; returns `undefined` when the reference was used meanwhile. */
async function enquire(sql: Sql, deps: Deps, body: EnquiryBody): Promise<SentEnquiry | undefined> {
  const { countryCode: country_code, ...given } = body
  const { car_id } = body
  const car = await carForSale(sql, car_id)
  const id = deps.newId()
  const created_at = deps.now()
  if (!(await addEnquiry(sql, { ...given, id, country_code, owner_id: car.owner_id, created_at })))
    return undefined
  const url = `/listing/${encodeURIComponent(car.slug)}`
  // The seller's answer goes to the asker, not to the sender address of the site.
  const mail = { dedup_key: id, recipient: car.owner_email, reply_to: body.email, created_at }
  await writeEmail(sql, deps, enquiryEmail({ title: car.title, url }, body), mail)
  return { _id: id, car_id, created_at: created_at.toISOString() }
}

/** Mounts all forms by which a person writes to a person. */
export function mountEnquiries(app: FastifyInstance, mount: Mount, deps: Deps): void {
  mountCarEnquiries(mount, deps)
  mountForms(mount, deps)
  mountDrives(mount, deps)
  mountNewsletter(app, mount, deps)
}

/** Ends the test drives of a deleted account, and its newsletter subscription when the address was verified. */
export async function endEnquiriesOf(
  sql: Sql,
  deps: Pick<Deps, 'config' | 'newId' | 'now'>,
  who: { user: string; email: string | undefined },
): Promise<void> {
  await endDrivesOf(sql, deps, who)
  if (who.email !== undefined) await unsubscribeAddress(sql, who.email, deps.now())
}
