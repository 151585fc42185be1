import { truthOf } from '../../server/kernel/db/lists.ts'
import type { Sql } from '../../server/kernel/db/sql.ts'
import { demoId, randomOf, seedOf } from '../random.ts'
import { insertRows, plans } from '../../server/reference/reference-rows.ts'
import type { DemoPerson } from './sellers.ts'

const day = 86_400_000
const batch = 2000

function userRow(person: DemoPerson, password_hash: string) {
  const { country: _, plans: __, stock: ___, ...row } = person
  return { ...row, email_key: row.email.toLowerCase(), password_hash }
}

/** Returns active subscriptions that began at most 60 days ago and last 6, 12 or 24 months. */
function subscriptionRows(person: DemoPerson, seed: number, today: number) {
  return person.plans.map((plan) => {
    const random = randomOf(seedOf(seed, 'plan', person.id, plan))
    const started = today - random.whole(1, 60) * day
    const duration = random.pick([6, 12, 24])
    const end = new Date(started)
    end.setUTCMonth(end.getUTCMonth() + duration)
    return {
      id: demoId(started, random),
      user_id: person.id,
      plan_id: plan,
      status: 'active',
      duration,
      amount: (plans.find((p) => p.id === plan)?.price ?? 0) * duration,
      started_at: new Date(started),
      expires_at: end,
      created_at: new Date(started),
    }
  })
}

export async function writePeople(
  sql: Sql,
  people: readonly DemoPerson[],
  o: { passwordHash: string; seed: number; today: number },
): Promise<void> {
  for (let from = 0; from < people.length; from += batch) {
    const some = people.slice(from, from + batch)
    const users = some.map((person) => userRow(person, o.passwordHash))
    await insertRows(sql, 'users', users)
    const subscriptions = some.flatMap((p) => subscriptionRows(p, o.seed, o.today))
    await insertRows(sql, 'subscriptions', subscriptions)
  }
}

export const hasPeople = (sql: Sql): Promise<boolean> =>
  truthOf(sql)`select exists (select 1 from users) as there`
