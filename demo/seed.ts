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

// What a large seed notes of itself while it runs, so that one that was ended is taken up again. The table is there for
// that time alone: a database that is served has nothing of it, so it is no migration.

const unfinished = z.object({
  seed: z.number(),
  cars: z.int(),
  market: z.string(),
  /** Milliseconds: the day of its first transaction. */
  today: z.number(),
  written: z.int(),
})

/** The seed that was ended before all its cars were there. */
async function unfinishedSeed(sql: Sql): Promise<z.output<typeof unfinished> | undefined> {
  const isThere = await truthOf(sql)`select to_regclass('demo_seed') is not null as there`
  if (!isThere) return undefined
  return sql.first(unfinished)`select seed::float8 as seed, cars, market, today::float8 as today, written
    from demo_seed`
}

/** At 16 × 12 neither rims nor figures can be told apart, so pictures that differ only there share one blur. */
function lookalike(recipe: Recipe): Recipe {
  if (recipe.view === 'dash') return { ...recipe, km: 88_888 }
  return 'rim' in recipe ? { ...recipe, rim: 'five' } : recipe
}

/** Draws the views of a car as its ad holds them; each blur is drawn once. */
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
  /** How many cars there shall be. */
  cars?: number
  /** The same seed and day give the same data. */
  seed?: number
  /** Cars of one transaction. */
  atOnce?: number
  log?: (line: string) => void
}

export const demoPassword = 'motorkin-demo'
const defaultCars = 600
const day = 86_400_000
/** Cars of one transaction: each commit waits for the disk, and a larger one only costs memory. */
const perTransaction = 2000

/** Everyone and everything the cars of a seed are made of. */
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
 * A market of people and cars that do not exist; says whether anything was written. A database with people in it is
 * left alone, unless they are of the same seed that was ended midway: it goes on after its last car, as of its first
 * day. Up to 2000 cars it is all or nothing.
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
  // Done before the transactions: inside one nothing but statements may be waited for.
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
      // In the transaction of the cars themselves, so that the number is always right.
      if (from + length < cars) await sql.exec`update demo_seed set written = ${from + length}`
      else await sql.exec`drop table demo_seed`
    })
    if (isLarge) log(`${from + length} of ${cars} cars`)
  }
  log(`${cars} cars and ${people.length} people are there`)
  return true
}
