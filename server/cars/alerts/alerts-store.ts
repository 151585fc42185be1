import { z } from 'zod/mini'
import { alertLimits } from '#contract/forms/alerts.ts'
import { countOf, idsOf, instantColumn, isPast, changeRow } from '../../kernel/db/lists.ts'
import { part, type Sql } from '../../kernel/db/sql.ts'
import { later } from '../../kernel/semaphore.ts'

const modelRow = z.object({ make: z.string(), model: z.string() })
/** Make and model, spelled as in the lists or the search. */
export type AlertModel = z.output<typeof modelRow>

const alertRow = z.extend(modelRow, { created_at: instantColumn, told_at: z.nullable(instantColumn) })

/** Returns the alerts of one person, newest first. */
export function alertsOf(sql: Sql, user: string): Promise<z.output<typeof alertRow>[]> {
  return sql.all(alertRow)`select make, model, created_at, told_at from model_alerts where user_id = ${user}
    order by created_at desc, make, model`
}

const heldRow = z.object({ email_verified: z.boolean() })
/** Locks a person's row until the transaction ends, so that one write at a time counts alerts; undefined without an account. */
export const holdAlertOwner = (sql: Sql, user: string): Promise<z.output<typeof heldRow> | undefined> =>
  sql.first(heldRow)`select email_verified_at is not null as email_verified from users
    where id = ${user} for no key update`

interface Wish extends AlertModel {
  user: string
  now: Date
}

/** Adds an alert. An alert whose e-mail was sent starts again; a waiting one stays unchanged. */
export async function addAlert(sql: Sql, { user, make, model, now }: Wish): Promise<void> {
  await sql.exec`insert into model_alerts as a (user_id, make, model, created_at)
    values (${user}, ${make}, ${model}, ${now})
    on conflict (user_id, make, model) do update set created_at = excluded.created_at, told_at = null
      where a.told_at is not null`
}

export async function dropAlert(sql: Sql, { user, make, model }: Omit<Wish, 'now'>): Promise<void> {
  await sql.exec`delete from model_alerts where user_id = ${user} and make = ${make} and model = ${model}`
}

/** Deletes the person's oldest sent alerts beyond the limit; returns how many alerts for other models are waiting. */
export async function othersOf(sql: Sql, { user, make, model }: Omit<Wish, 'now'>): Promise<number> {
  const other = part`(make, model) <> (${make}, ${model})`
  const waiting = part`user_id = ${user} and told_at is null and ${other}`
  await sql.exec`delete from model_alerts where user_id = ${user} and (make, model) in (
    select make, model from model_alerts where user_id = ${user} and told_at is not null and ${other}
      order by told_at desc
      offset greatest(0, ${alertLimits.perPerson - 1} - (select count(*) from model_alerts where ${waiting})))`
  return countOf(sql)`select count(*)::int as n from model_alerts where ${waiting}`
}

export async function dropAlertsOf(sql: Sql, user: string): Promise<void> {
  await sql.exec`delete from model_alerts where user_id = ${user}`
}

/** Returns every model with a waiting alert. */
export const awaitedModels = (sql: Sql): Promise<AlertModel[]> =>
  sql.all(modelRow)`select distinct make, model from model_alerts where told_at is null`

/** An awaited model, and a name under which the lists have it now. */
export interface ListedModel extends AlertModel {
  car_make: string
  car_model: string
}
const hour = 3_600_000
/** SQL: cars for sale `c` that match a waiting alert `a` of a person `u` who has confirmed the e-mail address. */
const found = (models: readonly ListedModel[], now: Date) => part`model_alerts a
  join json_to_recordset(${JSON.stringify(models)}::json)
    as n (make text, model text, car_make text, car_model text) on n.make = a.make and n.model = a.model
  join cars c on c.status = 'active' and c.make = n.car_make and c.model = n.car_model and c.creator <> a.user_id
  join users u on u.id = a.user_id
  where a.told_at is null and u.suspended_at is null and u.email_verified_at is not null
    and (u.alerts_emailed_at is null or u.alerts_emailed_at <= ${later(now, -alertLimits.emailEvery * hour)})`

/** Returns the people to notify, longest wait first. */
export async function alertRecipients(
  sql: Sql,
  o: { models: readonly ListedModel[]; now: Date; most: number },
): Promise<string[]> {
  return idsOf(sql)`select a.user_id as id from ${found(o.models, o.now)}
    group by a.user_id order by min(a.created_at), a.user_id limit ${o.most}`
}

const foundRow = z.object({
  email: z.string(),
  make: z.string(),
  model: z.string(),
  /** Title of the newest car. */
  title: z.string(),
  city: z.string(),
  cars: z.int(),
})
export type FoundModel = z.output<typeof foundRow>

/**
 * Returns the models to notify one person of, and marks them as sent. A concurrent transaction waits for the lock on the person
 * and then finds nothing.
 */
export async function takeFound(
  sql: Sql,
  o: { user: string; models: readonly ListedModel[]; now: Date },
): Promise<FoundModel[]> {
  if (!(await holdAlertOwner(sql, o.user))) return []
  const rows = await sql.all(foundRow)`select distinct on (a.make, a.model)
      u.email, a.make, a.model, c.title, c.city,
      (count(*) over (partition by a.make, a.model))::int as cars
    from ${found(o.models, o.now)} and a.user_id = ${o.user} order by a.make, a.model, c.created_at desc, c.id`
  if (rows.length === 0) return rows
  await sql.exec`update model_alerts set told_at = ${o.now} where user_id = ${o.user} and (make, model) in (
    select make, model from json_to_recordset(${JSON.stringify(rows)}::json) as r (make text, model text))`
  await changeRow(sql, 'users', { id: o.user }, { alerts_emailed_at: o.now })
  return rows
}

/** SQL: deletes alerts whose e-mail was sent long ago, and alerts that have waited for years. */
export const oldAlerts = `delete from model_alerts where ${isPast('told_at', alertLimits.notifiedLife)}
  or ${isPast('created_at', alertLimits.waitingLife)}`
