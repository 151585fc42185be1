import { changesOne } from '../../kernel/db/lists.ts'
import { z } from 'zod/mini'
import {
  openingHours,
  type Profile,
  profileFields,
  type ProfileFields,
  type SubscriptionHistory,
} from '#contract/users/profile.ts'
import { planAds } from '#contract/limits.ts'
import { regionOf, type MarketName } from '#contract/values/region.ts'
import { wallTime } from '#contract/values/zone.ts'
import { uploadedIn } from '#contract/values/pictures.ts'
import { type SqlPart, part, raw, type Sql } from '../../kernel/db/sql.ts'
import { hasPaidPlan } from '../users-store.ts'

const accountRow = z.extend(z.omit(profileFields, { avatar_image: true, logo_image: true }), {
  id: z.string(),
  version: z.int(),
  country_code: z.string(),
  opening_hours: openingHours,
  avatarurl: z.string(),
  logourl: z.string(),
  chat_emails: z.boolean(),
})
export type OwnAccount = z.output<typeof accountRow>
const accountColumns = `u.id, u.version, u.country_code, u.fullname, u.gsm, u.province, u.city, u.businessname,
  u.business_address as "businessAddress", u.opening_hours, u.avatarurl, u.logourl, u.chat_emails`

/** Reads an account and locks its row until the transaction ends. */
export function heldAccount(sql: Sql, id: string): Promise<OwnAccount | undefined> {
  return sql.first(accountRow)`select ${raw(accountColumns)} from users u
    where u.id = ${id} for no key update`
}

/** Returns the name of an uploaded picture, by which an edit refers to it; for any other picture its URL. */
const imageIn = (url: string): string => uploadedIn(url) ?? url

const tradeName = (business: string | SqlPart, full: string | SqlPart) =>
  part`coalesce(nullif(${business}, ''), ${full})`

export const profileFieldsOf = (account: OwnAccount): ProfileFields => ({
  ...profileFields.parse(account),
  avatar_image: imageIn(account.avatarurl),
  logo_image: imageIn(account.logourl),
})

/**
 * Writes an edited account if its version has not changed; returns whether it did. A changed trade name withdraws the
 * approved dealer proof, which is valid for one name only.
 */
export async function rewriteAccount(sql: Sql, a: OwnAccount): Promise<boolean> {
  return changesOne(sql)`update users set fullname = ${a.fullname}, gsm = ${a.gsm},
      country_code = ${a.country_code}, province = ${a.province}, city = ${a.city}, businessname = ${a.businessname},
      business_address = ${a.businessAddress}, opening_hours = ${JSON.stringify(a.opening_hours)},
      avatarurl = ${a.avatarurl}, logourl = ${a.logourl}, chat_emails = ${a.chat_emails}, version = version + 1,
      proof_approved_at = case when ${tradeName(raw('businessname'), raw('fullname'))}
          = ${tradeName(a.businessname, a.fullname)}
        then proof_approved_at end
    where id = ${a.id} and version = ${a.version}`
}

const profileRow = z.extend(accountRow, {
  email: z.string(),
  sold_cars_count: z.int(),
  listing_cars_count: z.int(),
  favourite_cars_count: z.int(),
  free_ads: z.int(),
})
const planRow = z.object({
  /** Name of the plan at the time of the order. */
  name: z.string(),
  /** Current name of the plan. */
  plan: z.string(),
  amount: z.number(),
  duration: z.int(),
  price: z.number(),
  car_limit: z.nullable(z.int()),
  status: z.string(),
  /** Whether the subscription is active; also true for a refunded order whose credit of earlier plans runs. */
  active: z.boolean(),
  starts_at: z.nullable(z.date()),
  expires_at: z.nullable(z.date()),
})
type PlanRow = z.output<typeof planRow>

/** Reads each order with its subscription, if any, and the subscriptions that have no order. */
const plansOf = (sql: Sql, user: string) =>
  sql.all(planRow)`select coalesce(o.plan_name, p.name) as name,
      coalesce(p.name, o.plan_name) as plan, coalesce(o.amount, s.amount) as amount,
      coalesce(o.months, s.duration) as duration, coalesce(o.price, p.price) as price, p.car_limit,
      case when o.state = 'refunded' then o.state else coalesce(s.status, o.state) end as status,
      coalesce(s.status = 'active', false) as active,
      s.started_at as starts_at, s.expires_at
    from (select * from orders where user_id = ${user}) o
      full join (select * from subscriptions where user_id = ${user}) s on s.id = o.subscription_id
      left join plans p on p.id = s.plan_id
    order by s.expires_at desc nulls last, coalesce(o.created_at, s.created_at) desc limit 100`
function historyOf(plan: PlanRow, market: MarketName): SubscriptionHistory {
  const { name, amount, duration, price, status, expires_at } = plan
  return { name, amount, duration, price, status, expirycdate: dayOf(expires_at, market) }
}

/** Returns the end of a subscription, including subscriptions of the same plan that follow without a gap. */
function endOf({ plan, expires_at }: PlanRow, all: readonly PlanRow[]): Date | null {
  const follows = all
    .filter((p) => p.plan === plan && p.starts_at !== null && p.expires_at !== null)
    .sort((a, b) => (a.starts_at?.getTime() ?? 0) - (b.starts_at?.getTime() ?? 0))
  return follows.reduce(
    (end, p) =>
      end && p.starts_at && p.expires_at && p.starts_at <= end && p.expires_at > end ? p.expires_at : end,
    expires_at,
  )
}

/** Returns every order and plan of a person, each once (R-ENT-27). */
export const historiesOf = async (
  sql: Sql,
  user: string,
  market: MarketName,
): Promise<SubscriptionHistory[]> => (await plansOf(sql, user)).map((p) => historyOf(p, market))

/** Returns everything that a person sees of the own account (R-ENT-20 to R-ENT-22). */
export async function profileOf(
  sql: Sql,
  id: string,
  { market, now }: { market: MarketName; now: Date },
): Promise<Profile | undefined> {
  const row = await sql.first(profileRow)`select ${raw(accountColumns)}, u.email,
      (select count(*)::int from cars c where c.creator = u.id and c.status = 'sold') as sold_cars_count,
      (select count(*)::int from cars c where c.creator = u.id and c.status = 'active') as listing_cars_count,
      (select count(*)::int from favourites f where f.user_id = u.id and f.wanted) as favourite_cars_count,
      coalesce((select max(p.car_limit) from plans p where p.price = 0 and p.car_limit > 0),
        ${planAds.basic}::int) as free_ads
    from users u where u.id = ${id}`
  if (!row) return undefined
  const plans = await plansOf(sql, id)
  const active = plans.filter((p) => p.active && p.expires_at !== null)
  const begun = active.filter((p) => p.starts_at !== null && p.starts_at <= now)
  const shown = begun
    .map((p) => ({ name: p.plan, car_limit: p.car_limit ?? 0, end: endOf(p, active)?.getTime() ?? 0 }))
    // A plan and its renewal are shown as one entry.
    .filter((p, i, all) => all.findIndex((q) => q.name === p.name && q.end === p.end) === i)
    .sort((a, b) => b.end - a.end)
  return {
    ...row,
    fields: profileFieldsOf(accountRow.parse(row)),
    subscriptions: shown.map(({ name, car_limit, end }) => ({
      name,
      car_limit,
      expirycdate: dayOf(new Date(end), market),
      expirytimes: Math.floor(end / 1000),
    })),
    histories: plans.map((p) => historyOf(p, market)),
    is_subscriber: await hasPaidPlan(sql, id, now),
  }
}

/** Formats a date as DD-MM-YYYY in the time zone of the market; empty without a date. */
const dayOf = (at: Date | null, market: MarketName) =>
  at === null
    ? ''
    : wallTime(regionOf[market].timeZone, at.getTime()).slice(0, 10).split('-').reverse().join('-')
