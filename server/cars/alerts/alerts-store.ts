import { z } from 'zod/mini'
import { alertLimits } from '#contract/forms/alerts.ts'
import { countOf, idsOf, isPast, changeRow } from '../../kernel/db/lists.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/** A make with a model, as the lists or the search write them. */
export interface AlertModel {
  make: string
  model: string
}

const alertRow = z.object({
  make: z.string(),
  model: z.string(),
  created_at: z.date(),
  told_at: z.nullable(z.date()),
})

/** Those of one person, newest first. */
export function alertsOf(sql: Sql, user: string): Promise<z.output<typeof alertRow>[]> {
  return sql.rows(alertRow, {
    text: `select make, model, created_at, told_at from model_alerts where user_id = $1
      order by created_at desc, make, model`,
    values: [user],
  })
}

const heldRow = z.object({ email_verified: z.boolean() })
/** Holds a person until the transaction ends, so that alerts are counted by one write at a time; undefined without an account. */
export function holdAlertOwner(sql: Sql, user: string): Promise<z.output<typeof heldRow> | undefined> {
  const text =
    'select email_verified_at is not null as email_verified from users where id = $1 for no key update'
  return sql.row(heldRow, { text, values: [user] })
}

interface Wish extends AlertModel {
  user: string
  now: Date
}

/** One whose e-mail was sent begins again; one that waits stays as it is. */
export async function addAlert(sql: Sql, { user, make, model, now }: Wish): Promise<void> {
  await sql.run({
    text: `insert into model_alerts as a (user_id, make, model, created_at) values ($1, $2, $3, $4)
      on conflict (user_id, make, model) do update set created_at = excluded.created_at, told_at = null
        where a.told_at is not null`,
    values: [user, make, model, now],
  })
}

export async function dropAlert(sql: Sql, { user, make, model }: Omit<Wish, 'now'>): Promise<void> {
  await sql.run({
    text: 'delete from model_alerts where user_id = $1 and make = $2 and model = $3',
    values: [user, make, model],
  })
}

/** Makes room among those whose e-mail was sent; how many wait for one person beside that model. */
export async function othersOf(sql: Sql, { user, make, model }: Omit<Wish, 'now'>): Promise<number> {
  const values = [user, make, model]
  await sql.run({
    text: `delete from model_alerts where user_id = $1 and (make, model) in (
        select make, model from model_alerts where user_id = $1 and told_at is not null and (make, model) <> ($2, $3)
        order by told_at desc offset greatest(0, ${alertLimits.perPerson - 1} - (select count(*)
          from model_alerts w where w.user_id = $1 and w.told_at is null and (w.make, w.model) <> ($2, $3))))`,
    values,
  })
  return countOf(sql, {
    text: `select count(*)::int as n from model_alerts
      where user_id = $1 and told_at is null and (make, model) <> ($2, $3)`,
    values,
  })
}

export async function dropAlertsOf(sql: Sql, user: string): Promise<void> {
  await sql.run({ text: 'delete from model_alerts where user_id = $1', values: [user] })
}

/** Every model that a person waits for. */
export function awaitedModels(sql: Sql): Promise<AlertModel[]> {
  return sql.rows(z.object({ make: z.string(), model: z.string() }), {
    text: 'select distinct make, model from model_alerts where told_at is null',
  })
}

/** What is awaited, beside one name under which the lists have it now. */
export interface ListedModel {
  awaited: AlertModel
  listed: AlertModel
}
const namesIn = (models: readonly ListedModel[]) => [
  models.map(({ awaited }) => awaited.make),
  models.map(({ awaited }) => awaited.model),
  models.map(({ listed }) => listed.make),
  models.map(({ listed }) => listed.model),
]
/** Cars for sale `c` that a person `u` waits for by an alert `a`, once the address is proved; $1 to $4 are the models, $5 is now. */
const found = `model_alerts a join unnest($1::text[], $2::text[], $3::text[], $4::text[]) as n (make, model, car_make, car_model)
    on n.make = a.make and n.model = a.model
  join cars c on c.status = 'active' and c.make = n.car_make and c.model = n.car_model and c.creator <> a.user_id
  join users u on u.id = a.user_id
  where a.told_at is null and u.suspended_at is null and u.email_verified_at is not null and (u.alerts_emailed_at is null
    or u.alerts_emailed_at <= $5::timestamptz - interval '${alertLimits.emailEvery} hours')`

/** People who are to be notified, those who wait longest first. */
export async function alertRecipients(
  sql: Sql,
  o: { models: readonly ListedModel[]; now: Date; most: number },
): Promise<string[]> {
  return idsOf(sql, {
    text: `select a.user_id as id from ${found} group by a.user_id order by min(a.created_at), a.user_id limit $6`,
    values: [...namesIn(o.models), o.now, o.most],
  })
}

const foundRow = z.object({
  email: z.string(),
  make: z.string(),
  model: z.string(),
  /** The newest of them. */
  title: z.string(),
  city: z.string(),
  cars: z.int(),
})
export type FoundModel = z.output<typeof foundRow>

/**
 * Takes what one person is to be sent, for this transaction alone: another one waits for the person, and finds nothing
 * afterwards.
 */
export async function takeFound(
  sql: Sql,
  o: { user: string; models: readonly ListedModel[]; now: Date },
): Promise<FoundModel[]> {
  if (!(await holdAlertOwner(sql, o.user))) return []
  const rows = await sql.rows(foundRow, {
    text: `select distinct on (a.make, a.model) u.email, a.make, a.model, c.title, c.city,
        (count(*) over (partition by a.make, a.model))::int as cars
      from ${found} and a.user_id = $6 order by a.make, a.model, c.created_at desc, c.id`,
    values: [...namesIn(o.models), o.now, o.user],
  })
  if (rows.length === 0) return rows
  await sql.run({
    text: `update model_alerts set told_at = $2 where user_id = $1
      and (make, model) in (select * from unnest($3::text[], $4::text[]))`,
    values: [o.user, o.now, rows.map(({ make }) => make), rows.map(({ model }) => model)],
  })
  await changeRow(sql, 'users', { id: o.user }, { alerts_emailed_at: o.now })
  return rows
}

/** Deletes alerts whose e-mail was sent long ago, and those that nothing came of in years. */
export const oldAlerts = `delete from model_alerts where ${isPast('told_at', alertLimits.notifiedLife)}
  or ${isPast('created_at', alertLimits.waitingLife)}`
