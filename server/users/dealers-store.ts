import { z } from 'zod/mini'
import { textParts } from '#catalogue'
import type { DealerSummary, DealerProfile } from '#contract/users/dealers.ts'
import { featuredPlan } from '#contract/plans/plans.ts'
import { openingHours } from '#contract/users/profile.ts'
import { fullNumber } from '#contract/values/region.ts'
import { countOf, idsOf, type ListPage, type PageQuery } from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { isVerifiedDealer } from './users-store.ts'

const dealerRow = z.object({
  _id: z.string(),
  fullname: z.string(),
  avatarurl: z.string(),
  businessname: z.string(),
  logourl: z.string(),
  businessAddress: z.string(),
  address: z.string(),
  city: z.string(),
  country_code: z.string(),
  gsm: z.string(),
  email: z.string(),
  soldCarsCount: z.int(),
  listingCarsCount: z.int(),
  verified: z.boolean(),
  email_verified: z.boolean(),
  mobile_verified: z.boolean(),
  member_since: z.date(),
})
const profileRow = z.extend(dealerRow, { opening_hours: openingHours })
/** `now` is the parameter with the time. */
const dealerColumns = (now: string) => `u.id as _id, u.fullname, u.avatarurl, u.businessname, u.logourl,
  u.business_address as "businessAddress", u.address, u.city, u.country_code, u.gsm, u.email,
  n.sold as "soldCarsCount", n.listed as "listingCarsCount",
  ${isVerifiedDealer(now)} as verified, u.email_verified_at is not null as email_verified, u.mobile_verified_at is not null as mobile_verified,
  u.created_at as member_since`
const dealerCounts = `cross join lateral (
    select count(*) filter (where c.status = 'sold')::int as sold,
      count(*) filter (where c.status = 'active')::int as listed
    from cars c where c.creator = u.id) n`

/** Inactive cars are not public: the public total is what is listed and what was sold. */
function dealerFrom<R extends z.output<typeof dealerRow>>({ country_code, member_since, ...row }: R) {
  const total_cars = row.soldCarsCount + row.listingCarsCount
  const gsm = fullNumber(country_code, row.gsm)
  return { ...row, gsm, total_cars, member_since: member_since.toISOString() }
}

/** Ids of all verified dealers. */
export async function verifiedDealers(sql: Sql, now: Date): Promise<string[]> {
  return idsOf(sql, {
    name: 'users-verified-dealers',
    text: `select u.id from users u where u.suspended_at is null and ${isVerifiedDealer('$1')} order by u.id`,
    values: [now],
  })
}

/** Dealers who pay to be shown on the home page, longest subscribed first (R-SUBS-06). */
export async function featuredDealers(sql: Sql, now: Date): Promise<DealerSummary[]> {
  const rows = await sql.rows(dealerRow, {
    text: `select ${dealerColumns('$1')}
      from (select s.user_id, min(s.created_at) as since from subscriptions s join plans p on p.id = s.plan_id
        where p.name = '${featuredPlan}' and s.status = 'active' and s.started_at <= $1 and s.expires_at > $1
        group by s.user_id) f
      join users u on u.id = f.user_id and u.suspended_at is null ${dealerCounts}
      order by f.since, u.id limit 60`,
    values: [now],
  })
  return rows.map(dealerFrom)
}

/** Everybody who sells has a public page; a person who only buys has none (R-ROLE-15). */
export async function dealerOf(sql: Sql, id: string, now: Date): Promise<DealerProfile | undefined> {
  const row = await sql.row(profileRow, {
    text: `select ${dealerColumns('$2')}, u.opening_hours from users u ${dealerCounts}
      where u.id = $1 and u.suspended_at is null and (u.kind = 'dealer' or n.sold + n.listed > 0)`,
    values: [id, now],
  })
  return row && dealerFrom(row)
}

/** Who sells as a business; everybody else who sells has a page and is in no list. */
const isDealer = `(u.suspended_at is null and (u.kind = 'dealer' or u.businessname <> ''))`
/** Folded as the words of a search are. */
const name = (text: string) => `lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`
const matches = `not exists (select 1 from unnest($1::text[]) w
  where position(' ' || w in regexp_replace(' ' || ${name("concat_ws(' ', u.businessname, u.fullname, u.city)")},
    '[^[:alnum:].]+', ' ', 'g')) = 0)`

/** Dealers by the name they trade under, as their cards show it. */
export async function dealerPage(sql: Sql, o: PageQuery & { now: Date }): Promise<ListPage<DealerSummary>> {
  const words = textParts(o.search ?? '')
  // Cars are counted for the dealers of the page alone.
  const rows = await sql.rows(dealerRow, {
    text: `select ${dealerColumns('$4')}
      from (select u.*, row_number() over (order by ${name("coalesce(nullif(u.businessname, ''), u.fullname)")} collate "C", u.id) as place
        from users u where ${isDealer} and ${matches} order by place limit $2 offset $3) u ${dealerCounts}
      order by u.place`,
    values: [words, o.limit, (o.page - 1) * o.limit, o.now],
  })
  const totalCount = await countOf(sql, {
    text: `select count(*)::int as n from users u where ${isDealer} and ${matches}`,
    values: [words],
  })
  return { data: rows.map(dealerFrom), totalCount }
}

/** Accounts that may sign in: all of them, or those with a proved address where that is asked for. */
export async function activeUsers(sql: Sql, o: { verified: boolean }): Promise<number> {
  return countOf(sql, {
    text: `select count(*)::int as n from users
      where suspended_at is null and (not $1::boolean or email_verified_at is not null)`,
    values: [o.verified],
  })
}
