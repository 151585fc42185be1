import { z } from 'zod/mini'
import { AppError, fieldErrors } from '#contract/errors.ts'
import { picture, type Picture } from '#contract/cars.ts'
import { type AdFields, fuels, gearboxes } from '#contract/ads.ts'
import { carStatuses, carTypes, conditions, drives } from '#contract/limits.ts'
import { id } from '#contract/parts.ts'
import { kilometresOf, tokensOf, transmissionKey } from '#catalogue'
import { raw, type Sql } from '../kernel/db/sql.ts'
import { searchedColumns, searchedRow } from './cars-cards.ts'

/**
 * A car to write. Makes, models and places are spelled exactly as in the reference data. The values that a search needs
 * (kilometres, gearbox key, tokens) are derived here.
 */
export interface NewCar extends Omit<AdFields, 'images' | 'carfeatures'> {
  id: string
  slug: string
  /** Id of the user who posts it. */
  creator: string
  carfeatures: readonly string[]
  featured?: boolean
  clicks?: number
  /** Cover first. */
  pictures: readonly Picture[]
  created_at: Date
  updated_at?: Date
}

const line = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

/** Option lists are closed, because a search compares their known spellings. */
const newCar = z.object({
  id,
  slug: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(200)),
  creator: id,
  title: line(200),
  make: line(80),
  model: line(80),
  year: z.int().check(z.minimum(1900), z.maximum(2100)),
  price: z.number().check(z.minimum(0), z.maximum(999_999_999_999)),
  mileage: line(40).check(z.refine((m) => kilometresOf(m) !== undefined, 'Please enter a mileage')),
  fueltype: z.enum(fuels),
  engine: z.string().check(z.maxLength(80)),
  transmission: z.enum(gearboxes),
  bodytype: z.enum(carTypes),
  drive: z.enum(drives),
  condition: z.enum(conditions),
  exteriorcolor: z.string().check(z.maxLength(40)),
  interiorcolor: z.string().check(z.maxLength(40)),
  description: z.string().check(z.maxLength(20_000)),
  carfeatures: z.array(line(80)).check(z.maxLength(60)),
  address: z.string().check(z.maxLength(200)),
  province: z.string().check(z.maxLength(80)),
  city: z.string().check(z.maxLength(80)),
  status: z.enum(carStatuses),
  featured: z._default(z.boolean(), false),
  clicks: z._default(z.int().check(z.minimum(0)), 0),
  pictures: z.array(picture).check(z.maxLength(20)),
  created_at: z.date(),
  updated_at: z.optional(z.date()),
})

const chunkSize = 500
/** Removes NUL characters and lone surrogates, which the database cannot store. */
const storableText = (text: string) => text.replace(/[\0\p{Surrogate}]/gu, '')
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) => (typeof v === 'string' ? storableText(v) : v))

/** Runs a statement over rows, 500 at a time; returns how many rows were written. */
async function write(sql: Sql, text: string, rows: readonly object[]): Promise<number> {
  let written = 0
  for (let from = 0; from < rows.length; from += chunkSize) {
    written += await sql.run({ text, values: [storableJson(rows.slice(from, from + chunkSize))] })
  }
  return written
}

/**
 * Writes cars in statements of 500 rows and returns how many were written. All cars are checked before the first is written: a
 * car that breaks a rule throws `validation_failed` with its list index in front of the field's name. Pass a transaction for all
 * or nothing.
 */
export async function insertCars(sql: Sql, cars: readonly NewCar[]): Promise<number> {
  const rows = cars.map((car, place) => rowOf(car, `${place}.`))
  return write(sql, insertText, rows)
}

function rowOf(car: NewCar, place = '') {
  const read = newCar.safeParse(car)
  if (!read.success) {
    const fields = Object.entries(fieldErrors(read.error.issues)).map(([k, v]) => [place + k, v])
    const msg = read.error.issues[0]?.message
    throw new AppError('validation_failed', {
      fields: Object.fromEntries(fields),
      ...(place === '' && msg !== undefined && { msg }),
    })
  }
  const c = read.data
  return {
    ...c,
    updated_at: c.updated_at ?? c.created_at,
    mileage_km: kilometresOf(c.mileage),
    transmission_key: transmissionKey(c.transmission),
    search_tokens: tokensOf({ ...c, title: storableText(c.title) }),
  }
}

const names = [...Object.keys(newCar.shape), 'mileage_km', 'transmission_key', 'search_tokens']
/** SQL: the rows of a JSON text in the form of the table. */
const given = 'json_populate_recordset(null::cars, $1::json) r'
const insertText = `insert into cars (${names.join(', ')}) select ${names.join(', ')} from ${given}`

/** Columns that an edit may not change. */
const lasting = ['id', 'slug', 'creator', 'featured', 'clicks', 'created_at']
const edited = names.filter((n) => !lasting.includes(n))
const rewriteText = `update cars c set ${edited.map((n) => `${n} = r.${n}`).join(', ')}, version = c.version + 1
  from ${given} where c.id = r.id and c.version = r.version`

/**
 * Writes an edited car if it is still at `version`; returns whether it did. A field that breaks a rule throws `validation_failed`
 * under its own name.
 */
export async function rewriteCar(sql: Sql, car: NewCar, version: number): Promise<boolean> {
  return (await write(sql, rewriteText, [{ ...rowOf(car), version }])) === 1
}

/** Rewrites many cars in statements of 500 rows; returns how many were written. Throws as `insertCars` does. */
export async function rewriteCars(
  sql: Sql,
  cars: readonly (NewCar & { version: number })[],
): Promise<number> {
  const rows = cars.map((car, place) => ({ ...rowOf(car, `${place}.`), version: car.version }))
  return write(sql, rewriteText, rows)
}

/** Writes one new car; a field that breaks a rule throws `validation_failed` under its own name. */
export async function insertCar(sql: Sql, car: NewCar): Promise<void> {
  await write(sql, insertText, [rowOf(car)])
}

const untold = z.object(searchedRow)

/**
 * Computes the tokens of cars that were stored without tokens; returns how many cars. Several processes may run it at the same
 * time.
 */
export async function fillTokens(sql: Sql): Promise<number> {
  let filled = 0
  for (;;) {
    const cars = await sql.all(untold)`select ${raw(searchedColumns)} from cars c
      where c.search_tokens is null limit ${4 * chunkSize}`
    if (cars.length === 0) return filled
    const tokens = cars.map((car) => ({ id: car._id, search_tokens: tokensOf(car) }))
    filled += await sql.exec`update cars c set search_tokens = r.search_tokens
      from json_to_recordset(${JSON.stringify(tokens)}::json) as r (id text, search_tokens text[])
      where c.id = r.id and c.search_tokens is null`
  }
}
