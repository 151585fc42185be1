import { z } from 'zod/mini'
import { textParts } from '#catalogue'
import { dealer, type DealerProfile, type DealerSummary } from '#contract/users/dealers.ts'
import { featuredPlan } from '#contract/plans/plans.ts'
import { openingHours } from '#contract/users/profile.ts'
import { fullNumber } from '#contract/values/region.ts'
import { countOf, folded, idsOf, instantColumn, type RowPage, type PageQuery } from '../kernel/db/lists.ts'
import { ByteLru } from '../kernel/byte-lru.ts'
import { onePer } from '../kernel/deps.ts'
import { part, raw, type Db, type Sql } from '../kernel/db/sql.ts'
import { isBusiness, isVerifiedDealer, planRuns } from './users-store.ts'

const dealerRow = z.extend(z.omit(dealer, { total_cars: true }), {
  country_code: z.string(),
  member_since: instantColumn,
})
const profileRow = z.extend(dealerRow, { opening_hours: openingHours })
const dealerColumns = (now: Date) => part`u.id as _id, u.fullname, u.avatarurl, u.businessname, u.logourl,
  u.business_address as "businessAddress", u.address, u.city, u.country_code, u.gsm, u.email,
  n.sold as "soldCarsCount", n.listed as "listingCarsCount",
  ${isVerifiedDealer(now)} as verified, u.email_verified_at is not null as email_verified, u.mobile_verified_at is not null as mobile_verified,
  u.created_at as member_since`
const dealerCounts = raw(`cross join lateral (
    select count(*) filter (where c.status = 'sold')::int as sold,
      count(*) filter (where c.status = 'active')::int as listed
    from cars c where c.creator = u.id) n`)

/** Computes the public total: listed and sold cars. Inactive cars are not public. */
function dealerFrom<R extends z.output<typeof dealerRow>>({ country_code, ...row }: R) {
  const total_cars = row.soldCarsCount + row.listingCarsCount
  return { ...row, gsm: fullNumber(country_code, row.gsm), total_cars }
}

/** Returns the ids of all verified dealers that are not suspended. */
export async function verifiedDealers(sql: Sql, now: Date): Promise<string[]> {
  return idsOf(sql)`select u.id from users u where u.suspended_at is null and ${isVerifiedDealer(now)}
    order by u.id`
}

/** Returns the dealers who pay to be shown on the home page, longest subscribed first (R-SUBS-06). */
export async function featuredDealers(sql: Sql, now: Date): Promise<DealerSummary[]> {
  const rows = await sql.all(dealerRow)`select ${dealerColumns(now)}
    from (select s.user_id, min(s.created_at) as since from subscriptions s join plans p on p.id = s.plan_id
      where p.name = ${featuredPlan} and s.status = 'active' and s.started_at <= ${now} and s.expires_at > ${now}
      group by s.user_id) f
    join users u on u.id = f.user_id and u.suspended_at is null ${dealerCounts}
    order by f.since, u.id limit 60`
  return rows.map(dealerFrom)
}

/**
 * Returns the public profile of a seller. Only people who sell, are listed as a business or pay to sell have one (R-ROLE-15).
 */
export async function dealerOf(sql: Sql, id: string, now: Date): Promise<DealerProfile | undefined> {
  const row = await sql.first(profileRow)`select ${dealerColumns(now)}, u.opening_hours
    from users u ${dealerCounts}
    where u.id = ${id} and u.suspended_at is null
      and (${isBusiness} or n.sold + n.listed > 0 or ${planRuns(raw('u.id'), now)})`
  return row && dealerFrom(row)
}

/** SQL condition of the dealer list: it holds only businesses. Other sellers have a page, but are in no list. */
const isDealer = part`(u.suspended_at is null and ${isBusiness})`
const matches = (words: readonly string[]) => part`not exists (select 1 from unnest(${words}::text[]) w
  where position(' ' || w in regexp_replace(' ' || ${raw(folded("concat_ws(' ', u.businessname, u.fullname, u.city)"))},
    '[^[:alnum:].]+', ' ', 'g')) = 0)`

/** Returns one page of dealers, sorted by the name that their cards show. */
export async function dealerPage(sql: Sql, o: PageQuery & { now: Date }): Promise<RowPage<DealerSummary>> {
  const found = part`from users u where ${isDealer} and ${matches(textParts(o.search ?? ''))}`
  const name = raw(folded("coalesce(nullif(u.businessname, ''), u.fullname)"))
  // Only the cars of the dealers of this page are counted.
  const rows = await sql.all(dealerRow)`select ${dealerColumns(o.now)}
    from (select u.*, row_number() over (order by ${name} collate "C", u.id) as place
      ${found} order by place limit ${o.limit} offset ${(o.page - 1) * o.limit}) u ${dealerCounts}
    order by u.place`
  const totalCount = await countOf(sql)`select count(*)::int as n ${found}`
  return { data: rows.map(dealerFrom), totalCount }
}

/** Counts the accounts that may sign in; with `verified`, only those with a verified address. */
export async function activeUsers(sql: Sql, o: { verified: boolean }): Promise<number> {
  return countOf(sql)`select count(*)::int as n from users
    where suspended_at is null and (not ${o.verified}::boolean or email_verified_at is not null)`
}

/** Days for which a conversation counts, and the number of conversations below which there is no median. */
const days = 90
const fewest = 5
/** Most conversations of one side that are read: more do not change the median, and each costs two reads of its messages. */
const looked = 500
const day = 86_400_000
/** Milliseconds after which a conversation without an answer counts as never answered. */
const patience = day
/** Milliseconds for which a median is cached, and the number of cached medians. */
const life = 60 * 60_000
const most = 2000

const timesRow = z.object({ n: z.int(), minutes: z.nullable(z.int()) })

/**
 * Returns the median of the minutes until this person's first answer in conversations that another person began; undefined
 * when there are too few. A conversation without an answer counts as infinite: ten quick answers to a hundred questions are
 * not good service.
 */
async function countTimes(sql: Sql, user: string, now: Date): Promise<number | undefined> {
  const since = new Date(now.getTime() - days * day)
  const half = (own: string) =>
    part`(select key from chats where ${raw(own)} = ${user} and updated_at >= ${since}
      order by updated_at desc limit ${looked})`
  const row = await sql.first(timesRow)`select count(*)::int as n,
        ceil(nullif(percentile_disc(0.5) within group (order by
          coalesce(extract(epoch from answered - asked)::float8 / 60, 'infinity')), 'infinity'))::int as minutes
      from (select m.sent_at as asked, (select r.sent_at from chat_messages r
            where r.chat_key = c.key and r.sender = ${user} order by r.n limit 1) as answered
          from (${half('first_user')} union all ${half('second_user')}) c
          join chat_messages m on m.chat_key = c.key and m.n = 1
          where m.sender <> ${user} and m.sent_at >= ${since}) begun
      where answered is not null or asked < ${new Date(now.getTime() - patience)}`
  if (!row || row.n < fewest || row.minutes === null) return undefined
  return Math.max(1, row.minutes)
}

const countedOf = onePer<Db, ByteLru<{ minutes: number | undefined; until: number }>>(() => new ByteLru(most))

/** Returns the same median; computes it at most once an hour. */
export async function answersWithin(
  o: { sql: Sql; db: Db; now: Date },
  user: string,
): Promise<number | undefined> {
  const known = countedOf(o.db)
  const last = known.get(user)
  const now = o.now.getTime()
  if (last && last.until > now && last.until <= now + life) return last.minutes
  const minutes = await countTimes(o.sql, user, o.now)
  known.set(user, { minutes, until: now + life }, 1)
  return minutes
}
