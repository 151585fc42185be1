import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import type { SearchableCar } from '#catalogue'
import { insertCars, type NewCar } from '../../server/cars/cars-write.ts'
import { type Db, sqlForms, type Statement } from '../../server/kernel/db/sql.ts'
import { forgetReference } from '../../server/reference/reference-store.ts'
import { dice, market, randomCars } from '../engine/cars.ts'

/** A market of made-up cars: in a real embedded database, or generated in memory when a database would take too long. */

/** Returns a unique blur with the length and the entropy of a real one. */
const blurOf = (id: string) =>
  `data:image/webp;base64,UklGR${createHash('sha512').update(id).digest('base64')}${createHash('sha1').update(id).digest('base64')}`
const pictures = (id: string) =>
  [0, 1, 2, 3, 4].map((n) => ({
    url: `/media/${id}-${n}-studio/1280.webp`,
    blur: blurOf(`${id}-${n}`),
    alt: `Picture ${n + 1}`,
  }))

function newCar(car: SearchableCar): NewCar {
  const { _id: id, mileage_km, status, created_at, ...rest } = car
  return {
    ...rest,
    ...dull,
    id,
    slug: id,
    mileage: `${mileage_km} km`,
    status,
    description: '<p>A car.</p>',
    exteriorcolor: 'White',
    interiorcolor: 'Black',
    carfeatures: [],
    pictures: pictures(id),
    created_at: new Date(created_at),
  }
}
const dull = { engine: '1.6L', drive: 'FWD', condition: 'Used', address: '1 Main Road' }

const jsonRows = (table: string, rows: readonly unknown[]): Statement => ({
  text: `insert into ${table} select * from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
  values: [JSON.stringify(rows)],
})

/** Fills an empty database; a database that already has this number of cars stays unchanged. */
export async function fill(db: Db, count: number): Promise<void> {
  const there = await db.row(z.object({ n: z.int() }), { text: 'select count(*)::int as n from cars' })
  if ((there?.n ?? 0) === count) return
  const cars = randomCars(count, count)
  await db.tx(async (sql) => {
    await sql.run(
      jsonRows(
        'makes',
        market.brands.map((b, position) => ({ id: b._id, title: b.maketitle, position })),
      ),
    )
    const models = market.brands.flatMap((b) =>
      b.models.map((m, position) => ({ id: m._id, make_id: b._id, title: m.modeltitle, position })),
    )
    await sql.run(jsonRows('models', models))
    await sql.run(
      jsonRows(
        'provinces',
        market.provinces.map(({ _id: id, ...p }) => ({ ...p, id })),
      ),
    )
    const cities = market.cities.map(({ _id: id, state_id: province_id, ...c }) => ({
      ...c,
      id,
      province_id,
    }))
    await sql.run(jsonRows('cities', cities))
    const people = [...new Set(cars.map((car) => car.creator))]
    await sql.run({
      text: `insert into users (id, email, email_key, fullname, password_hash, created_at)
        select id, id || '@motorkin.test', id || '@motorkin.test', id, '', now() from unnest($1::text[]) as p (id)`,
      values: [people],
    })
  })
  for (let from = 0; from < count; from += 2000) {
    await db.tx((sql) => insertCars(sql, cars.slice(from, from + 2000).map(newCar)))
  }
  await db.run({ text: 'vacuum (analyze) cars' })
  forgetReference(db)
}

const cardOf = (car: SearchableCar) => ({
  ...car,
  ...dull,
  slug: car._id,
  mileage: `${car.mileage_km} km`,
  featured: false,
  created_at: new Date(car.created_at),
  clicks: 0,
  version: 1,
  images: pictures(car._id)
    .slice(0, 1)
    .map(({ url }) => url),
  pictures: pictures(car._id).slice(0, 1),
  picture_count: 5,
  liked: false,
  same: true,
})

const numberIn = (id: string) => Number.parseInt(id.slice('car-'.length), 36)

/**
 * A database that answers only the queries of the list index, from cars in memory. The cars are one buffer of JSON, so that
 * the server's garbage collector ignores them, as with a real database.
 */
export class MadeUpDb implements Db {
  readonly kind = 'postgres'
  writes = 0
  readonly #texts: Buffer
  /** End offset of each car's text. */
  readonly #ends: Uint32Array
  /** Index of each car by the number in its id. */
  readonly #places: Uint32Array
  readonly #newer = new Map<number, SearchableCar>()
  #changed: SearchableCar[] = []
  #picture = 1
  readonly #d = dice(5)

  constructor(count: number) {
    const order = (a: SearchableCar, b: SearchableCar) =>
      a.make < b.make ? -1 : a.make > b.make ? 1 : a.model < b.model ? -1 : a.model > b.model ? 1 : 0
    const cars = randomCars(count, count).sort(order)
    this.#ends = new Uint32Array(count)
    this.#places = new Uint32Array(count)
    const texts = cars.map((car) => Buffer.from(JSON.stringify(car)))
    for (const [i, text] of texts.entries()) {
      this.#ends[i] = (this.#ends[i - 1] ?? 0) + text.length
      this.#places[numberIn(cars[i]?._id ?? '')] = i
    }
    this.#texts = Buffer.concat(texts)
  }

  #car(place: number): SearchableCar {
    const text = () => this.#texts.toString('utf8', this.#ends[place - 1] ?? 0, this.#ends[place])
    return this.#newer.get(place) ?? JSON.parse(text())
  }

  /** Changes the price of one car, like an edit of an ad. */
  change(): void {
    const at = this.#d.below(this.#ends.length)
    const car = this.#car(at)
    const next = { ...car, price: car.price + 100 }
    this.#newer.set(at, next)
    this.#changed.push(next)
    this.writes += 1
  }

  async rows<T extends z.ZodMiniType>(row: T, statement: Statement): Promise<z.output<T>[]> {
    return this.#answer(statement).map((value) => row.parse(value) as z.output<T>)
  }
  async row<T extends z.ZodMiniType>(row: T, statement: Statement): Promise<z.output<T> | undefined> {
    const [first] = await this.rows(row, statement)
    return first
  }
  run = () => Promise.reject(new Error('Nothing can be written here.'))
  all = sqlForms(this).all
  first = sqlForms(this).first
  exec = sqlForms(this).exec
  tx = () => Promise.reject(new Error('Nothing can be written here.'))
  notify = () => Promise.resolve()
  listen = () => () => undefined
  close = () => Promise.resolve()

  #answer({ name, text, values = [] }: Statement): unknown[] {
    const head = { picture: String(this.#picture), epoch: 'e', mark: 'm' }
    if (name === undefined && text.includes('count(*)')) return [{ n: this.#ends.length }]
    if (name === 'feed-head') return [{ epoch: 'e', mark: 'm', begun: true, tx: '1', id: '' }]
    if (name === 'list-picture') return [head]
    if (name === 'list-walk') {
      const [, , , id, limit] = values as [string, string, number, string, number]
      const from = id === '' ? 0 : (this.#places[numberIn(id)] ?? 0) + 1
      const length = Math.min(limit, this.#ends.length - from)
      const cars = Array.from({ length }, (_, i) => this.#car(from + i))
      return cars.map((car) => ({ ...car, created_at: new Date(car.created_at), micros: 0 }))
    }
    if (name === 'list-changes') {
      const changed = this.#changed.splice(0)
      if (changed.length === 0) return [{ ...head, tx: null }]
      this.#picture += 1
      const tx = String(this.#picture)
      return changed.map((car) => ({
        ...head,
        tx,
        changed: car._id,
        active: true,
        ...car,
        created_at: new Date(car.created_at),
      }))
    }
    const [ids] = values as [string[]]
    if (name === 'list-cards') return ids.map((id) => cardOf(this.#car(this.#places[numberIn(id)] ?? 0)))
    if (name === 'reference-makes') return [...market.brands]
    if (name === 'reference-provinces') return [...market.provinces]
    if (name === 'reference-cities') return [...market.cities]
    return []
  }
}
