import { z } from 'zod/mini'
import { type Person, person, type PersonRow, personRow as personInList } from '#contract/admin/people.ts'
import { roles } from '#contract/users/users.ts'
import { fullNumber } from '#contract/values/region.ts'
import {
  folded,
  hasWords,
  instantColumn,
  instantInJson,
  type RowPage,
  type PageQuery,
  pageOf,
} from '../kernel/db/lists.ts'
import { part, raw, type Sql } from '../kernel/db/sql.ts'
import { sessionsOf } from '../users/sessions/sessions-store.ts'
import { sellerKind } from '../users/users-store.ts'

const row = {
  country_code: z.string(),
  gsm: z.string(),
  created_at: instantColumn,
  suspended_at: z.nullable(instantColumn),
}
const listRow = z.extend(z.omit(personInList, { number: true }), row)
const columns = part`u.id as _id, u.fullname, u.businessname, u.email, u.country_code, u.gsm, u.role, ${sellerKind},
  u.created_at, u.suspended_at`

const shown = <R extends z.output<typeof listRow>>({ country_code, gsm, ...rest }: R) => ({
  ...rest,
  number: fullNumber(country_code, gsm),
})

const numberLike = /^(?=.*[1-9])\+?[\d\s()-]{4,}$/

export async function peoplePage(
  sql: Sql,
  { search = '', suspended, admins, ...page }: PageQuery & { suspended: boolean; admins: boolean },
): Promise<RowPage<PersonRow>> {
  // Within the country a number begins with a zero that is not stored; after a country code it is written as "(0)".
  const number = numberLike.test(search) ? search.replace(/\(0\)|\D/g, '').replace(/^0+/, '') : null
  const words = number === null ? search : ''
  const { data, totalCount } = await pageOf(sql, listRow, page, {
    columns,
    from: part`from users u where ${hasWords(words, "concat_ws(' ', u.email, u.fullname, u.businessname)", folded)}
      and (${number}::text is null or position(${number} in u.country_code || u.gsm) > 0)
      and (not ${suspended}::boolean or u.suspended_at is not null) and (not ${admins}::boolean or u.role = 'admin')`,
    order: 'u.created_at desc, u.id desc',
  })
  return { data: data.map(shown), totalCount }
}

/** Plan with the end of its subscription, as `planInJson` builds it. */
export const runningPlan = z.nullable(z.object({ name: z.string(), expires_at: instantInJson }))
export const planInJson = (plan: string, subscription: string): string =>
  `json_build_object('name', ${plan}.name, 'expires_at', ${subscription}.expires_at)`

const personRow = z.extend(z.omit(person, { number: true, sessions: true }), { ...row, plan: runningPlan })

export async function adminPersonById(sql: Sql, id: string, now: Date): Promise<Person | undefined> {
  const found = await sql.first(personRow)`select ${columns}, u.city, u.province,
        u.email_verified_at is not null as email_verified,
        exists (select 1 from second_factors f where f.user_id = u.id and f.secret is not null) as second_factor,
        u.suspended_reason, p.plan,
        (select json_build_object('active', count(*) filter (where c.status = 'active'),
            'sold', count(*) filter (where c.status = 'sold'),
            'inactive', count(*) filter (where c.status = 'inactive' and not c.suspended),
            'suspended', count(*) filter (where c.suspended)) from cars c where c.creator = u.id) as ads
      from users u left join lateral (select ${raw(planInJson('l', 's'))} as plan from subscriptions s join plans l on l.id = s.plan_id
        where s.user_id = u.id and s.status = 'active' and s.expires_at > ${now}
          and s.started_at <= ${now}
        order by l.car_limit desc, s.expires_at desc limit 1) p on true
      where u.id = ${id}`
  if (!found) return undefined
  const sessions = await sessionsOf(sql, id, now)
  return {
    ...shown(found),
    sessions: sessions.map(({ device, signed_in_at, last_seen_at }) => ({
      device,
      signed_in_at,
      last_seen_at,
    })),
  }
}

const heldRow = z.object({
  email: z.string(),
  suspended: z.boolean(),
  reason: z.string(),
  role: z.enum(roles),
})
/** Returns an account and locks its row until the transaction ends, so that two operators decide one after the other. */
export const heldPerson = (sql: Sql, id: string): Promise<z.output<typeof heldRow> | undefined> =>
  sql.first(heldRow)`select email, suspended_at is not null as suspended, suspended_reason as reason, role
    from users where id = ${id} for no key update`

/** Hides all active ads of a person, in the feed and in all lists; returns the number of ads. */
export function hideAds(sql: Sql, user: string): Promise<number> {
  return sql.exec`update cars set status = 'inactive', suspended = true, version = version + 1
    where creator = ${user} and status = 'active'`
}

/**
 * Restores the ads that the suspension hid. An ad that is also hidden for another reason becomes active when that reason
 * ends.
 */
export async function restoreAds(sql: Sql, user: string): Promise<number> {
  return sql.exec`update cars set suspended = false, version = version + 1,
      status = case when hidden_at is null then 'active' else status end,
      status_before = case when hidden_at is null then null else 'active' end
    where creator = ${user} and suspended`
}
