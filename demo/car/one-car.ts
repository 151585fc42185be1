import { dashed } from '#catalogue'
import { conditions, type CarType } from '#contract/limits.ts'
import type { NewCar } from '../../server/cars/cars-write.ts'
import { demoId, randomOf, seedOf, type Random } from '../random.ts'
import {
  allMakes,
  type MakeEntry,
  type ModelEntry,
  type Fuel,
} from '../../server/reference/makes/read-makes.ts'
import type { Country, DemoPerson } from '../people/sellers.ts'
import { equipment } from './equipment.ts'
import { looks, views, type DrawnView } from './looks.ts'
import { askingPrice, kilometresDriven, mileage } from './value.ts'
import { description } from './words.ts'

const day = 86_400_000
/** Maximum age in years; an ad form offers this many years back. */
const oldest = 24

export interface World {
  seed: number
  /** Start of the current day, in milliseconds. */
  today: number
  /** Private sellers and dealers of each country. */
  sellers: Readonly<Record<Country, { dealers: readonly DemoPerson[]; privates: readonly DemoPerson[] }>>
  /** The demo accounts that have cars of their own. */
  seller: DemoPerson
  dealer: DemoPerson
}
/** A car with recipes in place of its pictures. */
export type DrawnCar = Omit<NewCar, 'pictures'> & { mileageKm: number; views: readonly DrawnView[] }

/** Factors for makes that are far more, or less, common in one of the two countries. */
const liking = new Map<string, Readonly<Record<Country, number>>>(
  Object.entries({
    Innoson: { ZA: 0, NG: 1 },
    Lexus: { ZA: 0.4, NG: 1.4 },
    Infiniti: { ZA: 0.4, NG: 1.4 },
    Volkswagen: { ZA: 1.5, NG: 0.5 },
    Isuzu: { ZA: 1.6, NG: 0.3 },
    Suzuki: { ZA: 1.6, NG: 0.5 },
    Mahindra: { ZA: 1.7, NG: 0.2 },
    Haval: { ZA: 1.7, NG: 0.2 },
    GWM: { ZA: 1.7, NG: 0.3 },
    Renault: { ZA: 1.6, NG: 0.3 },
    Opel: { ZA: 1.5, NG: 0.6 },
    Peugeot: { ZA: 0.6, NG: 1.4 },
    GAC: { ZA: 0.3, NG: 1.7 },
    Geely: { ZA: 0.2, NG: 1.6 },
    Changan: { ZA: 0.3, NG: 1.6 },
  }),
)

function makeOf(index: number, country: Country, random: Random): MakeEntry {
  // The first cars use every make once, so that no brand on the home page leads to an empty list.
  const own = allMakes[(index * 23) % allMakes.length]
  if (index < allMakes.length && own && liking.get(own.title)?.[country] !== 0) return own
  return random.weighted(allMakes, (m) => m.weight * (liking.get(m.title)?.[country] ?? 1))
}

/** Factors for bodies that sell more, or less, than their number of models suggests. */
const demand: Partial<Record<CarType, number>> = { Pickup: 1.8, Wagon: 2.5, Convertible: 1.5, SUV: 0.8 }

const builtIn = (model: ModelEntry, year: number) => model.from <= year && year <= (model.to ?? year)

/** Returns a model year and a model built in that year; cheap models are more common than expensive ones. */
function modelOf(make: MakeEntry, thisYear: number, random: Random): { model: ModelEntry; year: number } {
  for (let tries = 0; tries < 6; tries++) {
    const year = thisYear - Math.floor(1 + (oldest - 1) * random.next() ** 0.9)
    const models = make.models.filter((m) => builtIn(m, year))
    if (models.length === 0) continue
    const model = random.weighted(models, (m) => (demand[m.body] ?? 1) / Math.sqrt(m.price))
    return { model, year }
  }
  const model = random.pick(make.models)
  const last = Math.min(model.to ?? thisYear, thisYear)
  return { model, year: random.whole(Math.min(last, Math.max(model.from, thisYear - oldest)), last) }
}

const dieselTrim = /(\d\dd\b|TDI|CDI|GD-6|Di-D|TDV6|DiCOR|Diesel|D5|^D4)/
const petrolTrim = /(TFSI|TSI|EcoBoost|VTEC|\d\di\b|Turbo$|xDrive3[05]i|GTI)/

/** Returns a trim that matches engine and fuel, and its rank from 0 to 1. */
function trimOf(
  model: ModelEntry,
  fuel: Fuel,
  engine: string,
  random: Random,
): { name: string; rank: number } {
  const fits = (trim: string) => {
    if (fuel === 'Diesel' ? petrolTrim.test(trim) : dieselTrim.test(trim)) return false
    const litres = /^(\d\.\d)\b/.exec(trim)
    return !litres || engine.startsWith(litres[1] ?? '')
  }
  const trims = model.trims.filter(fits)
  if (trims.length === 0) return { name: '', rank: 0.3 }
  const place = random.whole(0, trims.length - 1)
  return { name: trims[place] ?? '', rank: place / Math.max(1, trims.length - 1) }
}

/** Returns one of the names that the two option lists have for a fuel. */
function fuelName(fuel: Fuel, country: Country, age: number, random: Random): string {
  if (fuel !== 'Petrol') return fuel
  if (age > 8 && random.chance(0.012)) return 'LPG Autogas'
  if (random.chance(0.006)) return 'Ethanol'
  return country === 'NG' && random.chance(0.22) ? 'Gasoline' : 'Petrol'
}

function gearboxName(model: ModelEntry, fuel: Fuel, random: Random): string {
  if (fuel === 'Electric' || fuel === 'Hybrid') return 'Automatic'
  const box = random.weighted(model.gearboxes, (g) => (g === model.gearboxes[0] ? 3 : 1))
  if (box !== 'Semi') return box
  return random.chance(0.6) ? 'Semi-Autometic' : 'Semi-Automatic'
}

function engineFor(model: ModelEntry, random: Random): { fuel: Fuel; engine: string } {
  const fuel = random.weighted(model.fuels, (f) => (f === 'Petrol' ? 3 : f === 'Diesel' ? 2 : 1))
  const engine = random.pick(model.engines)
  return { fuel, engine: engine.endsWith('kWh') ? engine : `${engine} L` }
}

/**
 * Returns five characters that are unique for an index: multiplication by an odd number that is not divisible by 3 is
 * injective modulo 36 ** 5.
 */
const slugEnd = (index: number) => {
  const room = 36 ** 5
  return Number((BigInt(index + 1) * 25_214_903_917n) % BigInt(room))
    .toString(36)
    .padStart(5, '0')
}

function ownerOf(index: number, country: Country, world: World, random: Random): DemoPerson {
  if (index < 600 && index % 25 === 7) return world.dealer
  if (index < 600 && index % 100 === 13) return world.seller
  const { dealers, privates } = world.sellers[country]
  if (random.chance(0.55)) return random.weighted(dealers, (d) => d.stock)
  return privates[Math.floor(index / 2) % privates.length] ?? random.pick(privates)
}

/** Returns the car at an index of the sequence, independent of the number of cars. */
export function oneCar(index: number, world: World): DrawnCar {
  const random = randomOf(seedOf(world.seed, 'car', index))
  const owner = ownerOf(index, random.chance(0.44) ? 'ZA' : 'NG', world, random)
  const { country } = owner
  const make = makeOf(index, country, random)
  const created = world.today - Math.floor(90 * day * random.next() ** 1.25) - 1
  const listedYear = new Date(created).getUTCFullYear()
  const used = modelOf(make, listedYear, random)
  const { model } = used
  const isNew = owner.kind === 'dealer' && model.to === undefined && random.chance(0.1)
  const year = isNew ? random.whole(Math.max(model.from, listedYear - 1), listedYear) : used.year
  const age = Math.max(0, listedYear - year)
  const { fuel, engine } = engineFor(model, random)
  const trim = trimOf(model, fuel, engine, random)
  const { km, text } = mileage(kilometresDriven(model, age, isNew, random), random)
  const price = askingPrice(model, { age, km, isNew, trim: trim.rank }, random)
  const look = looks({ bodytype: model.body, price, country }, random)
  const features = equipment({ year, age, price, bodytype: model.body }, model.price, random)
  const name = model.title.startsWith(make.title) ? model.title : `${make.title} ${model.title}`
  const title = [year, name, trim.name === 'Base' ? '' : trim.name].filter((t) => t !== '').join(' ')
  const fueltype = fuelName(fuel, country, age, random)
  const transmission = gearboxName(model, fuel, random)
  const status = random.weighted(
    ['active', 'sold', 'inactive'] as const,
    (s) => ({ active: 94, sold: 4, inactive: 2 })[s],
  )
  const days = (world.today - created) / day
  const car = {
    id: demoId(created, random, index),
    slug: `${dashed(title)}-${slugEnd(index)}`,
    creator: owner.id,
    title,
    make: make.title,
    model: model.title,
    year,
    price,
    mileage: text,
    mileageKm: km,
    fueltype,
    engine,
    transmission,
    bodytype: model.body,
    drive: model.drive,
    condition: isNew ? conditions[1] : conditions[0],
    exteriorcolor: look.exterior,
    interiorcolor: look.interiorName,
    carfeatures: features,
    address: owner.address,
    province: owner.province,
    city: owner.city,
    status,
  }
  const said = { name, age, km: `${km.toLocaleString('en-US')} km`, isNew, dealer: owner.kind === 'dealer' }
  return {
    ...car,
    description: description({ ...car, ...said }, random),
    featured: status === 'active' && random.chance(0.06),
    clicks: Math.floor((3 + days * 4) * random.next() ** 2),
    created_at: new Date(created),
    updated_at: new Date(created),
    views: views(look, km, random),
  }
}
