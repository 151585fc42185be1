import type { ModelEntry } from '../../server/reference/makes/read-makes.ts'
import type { Random } from '../random.ts'

/** Returns the kilometres per year of a car's first years. */
function yearly(model: ModelEntry): number {
  if (model.price >= 150) return 5500
  if (model.body === 'Minibus') return 24_000
  if (model.body === 'Pickup') return 20_000
  if (model.body === 'Convertible' || model.body === 'Coupe') return 10_000
  return model.fuels.includes('Diesel') ? 17_000 : 14_500
}

/** Returns the mileage of a car with an age in years; older cars are driven less. */
export function kilometresDriven(model: ModelEntry, age: number, isNew: boolean, random: Random): number {
  if (isNew) return random.whole(0, 50)
  const years = age + 0.2 + random.next() * 0.7
  const driven = yearly(model) * Math.exp(0.28 * random.bell()) * years ** 0.88
  return Math.round(Math.min(Math.max(driven, 900), 480_000))
}

const spellings: readonly (readonly [share: number, write: (km: string, groups: string) => string])[] = [
  [30, (_, g) => `${g} Km`],
  [20, (km) => km],
  [16, (_, g) => `${g.replaceAll(',', ' ')} km`],
  [12, (_, g) => `${g} km`],
  [8, (km) => `${km} km`],
  [6, (km) => `${km}km`],
  [5, (_, g) => `${g} kms`],
  [3, (_, g) => `${g.replaceAll(',', '.')} km`],
]

/** Returns the kilometres and the seller's spelling, which always agree. Sellers round, so a share of the values is round. */
export function mileage(reading: number, random: Random): { km: number; text: string } {
  if (reading >= 10_000 && random.chance(0.08)) {
    const thousands = Math.round(reading / 1000)
    return { km: thousands * 1000, text: random.chance(0.5) ? `${thousands}k km` : `${thousands}k` }
  }
  const km = reading >= 10_000 && random.chance(0.25) ? Math.round(reading / 500) * 500 : reading
  const [, write] = random.weighted(spellings, ([share]) => share)
  return { km, text: write(String(km), km.toLocaleString('en-US')) }
}

/** Share of the price that remains after each year, and after the first year. */
const keptPerYear = 0.866
const keptFirstYear = 0.84

/** Returns a price in naira for model, age and mileage, rounded as sellers round. */
export function askingPrice(
  model: ModelEntry,
  o: { age: number; km: number; isNew: boolean; trim: number },
  random: Random,
): number {
  const fresh = model.price * 1_000_000 * (0.93 + 0.14 * o.trim)
  const aged = o.isNew ? 1 : keptFirstYear * keptPerYear ** o.age
  const usual = yearly(model) * (o.age + 0.5) ** 0.88
  const driven = o.isNew
    ? 1
    : Math.min(1.12, Math.max(0.82, 1 - 0.13 * Math.log(Math.max(0.2, o.km / usual))))
  const noise = Math.exp((o.isNew ? 0.03 : 0.085) * random.bell())
  const price = Math.max(fresh * aged * driven * noise, 420_000 + model.price * 12_000)
  const step = price > 20_000_000 ? 250_000 : price > 5_000_000 ? 50_000 : 10_000
  return Math.round(price / step) * step
}
