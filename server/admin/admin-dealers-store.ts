import { z } from 'zod/mini'
import type { AdminDealer, DealerFilter } from '#contract/admin/admin-dealers.ts'
import {
  countOf,
  hasWords,
  instant,
  type ListPage,
  type PageQuery,
  searchWordsOf,
} from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { isVerifiedDealer } from '../users/users-store.ts'

const dealerRow = z.object({
  _id: z.string(),
  fullname: z.string(),
  businessname: z.string(),
  email: z.string(),
  city: z.string(),
  plan_name: z.nullable(z.string()),
  plan_ends: z.nullable(instant),
  dealership_ids: z.array(z.string()),
  proofs: z.int(),
  approved_at: z.nullable(instant),
  verified: z.boolean(),
})

/** `$1` is the time. */
const columns = `u.id as _id, u.fullname, u.businessname, u.email, u.city, r.name as plan_name, r.expires_at as plan_ends,
  coalesce(n.ids, '{}') as dealership_ids, n.proofs, u.proof_approved_at as approved_at,
  ${isVerifiedDealer('$1')} as verified`
const beside = `left join lateral (
    select p.name, s.expires_at from subscriptions s join plans p on p.id = s.plan_id
    where s.user_id = u.id and s.status = 'active' and s.expires_at > $1 and coalesce(s.started_at, s.created_at) <= $1
    order by p.price desc, s.expires_at desc limit 1) r on true
  cross join lateral (
    select count(*)::int as proofs,
      (select array_agg(d.id order by d.latest desc) from (
        select x.dealership_id as id, max(x.created_at) as latest from proofs x join orders y on y.id = x.order_id
        where y.user_id = u.id and x.dealership_id <> '' group by x.dealership_id) d) as ids
    from proofs f join orders o on o.id = f.order_id where o.user_id = u.id) n`

const dealerFrom = ({
  plan_name: name,
  plan_ends: expires_at,
  ...row
}: z.output<typeof dealerRow>): AdminDealer => ({
  ...row,
  plan: name === null || expires_at === null ? null : { name, expires_at },
})

const sentId = `exists (select 1 from proofs f join orders o on o.id = f.order_id
  where o.user_id = u.id and f.dealership_id <> '')`
const waits = `(u.proof_approved_at is null and ${sentId})`
const listed: Readonly<Record<DealerFilter, string>> = {
  all: `(u.kind = 'dealer' or u.businessname <> '' or u.proof_approved_at is not null or ${sentId})`,
  verified: 'u.proof_approved_at is not null',
  waiting: waits,
}
const matches = (words: string) =>
  hasWords(
    words,
    `concat_ws(' ', u.businessname, u.fullname, u.email, u.city, (select string_agg(f.dealership_id, ' ')
      from proofs f join orders o on o.id = f.order_id where o.user_id = u.id))`,
  )

interface DealerQuery extends PageQuery {
  show: DealerFilter
  now: Date
}

/** Those that wait first, then by the name they trade under. */
export async function adminDealers(sql: Sql, o: DealerQuery): Promise<ListPage<AdminDealer>> {
  const words = searchWordsOf(o.search)
  const rows = await sql.rows(dealerRow, {
    text: `select ${columns} from (
        select u.*, row_number() over (order by not ${waits},
          lower(coalesce(nullif(u.businessname, ''), u.fullname)) collate "C", u.id) as place
        from users u where ${listed[o.show]} and ${matches('$2')} order by place limit $3 offset $4) u
      ${beside} order by u.place`,
    values: [o.now, words, o.limit, (o.page - 1) * o.limit],
  })
  const totalCount = await countOf(sql, {
    text: `select count(*)::int as n from users u where ${listed[o.show]} and ${matches('$1')}`,
    values: [words],
  })
  return { data: rows.map(dealerFrom), totalCount }
}

export async function adminDealerById(sql: Sql, id: string, now: Date): Promise<AdminDealer | undefined> {
  const row = await sql.row(dealerRow, {
    text: `select ${columns} from users u ${beside} where u.id = $2`,
    values: [now, id],
  })
  return row && dealerFrom(row)
}

const approvalRow = z.object({ email: z.string(), name: z.string(), approved_at: z.nullable(z.date()) })

/** Whom an approval is about; nobody else writes the account until the transaction ends. */
export function heldDealer(sql: Sql, id: string): Promise<z.output<typeof approvalRow> | undefined> {
  return sql.row(approvalRow, {
    text: `select email, coalesce(nullif(businessname, ''), fullname) as name, proof_approved_at as approved_at
      from users where id = $1 for no key update`,
    values: [id],
  })
}

export async function setApproval(sql: Sql, id: string, at: Date | null): Promise<void> {
  await sql.run({ text: 'update users set proof_approved_at = $2 where id = $1', values: [id, at] })
}
