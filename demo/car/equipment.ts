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

/** How likely a feature is on a car; dearer and newer cars have more. */
function likelihood(feature: CarFeature, car: Outfit, rich: number): number {
  switch (feature) {
    case 'A/C: Front':
      return 0.97
    case 'Power Steering':
    case 'Central Locking':
    case 'Airbags: Front':
      return 0.85 + 0.1 * rich
    case 'Electric Windows':
    case 'ABS Brakes':
      return 0.7 + 0.3 * rich
    case 'Bluetooth':
    case 'USB Port':
      return 0.9 * since(car.year, 2006, 8)
    case 'Android Auto':
    case 'Apple CarPlay':
      return 0.8 * since(car.year, 2015, 6)
    case 'Backup Camera':
      return 0.85 * since(car.year, 2008, 10) * (0.4 + 0.6 * rich)
    case 'Adaptive Cruise Control':
    case 'Lane Assist':
      return 0.8 * since(car.year, 2014, 9) * rich
    case 'LED Headlights':
    case 'Push Button Start':
    case 'Keyless Entry':
      return 0.9 * since(car.year, 2008, 12) * (0.3 + 0.7 * rich)
    case 'Third Row Seats':
      return seats7.includes(car.bodytype) ? (car.bodytype === 'SUV' ? 0.3 * rich : 0.9) : 0
    case 'Tow Bar':
      return towers.includes(car.bodytype) ? 0.4 : 0.04
    case 'Roof Rails':
      return car.bodytype === 'SUV' || car.bodytype === 'Wagon' ? 0.7 : 0.02
    case 'Warranty':
      return car.age <= 5 ? 0.7 : 0.03
    case 'A/C: Rear':
    case 'Airbags: Side':
    case 'Sunroof':
    case 'Heated Seats':
    case 'Leather Seats':
    case 'Navigation System':
      return 0.1 + 0.6 * rich
    case 'Alarm System':
    case 'Alloy Wheels':
    case 'Cruise Control':
    case 'Electric Mirrors':
    case 'Fog Lights':
    case 'Front Parking Sensors':
    case 'Immobiliser':
    case 'ISOFIX':
    case 'Rear Parking Sensors':
      return 0.25 + 0.5 * rich
  }
}

/** What a car has on board, in the order of the form. */
export function equipment(car: Outfit, priceNew: number, random: Random): CarFeature[] {
  const rich = Math.min(1, priceNew / 90)
  const has = carFeatures.filter((f) => random.chance(likelihood(f, car, rich)))
  return has.length > 0 ? has : ['A/C: Front']
}
