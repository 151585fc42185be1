import type { Picture } from '#contract/cars.ts'
import { insertCars, type NewCar } from '../server/cars/cars-write.ts'
import type { Sql } from '../server/kernel/db/sql.ts'
import type { Deps } from '../server/kernel/deps.ts'
import { hashPassword } from '../server/kernel/secrets/passwords.ts'
import { writeReference } from '../server/reference/reference-rows.ts'
import { articleViews } from './blogs/all-articles.ts'
import { writeArticles } from './blogs/write-articles.ts'
import { BlurBook } from './pictures/blur-book.ts'
import { oneCar, type DrawnCar, type World } from './car/one-car.ts'
import { writeChats } from './people/chats.ts'
import { hasPeople, writePeople } from './people/people-rows.ts'
import { writeTestDrives } from './people/test-drives.ts'
import { demoAccounts, demoSellers, type Country, type Person } from './people/sellers.ts'
import { noteEnd, noteStart, noteWritten, unfinishedSeed } from './unfinished.ts'

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
export const defaultCars = 600
const day = 86_400_000
/** Cars of one transaction: each commit waits for the disk, and a larger one only costs memory. */
const perTransaction = 2000

/** Everyone and everything the cars of a seed are made of. */
export function demoWorld(
  seed: number,
  now: Date,
  cars: number,
  market: Deps['config']['market'] = 'mixed',
): { world: World; people: readonly Person[] } {
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

async function finished(drawn: DrawnCar, blurs: BlurBook): Promise<NewCar> {
  const { views, mileageKm: _, ...car } = drawn
  return { ...car, pictures: await blurs.pictures(`${car.year} ${car.make} ${car.model}`, views) }
}

interface Beginning {
  passwordHash: string
  pictures: readonly Picture[]
}
async function beginning(blurs: BlurBook): Promise<Beginning> {
  const [passwordHash, pictures] = await Promise.all([
    hashPassword(demoPassword),
    blurs.pictures('', articleViews),
  ])
  return { passwordHash, pictures }
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
  const blurs = new BlurBook()
  const begin = async (sql: Sql, rows: readonly NewCar[], given: Beginning) => {
    const [buyer] = people
    await writeReference(sql)
    await writePeople(sql, people, { passwordHash: given.passwordHash, seed, today: world.today })
    await writeArticles(sql, { seed, today: world.today, people, pictures: given.pictures })
    if (isLarge) await noteStart(sql, { seed, cars, market, today: world.today })
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
    // Drawing is done before the transaction: inside it nothing but statements may be waited for.
    const rows = await Promise.all(drawn.map((car) => finished(car, blurs)))
    const given = from === 0 ? await beginning(blurs) : undefined
    await deps.db.tx(async (sql) => {
      if (given) await begin(sql, rows, given)
      else await insertCars(sql, rows)
      if (!isLarge) return
      if (from + length < cars) await noteWritten(sql, from + length)
      else await noteEnd(sql)
    })
    if (isLarge) log(`${from + length} of ${cars} cars`)
  }
  log(`${cars} cars and ${people.length} people are there`)
  return true
}
