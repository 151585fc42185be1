import { changesOne, idsOf, insertRow, instantColumn, truthOf } from '../kernel/db/lists.ts'
import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { fullNumber } from '#contract/values/region.ts'
import { type CarCreator, carCreator } from '#contract/cars.ts'
import type { SignUpForm } from '#contract/users/account.ts'
import { user } from '#contract/users/users.ts'
import { part, raw, type Sql, type SqlPart } from '../kernel/db/sql.ts'
import { planAds } from '#contract/limits.ts'

/** Builds the SQL of an active, paid subscription that has not expired; Basic costs nothing and does not count (R-SUBS-12). */
const paidPlan = (user: string | SqlPart, now: Date) =>
  part`from subscriptions s join plans p on p.id = s.plan_id
  where s.user_id = ${user} and s.status = 'active' and p.price > 0 and s.started_at <= ${now} and s.expires_at > ${now}`

/** Builds the SQL condition that the user `u` is a verified dealer at `now`: a paid plan runs and the proof is approved. */
export const isVerifiedDealer = (now: Date) =>
  part`(u.proof_approved_at is not null and ${planRuns(raw('u.id'), now)})`

/** Builds the SQL condition that a person, given by id or column, has a paid plan that runs at `now`. */
export const planRuns = (user: string | SqlPart, now: Date) => part`exists (select 1 ${paidPlan(user, now)})`

export async function hasPaidPlan(sql: Sql, userId: string, now: Date): Promise<boolean> {
  return truthOf(sql)`select ${planRuns(userId, now)} as paid`
}

/** Returns those of these people who have a paid plan. */
export async function withPaidPlan(
  sql: Sql,
  users: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  return new Set(
    await idsOf(sql)`select u.id from unnest(${users}::text[]) as u (id) where ${planRuns(raw('u.id'), now)}`,
  )
}

/** Returns the latest end of a person's running paid plans; undefined without one. */
export async function paidPlanEnd(sql: Sql, userId: string, now: Date): Promise<Date | undefined> {
  const endRow = z.object({ ends: z.nullable(z.date()) })
  const row = await sql.first(endRow)`select max(s.expires_at) as ends ${paidPlan(userId, now)}`
  return row?.ends ?? undefined
}

/** SQL condition that the user `u` sells as a business: by the kind of the account or by a business name. */
export const isBusiness = raw(`(u.kind = 'dealer' or u.businessname <> '')`)
export const sellerKind = part`case when ${isBusiness} then 'dealer' else 'private' end as kind`

const accountRow = z.extend(user, { password_hash: z.string(), email_verified: z.boolean() })
export type Account = z.output<typeof accountRow>
const accountColumns = (now: Date) => part`u.id, u.fullname, u.email, u.avatarurl, u.role, u.password_hash,
  u.email_verified_at is not null as email_verified,
  ${planRuns(raw('u.id'), now)} as is_subscriber`

/** Returns the account with this address; ignores letter case. */
export function accountOf(sql: Sql, email: string, now: Date): Promise<Account | undefined> {
  return sql.first(accountRow)`select ${accountColumns(now)} from users u
    where u.email_key = ${emailKey(email)}`
}

export function accountById(sql: Sql, id: string, now: Date): Promise<Account | undefined> {
  return sql.first(accountRow)`select ${accountColumns(now)} from users u where u.id = ${id}`
}

/**
 * Throws `suspended` with the reason. Locks the row, so that a sign-in and a suspension at the same time run one after the
 * other.
 */
export async function refuseSuspended(sql: Sql, id: string): Promise<void> {
  const row = await sql.first(z.object({ reason: z.string() }))`select suspended_reason as reason
    from (select suspended_at, suspended_reason from users where id = ${id} for share) u
    where suspended_at is not null`
  if (row) throw new AppError('suspended', { msg: `This account is suspended: ${row.reason}` })
}

/** Returns the normalised address, which is unique per account (`users.email_key`). */
export const emailKey = (email: string) => email.trim().toLowerCase()

interface NewAccount extends Pick<SignUpForm, 'email' | 'fullname' | 'gsm' | 'province' | 'city'> {
  id: string
  password_hash: string
  country_code: string
  created_at: Date
}

/** Inserts an account; returns false when the address already has one. */
export const addAccount = (sql: Sql, a: NewAccount): Promise<boolean> =>
  insertRow(sql, 'users', { ...a, email_key: emailKey(a.email) }, 'on conflict (email_key) do nothing')

/** Stores a password hash; with `was`, only if that is the current hash. Returns whether it was stored. */
export async function setPassword(
  sql: Sql,
  o: { user: string; password_hash: string; was?: string },
): Promise<boolean> {
  const { was = null } = o
  return changesOne(sql)`update users set password_hash = ${o.password_hash}
    where id = ${o.user} and (${was}::text is null or password_hash = ${was})`
}

interface Proved {
  user: string
  email: string
  now: Date
}

/** Marks the address as verified; returns false when it is no longer the account's address. */
export async function verifyAddress(sql: Sql, o: Proved): Promise<boolean> {
  return changesOne(sql)`update users set email_verified_at = coalesce(email_verified_at, ${o.now})
    where id = ${o.user} and email_key = ${emailKey(o.email)}`
}

/** Replaces the account's address by one that its owner has verified; throws a unique violation when another account has it. */
export async function takeAddress(sql: Sql, o: Proved): Promise<boolean> {
  return changesOne(sql)`update users set email = ${o.email}, email_key = ${emailKey(o.email)},
    email_verified_at = ${o.now}, version = version + 1 where id = ${o.user}`
}

const sellerRow = z.extend(carCreator, { country_code: z.string(), member_since: instantColumn })

/** Returns the seller for the page of a car; undefined when the seller is suspended. */
export async function sellerOf(sql: Sql, userId: string, now: Date): Promise<CarCreator | undefined> {
  const row = await sql.first(sellerRow)`select u.id as _id, u.fullname, u.avatarurl, u.country_code, u.gsm,
        u.businessname, ${sellerKind}, u.city,
        u.created_at as member_since,
        (select count(*)::int from cars c where c.creator = u.id and c.status = 'active') as listing_cars_count,
        json_build_object('email', u.email_verified_at is not null, 'mobile', u.mobile_verified_at is not null,
          'business', u.businessname <> '' and u.business_address <> '', 'dealer', ${isVerifiedDealer(now)}) as verified
      from users u where u.id = ${userId} and u.suspended_at is null`
  if (!row) return undefined
  const { country_code, gsm, ...seller } = row
  return { ...seller, gsm: fullNumber(country_code, gsm) }
}

const allowanceRow = z.object({ plan: z.string(), ads: z.int() })
/** Number of ads that a person may have for sale at a time, and the plan that allows it. */
type Allowance = z.output<typeof allowanceRow>
/** Allowance when the table has no free plan. */
const basic: Allowance = { plan: 'Basic', ads: planAds.basic }

/** Returns the allowance of the running plan that allows most ads, or of the free plan, which everybody has (R-SUBS-02). */
export async function allowanceOf(sql: Sql, user: string, now: Date): Promise<Allowance> {
  const row = await sql.first(allowanceRow)`select p.name as plan, p.car_limit as ads from plans p
    where p.car_limit > 0 and (p.price = 0 or exists (select 1 from subscriptions s where s.plan_id = p.id
      and s.user_id = ${user} and s.status = 'active' and s.started_at <= ${now} and s.expires_at > ${now}))
    order by p.car_limit desc, p.price limit 1`
  return row ?? basic
}

/** Locks and returns the ids of all active admins: two admins who suspend each other do so one after the other. */
export async function heldAdmins(sql: Sql): Promise<string[]> {
  return idsOf(sql)`select id from users where role = 'admin' and suspended_at is null order by id
    for no key update`
}

/** Returns the error of an action that would leave no active admin. */
export const onlyAdmin = () =>
  new AppError('forbidden', { msg: 'This is the only admin. Make somebody else one first.' })
