import { AppError } from '#contract/errors.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { audit, type AdminAction, operatorOf } from './audit.ts'
import { adminDealerById, adminDealers, heldDealer, setApproval } from './admin-dealers-store.ts'
import { layOut, queueEmail } from '../kernel/mail/outbox.ts'
import { siteIn } from '../reference/reference-store.ts'
import { adminDealerRoutes } from '#contract/admin/admin-dealers.ts'
import { type Mount, ok } from '../kernel/call.ts'

interface PersonNotice {
  subject: string
  lines: readonly string[]
  /** The operator's own words. */
  quote?: string
  /** Below the public address. */
  link: { words: string; path: string }
  notes: readonly string[]
}

/** An e-mail to the person an operator's action is about, in the transaction of that action. */
async function notifyPerson(sql: Sql, deps: Deps, recipient: string, notice: PersonNotice): Promise<void> {
  const site = await siteIn(sql, deps.config)
  const { path, words } = notice.link
  const link = { words, url: new URL(path, site.publicUrl).href }
  const mail = layOut({ ...notice, subject: `${notice.subject} · ${site.name}`, link })
  await queueEmail(sql, deps, { ...mail, recipient })
}

const noDealer = () => new AppError('not_found', { msg: 'There is no such dealer.' })

/** Approves the proof of the dealership that trades under `name`; with a running plan it makes a verified dealer. */
export const verifyDealer: AdminAction<{ id: string; name: string }> = async (
  sql,
  deps,
  by,
  { id, name },
) => {
  const dealer = await heldDealer(sql, id)
  if (!dealer) throw noDealer()
  if (dealer.approved_at !== null)
    throw new AppError('decided_meanwhile', { msg: 'This dealer is approved already.' })
  if (dealer.name !== name)
    throw new AppError('decided_meanwhile', { msg: `This dealer is called ${dealer.name} by now.` })
  const now = deps.now()
  await setApproval(sql, id, now)
  await notifyPerson(sql, deps, dealer.email, {
    subject: 'Your dealership is verified',
    lines: [
      `We have approved the proof of your dealership "${name}".`,
      'As long as a paid plan runs, your page and your cars show that you are a verified dealer.',
    ],
    link: { words: 'See your page', path: `/dealer/${encodeURIComponent(id)}` },
    notes: ['The approval counts for this name. If you trade under another one, please send us proof again.'],
  })
  const after = { approved_at: now.toISOString(), name }
  await audit(sql, deps, by, {
    action: 'verify-dealer',
    thing: 'person',
    id,
    before: { approved_at: null },
    after,
  })
}

/** Takes the approval away; the dealer reads why. */
export const unverifyDealer: AdminAction<{ id: string; reason: string }> = async (
  sql,
  deps,
  by,
  { id, reason },
) => {
  const dealer = await heldDealer(sql, id)
  if (!dealer) throw noDealer()
  if (dealer.approved_at === null)
    throw new AppError('decided_meanwhile', { msg: 'This dealer is not approved.' })
  await setApproval(sql, id, null)
  await notifyPerson(sql, deps, dealer.email, {
    subject: 'Your dealership is no longer verified',
    lines: [`Your page and your cars no longer show "${dealer.name}" as a verified dealer.`],
    quote: reason,
    link: { words: 'Write to us', path: '/contact' },
    notes: ['Your ads and your plan stay as they are.'],
  })
  await audit(sql, deps, by, {
    action: 'unverify-dealer',
    thing: 'person',
    id,
    before: { approved_at: dealer.approved_at.toISOString(), name: dealer.name },
    after: { approved_at: null },
    note: reason,
  })
}

export function mountAdminDealers(mount: Mount, deps: Deps): void {
  const shown = async (sql: Sql, id: string) => {
    const dealer = await adminDealerById(sql, id, deps.now())
    if (!dealer) throw new AppError('not_found')
    return dealer
  }

  mount(adminDealerRoutes.adminListDealers, async ({ body, sql }) => ({
    ...ok,
    ...(await adminDealers(sql, { ...body, now: deps.now() })),
  }))

  mount(adminDealerRoutes.verifyDealer, async ({ body: { user_id: id, name }, user, sql }) => {
    await verifyDealer(sql, deps, operatorOf(user), { id, name })
    return { ...ok, msg: `${name} is verified, and got a letter.`, data: await shown(sql, id) }
  })

  mount(adminDealerRoutes.unverifyDealer, async ({ body: { user_id: id, reason }, user, sql }) => {
    await unverifyDealer(sql, deps, operatorOf(user), { id, reason })
    return {
      ...ok,
      msg: 'No longer verified. The letter with your reason is on its way.',
      data: await shown(sql, id),
    }
  })
}
