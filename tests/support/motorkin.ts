import { randomUUID } from 'node:crypto'
import type { User } from '#contract/users/users.ts'
import { insertCars, type NewCar } from '../../server/cars/cars-write.ts'
import { openSession } from '../../server/admin/factors-store.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import type { Db, Sql } from '../../server/kernel/db/sql.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { beginSession } from '../../server/users/sessions/sessions-store.ts'
import { emailKey } from '../../server/users/users-store.ts'
import { forgetReference } from '../../server/reference/reference-store.ts'
import { sellers, world } from './cars.ts'
import { testImage } from './writes.ts'

/** Fills a fresh database with the data of tests/support/cars.ts. */

const values = (rows: readonly unknown[]) => [JSON.stringify(rows)]

export async function addReference(sql: Sql): Promise<void> {
  const makes = world.brands.map((b, position) => ({ id: b._id, title: b.maketitle, position }))
  const models = world.brands.flatMap((b) =>
    b.models.map((m, position) => ({ id: m._id, make_id: b._id, title: m.modeltitle, position })),
  )
  const rows = async (table: string, list: readonly unknown[]) => {
    const text = `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`
    await sql.run({ text, values: values(list) })
  }
  await rows('makes', makes)
  await rows('models', models)
  await rows('car_types', [
    { id: 'type-1', name: 'SUV', position: 0 },
    { id: 'type-2', name: 'Sedan', position: 1 },
  ])
  await rows(
    'provinces',
    world.provinces.map(({ _id, ...p }) => ({ ...p, id: _id })),
  )
  await rows(
    'cities',
    world.cities.map(({ _id, state_id, ...c }) => ({ ...c, id: _id, province_id: state_id })),
  )
  const plans = [
    { id: 'basic', name: 'Basic', type: 'basic', price: 0, car_limit: 2, position: 0 },
    { id: 'platinum', name: 'Platinum', type: 'platinum', price: 5000, car_limit: 1000, position: 3 },
    { id: 'featured', name: 'Featured Dealership', type: 'featured', price: 500, car_limit: 0, position: 4 },
  ]
  await rows(
    'plans',
    plans.map((plan) => ({ ...plan, includes: [] })),
  )
}

export interface NewUser {
  id: string
  email?: string
  password_hash?: string
  fullname?: string
  role?: 'user' | 'admin'
  kind?: 'dealer' | 'private'
  country_code?: string
  gsm?: string
  province?: string
  city?: string
  address?: string
  businessname?: string
  business_address?: string
  logourl?: string
  avatarurl?: string
  email_verified_at?: string
  mobile_verified_at?: string
  proof_approved_at?: string
  suspended_at?: string
}

/** Adds an uploaded picture of this person: `testImage`. */
export async function addPicture(sql: Sql, id: string): Promise<void> {
  await sql.run({
    text: `insert into uploads (user_id, image_id, sha256, size, file, state, width, height, blur, created_at, used_at)
      values ($1, $2, $2, 1, $3, 'done', 10, 10, 'data:image/webp;base64,AAAA', now(), now())`,
    values: [id, testImage, `${id}_${testImage}`],
  })
}

export async function addUser(sql: Sql, { id, ...over }: NewUser): Promise<User> {
  const email = over.email ?? `${id}@motorkin.test`
  const row = {
    id,
    email,
    fullname: `Name of ${id}`,
    password_hash: '',
    created_at: '2025-06-01T00:00:00Z',
    ...over,
  }
  const named = { ...row, email_key: emailKey(email) }
  const columns = Object.keys(named)
  await sql.run({
    text: `insert into users (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
    values: Object.values(named),
  })
  await addPicture(sql, id)
  const { fullname, avatarurl = '', role = 'user' } = named
  return { id, email, fullname, avatarurl, role, is_subscriber: false }
}

/** Returns an admin's token in a session with a second factor, as every admin call needs it. */
export async function adminSession(
  { deps }: { deps: Deps },
  user: Pick<User, 'id'> & Partial<User>,
): Promise<string> {
  const { db, now } = deps
  const id = randomUUID()
  await beginSession(db, { id, user: user.id, remember: true, device: 'Chrome on Linux', now: now() })
  await openSession(db, { user: user.id, session: id, now: now() })
  const claims = { fullname: user.id, email: '', avatarurl: '', is_subscriber: false, ...user }
  return issueToken({ role: 'admin', ...claims }, deps, 7 * 24 * 3600, id)
}

export async function subscribe(
  sql: Sql,
  user: string,
  plan: 'basic' | 'platinum' | 'featured',
  o: { until: string; status?: 'pending' | 'active' | 'cancelled'; since?: string },
): Promise<void> {
  const since = o.since ?? '2026-01-01T00:00:00Z'
  await sql.run({
    text: `insert into subscriptions (id, user_id, plan_id, status, duration, amount, started_at, expires_at, created_at)
      values ($1, $2, $3, $4, 12, 0, $5, $6, $5)`,
    values: [randomUUID(), user, plan, o.status ?? 'active', since, o.until],
  })
}

/** Adds reference data, three sellers and the given cars. */
export async function furnish(db: Db, cars: readonly NewCar[] = []): Promise<User[]> {
  const users = await db.tx(async (sql) => {
    await addReference(sql)
    const added: User[] = []
    for (const id of sellers) added.push(await addUser(sql, { id }))
    await insertCars(sql, cars)
    return added
  })
  forgetReference(db)
  return users
}
