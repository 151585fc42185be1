import { part, raw, type Sql, type SqlPart } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { actionMount, type AdminAction, meanwhile } from './audit.ts'
import { type EmailWords, writeEmail } from '../kernel/mail/outbox.ts'
import { siteIn } from '../reference/reference-store.ts'
import {
  type AdminDealer,
  adminDealer,
  adminDealerRoutes,
  type DealerFilter,
} from '#contract/admin/admin-dealers.ts'
import { found, type Mount, okWith } from '../kernel/call.ts'
import { z } from 'zod/mini'
import {
  hasWords,
  instantColumn,
  type RowPage,
  type PageQuery,
  changeRow,
  pageOf,
} from '../kernel/db/lists.ts'
import { isBusiness, isVerifiedDealer } from '../users/users-store.ts'
import { planInJson, runningPlan } from './people-store.ts'

const dealerRow = z.extend(adminDealer, {
  plan: runningPlan,
  approved_at: z.nullable(instantColumn),
  unverified_at: z.nullable(instantColumn),
})

const sentId = (when: string) => `exists (select 1 from proofs f join orders o on o.id = f.order_id
  where o.user_id = u.id and f.dealership_id <> ''${when})`
/** A proof sent before the approval was withdrawn has been checked, so the dealer does not wait with it. */
const waits = `(u.proof_approved_at is null
  and ${sentId(' and (u.unverified_at is null or f.created_at > u.unverified_at)')})`

const columns = (now: Date) => part`u.id as _id, u.fullname, u.businessname, u.email, u.city,
  (select ${raw(planInJson('p', 's'))} from subscriptions s join plans p on p.id = s.plan_id
    where s.user_id = u.id and s.status = 'active' and s.expires_at > ${now} and s.started_at <= ${now}
    order by p.price desc, s.expires_at desc limit 1) as plan,
  (select coalesce(array_agg(d.id order by d.latest desc), '{}') from (
    select x.dealership_id as id, max(x.created_at) as latest from proofs x join orders y on y.id = x.order_id
    where y.user_id = u.id and x.dealership_id <> '' group by x.dealership_id) d) as dealership_ids,
  (select count(*)::int from proofs f join orders o on o.id = f.order_id where o.user_id = u.id) as proofs,
  u.proof_approved_at as approved_at, u.unverified_at, ${raw(waits)} as waiting, ${isVerifiedDealer(now)} as verified`

const listed: Readonly<Record<DealerFilter, SqlPart>> = {
  all: part`(${isBusiness} or u.proof_approved_at is not null or ${raw(sentId(''))})`,
  verified: raw('u.proof_approved_at is not null'),
  waiting: raw(waits),
}
const texts = `concat_ws(' ', u.businessname, u.fullname, u.email, u.city, (select string_agg(f.dealership_id, ' ')
  from proofs f join orders o on o.id = f.order_id where o.user_id = u.id))`

/** Returns one page of dealers: those that wait first, then by trade name. */
const adminDealers = (
  sql: Sql,
  o: PageQuery & { show: DealerFilter; now: Date },
): Promise<RowPage<AdminDealer>> =>
  pageOf(sql, dealerRow, o, {
    columns: columns(o.now),
    from: part`from users u where ${listed[o.show]} and ${hasWords(o.search, texts)}`,
    order: `not ${waits}, lower(coalesce(nullif(u.businessname, ''), u.fullname)) collate "C", u.id`,
  })

const adminDealerById = (sql: Sql, id: string, now: Date): Promise<AdminDealer | undefined> =>
  sql.first(dealerRow)`select ${columns(now)} from users u where u.id = ${id}`

const approvalRow = z.object({ email: z.string(), name: z.string(), approved_at: z.nullable(z.date()) })

/** Returns the dealer of an approval and locks the row until the transaction ends. */
export function heldDealer(sql: Sql, id: string): Promise<z.output<typeof approvalRow> | undefined> {
  return sql.first(approvalRow)`select email, coalesce(nullif(businessname, ''), fullname) as name,
    proof_approved_at as approved_at from users where id = ${id} for no key update`
}

/** Queues an e-mail to a person in the transaction of the operator's action. */
async function notifyPerson(sql: Sql, deps: Deps, recipient: string, notice: EmailWords): Promise<void> {
  const { name } = await siteIn(sql, deps.config)
  await writeEmail(sql, deps, { ...notice, subject: `${notice.subject} · ${name}` }, { recipient })
}

const noSuch = 'There is no such dealer.'

/** Approves the proof of the dealership that trades as `name`; with a running plan the dealer is verified. */
export const verifyDealer: AdminAction<{ user_id: string; name: string }> = async (
  { sql, deps, audit },
  { user_id: id, name },
) => {
  const dealer = found(await heldDealer(sql, id), noSuch)
  if (dealer.approved_at !== null) throw meanwhile('This dealer is approved already.')
  if (dealer.name !== name) throw meanwhile(`This dealer is called ${dealer.name} by now.`)
  const now = deps.now()
  await changeRow(sql, 'users', { id }, { proof_approved_at: now, unverified_at: null })
  await notifyPerson(sql, deps, dealer.email, {
    subject: 'Your dealership is verified',
    lines: [
      `We have approved the proof of your dealership "${name}".`,
      'As long as a paid plan runs, your page and your cars show that you are a verified dealer.',
    ],
    link: { words: 'See your page', url: `/dealer/${encodeURIComponent(id)}` },
    notes: ['The approval counts for this name. If you trade under another one, please send us proof again.'],
  })
  const changed = { before: { approved_at: null }, after: { approved_at: now.toISOString(), name } }
  await audit('verify-dealer', 'person', id, changed)
}

/** Withdraws the approval; the dealer gets the reason by e-mail. */
export const unverifyDealer: AdminAction<{ user_id: string; reason: string }> = async (
  { sql, deps, audit },
  { user_id: id, reason },
) => {
  const dealer = found(await heldDealer(sql, id), noSuch)
  if (dealer.approved_at === null) throw meanwhile('This dealer is not approved.')
  await changeRow(sql, 'users', { id }, { proof_approved_at: null, unverified_at: deps.now() })
  await notifyPerson(sql, deps, dealer.email, {
    subject: 'Your dealership is no longer verified',
    lines: [`Your page and your cars no longer show "${dealer.name}" as a verified dealer.`],
    quote: reason,
    link: { words: 'Write to us', url: '/contact' },
    notes: ['Your ads and your plan stay as they are.'],
  })
  await audit('unverify-dealer', 'person', id, {
    before: { approved_at: dealer.approved_at.toISOString(), name: dealer.name },
    after: { approved_at: null },
    note: reason,
  })
}

export function mountAdminDealers(mount: Mount, deps: Deps): void {
  const shown = async (sql: Sql, { user_id }: { user_id: string }) =>
    found(await adminDealerById(sql, user_id, deps.now()))

  mount(adminDealerRoutes.adminListDealers, ({ body, sql }) =>
    okWith(adminDealers(sql, { ...body, now: deps.now() })),
  )

  const act = actionMount(mount, deps)
  const verified = ({ name }: { name: string }) => `${name} is verified, and got an e-mail.`
  const unverified = 'No longer verified. The e-mail with your reason is on its way.'
  act(adminDealerRoutes.verifyDealer, verifyDealer, verified, shown)
  act(adminDealerRoutes.unverifyDealer, unverifyDealer, unverified, shown)
}
