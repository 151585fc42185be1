import { z } from 'zod/mini'
import { fold } from '#catalogue'
import type { Person, PersonRow } from '#contract/admin/people.ts'
import { AppError } from '#contract/errors.ts'
import { roles } from '#contract/users/users.ts'
import { fullNumber } from '#contract/values/region.ts'
import { idsOf, instantColumn, type RowPage, type PageQuery, pageOf } from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { sessionsOf } from '../users/sessions/sessions-store.ts'

const row = {
  _id: z.string(),
  fullname: z.string(),
  businessname: z.string(),
  email: z.string(),
  country_code: z.string(),
  gsm: z.string(),
  role: z.enum(roles),
  kind: z.enum(['private', 'dealer']),
  created_at: instantColumn,
  suspended_at: z.nullable(instantColumn),
}
const listRow = z.object(row)
const columns = `u.id as _id, u.fullname, u.businessname, u.email, u.country_code, u.gsm, u.role, u.kind, u.created_at,
  u.suspended_at`

const shown = <R extends z.output<typeof listRow>>({ country_code, gsm, ...rest }: R) => ({
  ...rest,
  number: fullNumber(country_code, gsm),
})

/** Folded as the words of the search are. */
const folded = `lower(regexp_replace(normalize(concat_ws(' ', u.email, u.fullname, u.businessname), NFKD),
  '[\\u0300-\\u036f]', '', 'g'))`
const where = `not exists (select 1 from unnest($1::text[]) w where position(w in ${folded}) = 0)
  and ($2::text is null or position($2 in u.country_code || u.gsm) > 0)
  and (not $3::boolean or u.suspended_at is not null) and (not $4::boolean or u.role = 'admin')`
const numberLike = /^\+?[\d\s()-]{4,}$/

interface PeopleQuestion extends PageQuery {
  suspended: boolean
  admins: boolean
}

export async function peoplePage(
  sql: Sql,
  { search = '', suspended, admins, ...page }: PeopleQuestion,
): Promise<RowPage<PersonRow>> {
  // At home a number begins with a zero that is not kept.
  const number = numberLike.test(search) ? search.replace(/\D/g, '').replace(/^0+/, '') : null
  const words = number === null ? fold(search).split(/\s+/).filter(Boolean) : []
  const { data, totalCount } = await pageOf(sql, listRow, page, {
    columns,
    from: `from users u where ${where}`,
    order: 'u.created_at desc, u.id desc',
    values: [words, number, suspended, admins],
  })
  return { data: data.map(shown), totalCount }
}

const personRow = z.object({
  ...row,
  city: z.string(),
  province: z.string(),
  email_verified: z.boolean(),
  second_factor: z.boolean(),
  suspended_reason: z.string(),
  active: z.int(),
  sold: z.int(),
  inactive: z.int(),
  hidden: z.int(),
  plan_name: z.nullable(z.string()),
  plan_expires_at: z.nullable(instantColumn),
})

export async function adminPersonById(sql: Sql, id: string, now: Date): Promise<Person | undefined> {
  const found = await sql.row(personRow, {
    text: `select ${columns}, u.city, u.province, u.email_verified_at is not null as email_verified,
        exists (select 1 from second_factors f where f.user_id = u.id and f.secret is not null) as second_factor,
        u.suspended_reason, n.active, n.sold, n.inactive, n.hidden, p.name as plan_name,
        p.expires_at as plan_expires_at
      from users u
      cross join lateral (select count(*) filter (where c.status = 'active')::int as active,
          count(*) filter (where c.status = 'sold')::int as sold,
          count(*) filter (where c.status = 'inactive' and not c.suspended)::int as inactive,
          count(*) filter (where c.suspended)::int as hidden
        from cars c where c.creator = u.id) n
      left join lateral (select l.name, s.expires_at from subscriptions s join plans l on l.id = s.plan_id
        where s.user_id = u.id and s.status = 'active' and s.expires_at > $2 and (s.started_at is null or s.started_at <= $2)
        order by l.car_limit desc, s.expires_at desc limit 1) p on true
      where u.id = $1`,
    values: [id, now],
  })
  if (!found) return undefined
  const { active, sold, inactive, hidden, plan_name, plan_expires_at, ...rest } = found
  const sessions = await sessionsOf(sql, id, now)
  return {
    ...shown(rest),
    plan:
      plan_name === null || plan_expires_at === null
        ? null
        : { name: plan_name, expires_at: plan_expires_at },
    ads: { active, sold, inactive, suspended: hidden },
    sessions: sessions.map(({ device, signed_in_at, last_seen_at }) => ({
      device,
      signed_in_at: signed_in_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
    })),
  }
}

const heldRow = z.object({
  email: z.string(),
  suspended: z.boolean(),
  reason: z.string(),
  role: z.enum(roles),
})
export type HeldPerson = z.output<typeof heldRow>

/** Held until the transaction ends, so that two operators decide one after the other. */
export function heldPerson(sql: Sql, id: string): Promise<HeldPerson | undefined> {
  return sql.row(heldRow, {
    text: `select email, suspended_at is not null as suspended, suspended_reason as reason, role from users
      where id = $1 for no key update`,
    values: [id],
  })
}

/** Everybody who may run the place now, held: two who suspend each other do so one after the other. */
export async function heldAdmins(sql: Sql): Promise<string[]> {
  return idsOf(sql, {
    text: `select id from users where role = 'admin' and suspended_at is null order by id for no key update`,
  })
}

/** An admin must be left who can undo it. */
export const onlyAdmin = () =>
  new AppError('forbidden', { msg: 'This is the only admin. Make somebody else one first.' })

export async function setRole(sql: Sql, user: string, role: (typeof roles)[number]): Promise<void> {
  const text = 'update users set role = $2 where id = $1'
  await sql.run({ text, values: [user, role] })
}

/** With a reason: suspended from now on; without: not any more. */
export async function setSuspension(
  sql: Sql,
  o: { user: string; reason: string | undefined; now: Date },
): Promise<void> {
  await sql.run({
    text: `update users set suspended_at = case when $2::text is null then null else $3::timestamptz end,
      suspended_reason = coalesce($2, '') where id = $1`,
    values: [o.user, o.reason ?? null, o.now],
  })
}

/** Takes everything of theirs off sale, in the feed and in every list; returns how many ads. */
export function hideAds(sql: Sql, user: string): Promise<number> {
  return sql.run({
    text: `update cars set status = 'inactive', suspended = true, version = version + 1
      where creator = $1 and status = 'active'`,
    values: [user],
  })
}

/** Puts back on sale what was hidden; an ad that is hidden for another reason comes back when that ends. */
export async function restoreAds(sql: Sql, user: string): Promise<number> {
  return sql.run({
    text: `update cars set suspended = false, version = version + 1,
        status = case when hidden_at is null then 'active' else status end,
        status_before = case when hidden_at is null then null else 'active' end
      where creator = $1 and suspended`,
    values: [user],
  })
}
