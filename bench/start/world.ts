import { z } from 'zod/mini'
import type { Db } from '../../server/kernel/db/sql.ts'
import { fill } from '../list/world.ts'

const base = 100_000

/**
 * Fills an empty database. Beyond `base` cars it inserts copies of the first ones with another price, mileage and time.
 * Returns the number of cars it filled in; 0 if they exist already.
 */
export async function fillMany(db: Db, count: number): Promise<number> {
  const there = await db.row(z.object({ n: z.int() }), { text: 'select count(*)::int as n from cars' })
  if (there?.n === count) return 0
  await fill(db, Math.min(count, base))
  if (count <= base) return count
  const text = z.object({ text: z.string() })
  const columns = await db.rows(text, {
    text: `select column_name as text from information_schema.columns where table_name = 'cars' order by ordinal_position`,
  })
  const indexes = await db.rows(z.object({ name: z.string(), text: z.string() }), {
    text: `select indexname as name, indexdef as text from pg_indexes
      where tablename = 'cars' and indexname not in ('cars_pkey', 'cars_slug_key')`,
  })
  const changed: Record<string, string> = {
    id: `id || '-' || k`,
    slug: `slug || '-' || k`,
    price: 'price + 100 * k',
    mileage_km: 'mileage_km + k',
    created_at: `created_at - k * interval '1 second'`,
  }
  const names = columns.map((c) => c.text)
  await db.run({ text: 'alter table cars disable trigger user' })
  for (const { name } of indexes) await db.run({ text: `drop index ${name}` })
  const most = Math.ceil(count / base)
  for (let k = 1; k < most; k += 1) {
    const rest = Math.min(base, count - k * base)
    await db.run({
      text: `insert into cars (${names.join(', ')})
        select ${names.map((name) => changed[name] ?? name).join(', ')}
        from (select c.*, ${k}::int as k from cars c where position('-' in substr(id, 5)) = 0 order by id limit ${rest}) c`,
    })
  }
  await db.run({
    text: `insert into feed (car_id, tx, active) select id, pg_current_xact_id(), true from cars on conflict do nothing`,
  })
  await db.run({ text: 'alter table cars enable trigger user' })
  // The index for word search takes an hour to build and no query here uses it.
  for (const { text: make } of indexes) if (!make.includes('search_tokens)')) await db.run({ text: make })
  await db.run({ text: 'vacuum (analyze) cars' })
  return count
}
