import { carFeatures, type CarFeature } from '#contract/values/options.ts'
import type { CarType } from '#contract/limits.ts'
import type { Random } from '../random.ts'

export interface Outfit {
  year: number
  age: number
  price: number
  bodytype: CarType
}

const since = (year: number, from: number, rise: number) => Math.min(1, Math.max(0, (year - from) / rise))
const seats7: readonly CarType[] = ['MPV', 'Minibus', 'SUV']
const towers: readonly CarType[] = ['Pickup', 'SUV', 'Wagon']

/** Returns the probability of a feature; expensive and newer cars have more features. */
type Likelihood = (car: Outfit, rich: number) => number
const usual: Likelihood = (_, rich) => 0.25 + 0.5 * rich
const modern: Likelihood = ({ year }, rich) => 0.9 * since(year, 2008, 12) * (0.3 + 0.7 * rich)
const luxury: Likelihood = (_, rich) => 0.1 + 0.6 * rich
const thirdRow: Likelihood = ({ bodytype }, rich) => {
  if (!seats7.includes(bodytype)) return 0
  return bodytype === 'SUV' ? 0.3 * rich : 0.9
}
const special: readonly (readonly [Likelihood, ...CarFeature[]])[] = [
  [() => 0.97, 'A/C: Front'],
  [(_, rich) => 0.85 + 0.1 * rich, 'Power Steering', 'Central Locking', 'Airbags: Front'],
  [(_, rich) => 0.7 + 0.3 * rich, 'Electric Windows', 'ABS Brakes'],
  [({ year }) => 0.9 * since(year, 2006, 8), 'Bluetooth', 'USB Port'],
  [({ year }) => 0.8 * since(year, 2015, 6), 'Android Auto', 'Apple CarPlay'],
  [({ year }, rich) => 0.85 * since(year, 2008, 10) * (0.4 + 0.6 * rich), 'Backup Camera'],
  [({ year }, rich) => 0.8 * since(year, 2014, 9) * rich, 'Adaptive Cruise Control', 'Lane Assist'],
  [modern, 'LED Headlights', 'Push Button Start', 'Keyless Entry'],
  [thirdRow, 'Third Row Seats'],
  [({ bodytype }) => (towers.includes(bodytype) ? 0.4 : 0.04), 'Tow Bar'],
  [({ bodytype }) => (bodytype === 'SUV' || bodytype === 'Wagon' ? 0.7 : 0.02), 'Roof Rails'],
  [({ age }) => (age <= 5 ? 0.7 : 0.03), 'Warranty'],
  [luxury, 'A/C: Rear', 'Airbags: Side', 'Sunroof', 'Heated Seats', 'Leather Seats', 'Navigation System'],
]
const likelihoods = new Map(
  special.flatMap(([of, ...features]) => features.map((name) => [name, of] as const)),
)

/** Returns the equipment of a car, in the order of the form. */
export function equipment(car: Outfit, priceNew: number, random: Random): CarFeature[] {
  const rich = Math.min(1, priceNew / 90)
  const has = carFeatures.filter((f) => random.chance((likelihoods.get(f) ?? usual)(car, rich)))
  return has.length > 0 ? has : ['A/C: Front']
}
