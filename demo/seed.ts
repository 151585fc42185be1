import type { Picture } from '#contract/cars.ts'
import { insertCars, type NewCar } from '../server/cars/cars-write.ts'
import { truthOf } from '../server/kernel/db/lists.ts'
import type { Sql } from '../server/kernel/db/sql.ts'
import type { Deps } from '../server/kernel/deps.ts'
import { hashPassword } from '../server/kernel/secrets.ts'
import { writeReference } from '../server/reference/reference-rows.ts'
import { articleViews, writeArticles } from './articles.ts'
import { oneCar, type World } from './car/one-car.ts'
import { writeChats } from './people/chats.ts'
import { hasPeople, writePeople } from './people/people-rows.ts'
import { writeTestDrives } from './people/test-drives.ts'
import { demoAccounts, demoSellers, type Country, type DemoPerson } from './people/sellers.ts'
import { z } from 'zod/mini'
import { drawRecipe } from './pictures/picture-service.ts'
import { blurOf } from '../server/pictures/picture-files.ts'
import { recipeKeyOf, type Recipe } from './pictures/vocabulary.ts'
import type { DrawnView } from './car/looks.ts'

// Progress of a large seed, so that an interrupted seed can continue. The table exists only while a seed is unfinished. The
// served database does not contain it, so the table needs no migration.

const unfinished = z.object({
  seed: z.number(),
  cars: z.int(),
  market: z.string(),
  /** Day of the first transaction, in milliseconds. */
  today: z.number(),
  written: z.int(),
})

/** Returns the unfinished seed, if one was interrupted. */
async function unfinishedSeed(sql: Sql): Promise<z.output<typeof unfinished> | undefined> {
  const isThere = await truthOf(sql)`select to_regclass('demo_seed') is not null as there`
  if (!isThere) return undefined
  return sql.first(unfinished)`select seed::float8 as seed, cars, market, today::float8 as today, written
    from demo_seed`
}

/** Returns a recipe with the same blur: at 16 × 12 pixels neither rims nor digits are visible. */
function lookalike(recipe: Recipe): Recipe {
  if (recipe.view === 'dash') return { ...recipe, km: 88_888 }
  return 'rim' in recipe ? { ...recipe, rim: 'five' } : recipe
}

/** Returns a function that makes the pictures of an ad from its views; each blur is drawn only once. */
function createViews(): (name: string, views: readonly DrawnView[]) => Promise<Picture[]> {
  const drawn = new Map<string, Promise<string>>()
  const blur = (recipe: Recipe): Promise<string> => {
    const like = lookalike(recipe)
    const key = recipeKeyOf(like)
    const made = drawn.get(key) ?? blurOf(Buffer.from(drawRecipe(like, 64)))
    drawn.set(key, made)
    return made
  }
  return (name, views) =>
    Promise.all(
      views.map(async ({ recipe, shows }) => ({
        url: `/media/${recipeKeyOf(recipe)}/1280.webp`,
        blur: await blur(recipe),
        alt: `${name}, ${shows}`,
      })),
    )
}

export interface SeedOptions {
  /** Number of cars in total. */
  cars?: number
  /** Seed; the same seed and day give the same data. */
  seed?: number
  /** Number of cars per transaction. */
  atOnce?: number
  log?: (line: string) => void
}

export const demoPassword = 'motorkin-demo'
const defaultCars = 600
const day = 86_400_000
/** Number of cars per transaction: each commit waits for the disk, and larger transactions only cost memory. */
const perTransaction = 2000

/** Returns the people of a seed, and the data that its cars are made from. */
export function demoWorld(
  seed: number,
  now: Date,
  cars: number,
  market: Deps['config']['market'] = 'mixed',
): { world: World; people: readonly DemoPerson[] } {
  const today = Math.floor(now.getTime() / day) * day
  const accounts = demoAccounts(seed, { today, market })
  const sellers = demoSellers(seed, { today, market, cars })
  const [, seller, dealer] = accounts
  if (!seller || !dealer) throw new Error('The demo accounts are incomplete')
  const of = (country: Country) => ({
    dealers: sellers.filter((s) => s.country === country && s.kind === 'dealer'),
    privates: sellers.filter((s) => s.country === country && s.kind === 'private'),
  })
  return {
    world: { seed, today, seller, dealer, sellers: { ZA: of('ZA'), NG: of('NG') } },
    people: [...accounts, ...sellers],
  }
}

/**
 * Writes made-up people and cars; returns whether anything was written. A database with people stays unchanged, except after
 * an interrupted seed with the same parameters: that seed continues after its last car, with its first day. Up to 2000 cars
 * are written in one transaction.
 */
export async function seedDemo(deps: Deps, o: SeedOptions = {}): Promise<boolean> {
  const { seed = 1, cars = defaultCars, atOnce = perTransaction, log = () => undefined } = o
  const { market } = deps.config
  const left = await unfinishedSeed(deps.db)
  const isOurs = left?.seed === seed && left.cars === cars && left.market === market
  if (!isOurs && (await hasPeople(deps.db))) return false
  const { world, people } = demoWorld(seed, isOurs ? new Date(left.today) : deps.now(), cars, market)
  const isLarge = cars > atOnce
  const picturesOf = createViews()
  // Hashing and drawing happen before the transactions, since a transaction must await only statements.
  const passwordHash = await hashPassword(demoPassword)
  const pictures = await picturesOf('', articleViews)
  const begin = async (sql: Sql, rows: readonly NewCar[]) => {
    const [buyer] = people
    await writeReference(sql)
    await writePeople(sql, people, { passwordHash, seed, today: world.today })
    await writeArticles(sql, { seed, today: world.today, people, pictures })
    if (isLarge) {
      await sql.exec`create table demo_seed (seed bigint, cars int, market text, today bigint, written int)`
      await sql.exec`insert into demo_seed values (${seed}, ${cars}, ${market}, ${world.today}, 0)`
    }
    await insertCars(sql, rows)
    const asked = { ...world, buyer, others: world.sellers.ZA.privates, cars: rows }
    await writeChats(sql, asked)
    await writeTestDrives(sql, asked)
  }
  const first = isOurs ? left.written : 0
  if (first > 0) log(`Going on after ${first} of ${cars} cars`)
  for (let from = first; from === 0 || from < cars; from += atOnce) {
    const length = Math.min(atOnce, cars - from)
    const drawn = Array.from({ length }, (_, i) => oneCar(from + i, world))
    const rows = await Promise.all(
      drawn.map(async (one): Promise<NewCar> => {
        const { views, mileageKm: _, ...car } = one
        return { ...car, pictures: await picturesOf(`${car.year} ${car.make} ${car.model}`, views) }
      }),
    )
    await deps.db.tx(async (sql) => {
      if (from === 0) await begin(sql, rows)
      else await insertCars(sql, rows)
      if (!isLarge) return
      // The progress is part of the cars' transaction, so that the number is always correct.
      if (from + length < cars) await sql.exec`update demo_seed set written = ${from + length}`
      else await sql.exec`drop table demo_seed`
    })
    if (isLarge) log(`${from + length} of ${cars} cars`)
  }
  log(`${cars} cars and ${people.length} people are there`)
  return true
}
