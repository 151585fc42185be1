import fc from '../../support/property.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { kilometresOf } from '#catalogue'
import { adFuels, adTransmissions, carTypes, filterFuels, filterTransmissions } from '#contract/limits.ts'
import { carFeatures, exteriorColours, interiorColours } from '#contract/values/options.ts'
import { oneCar, type DrawnCar } from '../../../demo/car/one-car.ts'
import { mileage } from '../../../demo/car/value.ts'
import { allMakes } from '../../../server/reference/makes/read-makes.ts'
import { randomOf } from '../../../demo/random.ts'
import { demoWorld } from '../../../demo/seed.ts'
import { recipeKeyOf, recipeOf } from '../../../demo/pictures/vocabulary.ts'

const now = new Date('2026-11-20T15:30:00Z')
const many = 3000
let cars: readonly DrawnCar[] = []
let first: readonly DrawnCar[] = []
const { world, people } = demoWorld(1, now, many)
beforeAll(() => {
  cars = Array.from({ length: many }, (_, i) => oneCar(i, world))
  first = cars.slice(0, 600)
})
const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length
const share = (list: readonly DrawnCar[], is: (car: DrawnCar) => boolean) =>
  list.filter(is).length / list.length

describe('the same every time', () => {
  test('The same seed on the same day makes the same cars, whatever the hour', () => {
    const again = demoWorld(1, new Date('2026-11-20T01:00:00Z'), many)
    expect(Array.from({ length: 100 }, (_, i) => oneCar(i, again.world))).toEqual(cars.slice(0, 100))
    expect(again.people).toEqual(people)
  })

  test('The people of a small market are also in a large one', () => {
    const larger = demoWorld(1, now, 50_000)
    expect(larger.people.slice(0, 204)).toEqual(people.slice(0, 204))
    expect(larger.people.length).toBeGreaterThan(people.length)
  })

  test('Another seed makes other cars', () => {
    const other = demoWorld(2, now, many)
    const same = cars.slice(0, 200).filter((car, i) => oneCar(i, other.world).title === car.title)
    expect(same.length).toBeLessThan(70)
  })
})

describe('what a car says of itself', () => {
  test('Make, model and body match and were on sale in the ad’s year', () => {
    const models = new Map(
      allMakes.flatMap((m) => m.models.map((o) => [`${m.title}/${o.title}`, o] as const)),
    )
    const impossible = cars.filter((car) => {
      const model = models.get(`${car.make}/${car.model}`)
      if (model?.body !== car.bodytype) return true
      return car.year < Math.max(model.from, 2002) || car.year > (model.to ?? 2026)
    })
    expect(impossible).toEqual([])
  })

  test('Every choice is one of the documented options', () => {
    const fuels: readonly string[] = [...filterFuels, ...adFuels]
    const gearboxes: readonly string[] = [...filterTransmissions, ...adTransmissions]
    const colours: readonly string[] = [...exteriorColours, ...interiorColours]
    const features: ReadonlySet<string> = new Set(carFeatures)
    const odd = cars.filter(
      (c) =>
        !fuels.includes(c.fueltype) ||
        !gearboxes.includes(c.transmission) ||
        !carTypes.some((t) => t === c.bodytype) ||
        !colours.includes(c.exteriorcolor) ||
        !colours.includes(c.interiorcolor) ||
        c.carfeatures.length === 0 ||
        !c.carfeatures.every((f) => features.has(f)),
    )
    expect(odd).toEqual([])
    expect(new Set(cars.map((c) => c.transmission))).toEqual(new Set(gearboxes))
    expect(new Set(cars.map((c) => c.fueltype))).toEqual(new Set(fuels))
  })

  test('The kilometres in the text are those on the dashboard of the picture [R-ENT-04]', () => {
    const shown = (car: DrawnCar) =>
      car.views.map((v) => (v.recipe.view === 'dash' ? v.recipe.km : car.mileageKm))
    const lying = cars.filter(
      (car) => kilometresOf(car.mileage) !== car.mileageKm || shown(car).some((km) => km !== car.mileageKm),
    )
    expect(lying).toEqual([])
    expect(first.every((c) => c.views.some((v) => v.recipe.view === 'dash'))).toBe(true)
  })

  test('However a mileage is spelled, it reads back as the kilometres meant [R-ENT-04]', () => {
    fc.assert(
      fc.property(fc.nat(480_000), fc.nat(), (reading, seed) => {
        const { km, text } = mileage(reading, randomOf(seed))
        expect(kilometresOf(text)).toBe(km)
        expect(Math.abs(km - reading)).toBeLessThanOrEqual(500)
      }),
    )
  })

  test('No title or description contains an e-mail address or a phone number [R-POST-21]', () => {
    const texts = cars.flatMap((car) => [car.title, car.description])
    const reachable = (text: string) =>
      /@|\bwww\.|https?:/i.test(text) || /(?:\d[\s,.-]?){7,}/.test(text.replace(/[\d,]+ km/g, ''))
    expect(texts.filter(reachable)).toEqual([])
  })

  test('A description is short simple HTML with nothing left unfilled', () => {
    const wrong = ({ description }: DrawnCar) =>
      description.length < 120 ||
      description.length > 1500 ||
      /[<>{}]|undefined|NaN/.test(description.replace(/<\/?(?:p|ul|li)>/g, ''))
    expect(cars.filter(wrong)).toEqual([])
    expect(new Set(first.map((c) => c.description)).size).toBeGreaterThan(590)
  })

  test('Slugs and ids are unique and slugs are plain words', () => {
    expect(new Set(cars.map((c) => c.slug)).size).toBe(many)
    expect(new Set(cars.map((c) => c.id)).size).toBe(many)
    expect(cars.filter((c) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(c.slug))).toEqual([])
  })
})

describe('pictures', () => {
  test('Every car has four to eight pictures that the server can draw [R-ENT-01]', () => {
    const wrong = cars.filter(({ views }) => {
      const keys = views.map((v) => recipeKeyOf(v.recipe))
      const cover = views[0]?.recipe.view
      return (
        views.length < 4 ||
        views.length > 8 ||
        new Set(keys).size < keys.length ||
        keys.some((key) => recipeOf(key) === undefined) ||
        (cover !== 'side' && cover !== 'flip')
      )
    })
    expect(wrong).toEqual([])
  })

  test('The cars share a few hundred pictures, dashboards aside', () => {
    const keys = first
      .flatMap((c) => c.views.map((v) => recipeKeyOf(v.recipe)))
      .filter((k) => !k.startsWith('dash'))
    expect(new Set(keys).size).toBeGreaterThan(250)
    expect(new Set(keys).size).toBeLessThan(500)
  })
})

describe('a believable market', () => {
  test('A newer car of the same model asks more, in the mean', () => {
    let fell = 0
    let compared = 0
    for (const key of new Set(cars.map((c) => `${c.make}/${c.model}`))) {
      const same = cars.filter((c) => `${c.make}/${c.model}` === key).toSorted((a, b) => a.year - b.year)
      if (same.length < 8) continue
      const half = Math.floor(same.length / 2)
      compared++
      if (mean(same.slice(0, half).map((c) => c.price)) < mean(same.slice(half).map((c) => c.price))) fell++
    }
    expect(compared).toBeGreaterThan(50)
    expect(fell / compared).toBeGreaterThan(0.97)
  })

  test('New cars have hardly been driven, old cars have', () => {
    const fresh = cars.filter((c) => c.condition === 'New')
    expect(fresh.length).toBeGreaterThan(20)
    expect(Math.max(...fresh.map((c) => c.mileageKm))).toBeLessThan(100)
    const old = cars.filter((c) => c.year <= 2010)
    expect(mean(old.map((c) => c.mileageKm))).toBeGreaterThan(120_000)
    expect(Math.max(...cars.map((c) => c.mileageKm))).toBeLessThanOrEqual(480_500)
  })

  test('About half of the cars cost more than the end of the price slider', () => {
    const above = share(first, (c) => c.price > 5_000_000)
    expect(above).toBeGreaterThan(0.4)
    expect(above).toBeLessThan(0.6)
  })

  test('Most ads are active, some sold or inactive, few featured, none of those sold', () => {
    expect(share(cars, (c) => c.status === 'sold')).toBeCloseTo(0.04, 1)
    expect(share(cars, (c) => c.status === 'inactive')).toBeCloseTo(0.02, 1)
    expect(share(cars, (c) => c.featured === true)).toBeCloseTo(0.06, 1)
    expect(cars.some((c) => c.featured === true && c.status !== 'active')).toBe(false)
  })

  test('Ads were written in the last 90 days, none of them tomorrow', () => {
    const times = cars.map((c) => c.created_at.getTime())
    expect(Math.max(...times)).toBeLessThanOrEqual(now.getTime())
    expect(Math.min(...times)).toBeGreaterThanOrEqual(now.getTime() - 91 * 86_400_000)
  })

  test('Every brand of the home page has at least one car', () => {
    expect(new Set(first.map((c) => c.make)).size).toBe(62)
  })

  test('A car stands where its seller lives', () => {
    const sellers = new Map(people.map((p) => [p.id, p]))
    const astray = cars.filter((car) => {
      const seller = sellers.get(car.creator)
      return car.province !== seller?.province || car.city !== seller.city
    })
    expect(astray).toEqual([])
    expect(new Set(first.map((c) => sellers.get(c.creator)?.country))).toEqual(new Set(['ZA', 'NG']))
  })
})
