import { type CarType, carTypes } from '#contract/limits.ts'
import type { ExteriorColour, InteriorColour } from '#contract/values/options.ts'
import { type Body, bodyOf } from '../pictures/vocabulary.ts'
import type { Interior, Paint, Recipe, Rim, Scene, Steering } from '../pictures/vocabulary.ts'
import { seedOf, type Random } from '../random.ts'

interface Coat {
  paint: Paint
  weight: number
  names: readonly ExteriorColour[]
  /** Letters of the bodies with this paint; they limit how many different pictures exist. */
  bodies: string
}
const coats: readonly Coat[] = [
  { paint: 'f4f4f1', weight: 26, names: ['White', 'White', 'White', 'Pearl White'], bodies: 'SHBPCVWMX' },
  { paint: 'bcc1c5', weight: 20, names: ['Silver'], bodies: 'SHBPCWMX' },
  { paint: '17191b', weight: 18, names: ['Black'], bodies: 'SHBPCV' },
  { paint: '82888d', weight: 12, names: ['Grey'], bodies: 'SHBPWM' },
  { paint: '43484c', weight: 9, names: ['Charcoal', 'Charcoal', 'Grey'], bodies: 'SBCM' },
  { paint: '1f5ba6', weight: 9, names: ['Blue'], bodies: 'SHBPVX' },
  { paint: 'b3221c', weight: 9, names: ['Red'], bodies: 'SHBPCV' },
  { paint: '1d2f52', weight: 6, names: ['Dark Blue'], bodies: 'SB' },
  { paint: 'c0a263', weight: 5, names: ['Gold', 'Champagne', 'Beige'], bodies: 'SHBM' },
  { paint: '6d1a24', weight: 4, names: ['Burgundy', 'Maroon'], bodies: 'SB' },
  { paint: '0e5a43', weight: 4, names: ['Green', 'Dark Green'], bodies: 'SV' },
  { paint: '6a4a33', weight: 2, names: ['Brown', 'Bronze'], bodies: 'B' },
  { paint: 'd96a1e', weight: 3, names: ['Orange'], bodies: 'HPC' },
  { paint: 'e9e1cf', weight: 3, names: ['Cream', 'Beige'], bodies: 'H' },
]
/** One letter per entry of `carTypes`, in the same order; coats use these letters for bodies. */
const letters = 'SBHPCVWMX'

const cabins: readonly { interior: Interior; weight: number; names: readonly InteriorColour[] }[] = [
  { interior: 'black', weight: 42, names: ['Black', 'Black', 'Charcoal'] },
  { interior: 'grey', weight: 24, names: ['Grey', 'Light Grey', 'Dark Grey'] },
  { interior: 'beige', weight: 18, names: ['Beige', 'Cream', 'Ivory', 'Black and Beige'] },
  { interior: 'tan', weight: 9, names: ['Tan', 'Saddle', 'Cognac'] },
  { interior: 'brown', weight: 5, names: ['Brown', 'Chestnut', 'Espresso'] },
  { interior: 'red', weight: 2, names: ['Red', 'Burgundy', 'Black and Red'] },
]

/** Appearance of a car, in words and as parameters of its pictures. */
export interface Looks {
  body: Body
  paint: Paint
  rim: Rim
  exterior: ExteriorColour
  interior: Interior
  interiorName: InteriorColour
  steering: Steering
}

const plainRims: readonly CarType[] = ['Hatchback', 'Sedan', 'Pickup', 'Minibus']

export function looks(o: { bodytype: CarType; price: number; country: 'ZA' | 'NG' }, random: Random): Looks {
  const letter = letters.charAt(carTypes.indexOf(o.bodytype))
  const coat = random.weighted(
    coats.filter((c) => c.bodies.includes(letter)),
    (c) => c.weight,
  )
  const cabin = random.weighted(cabins, (c) => c.weight)
  const body = bodyOf(o.bodytype)
  const rims = ['five', 'ten', 'turbine'] as const
  const fine = rims[seedOf(body, coat.paint) % rims.length] ?? 'five'
  return {
    body,
    paint: coat.paint,
    rim: o.price < 3_000_000 && plainRims.includes(o.bodytype) ? 'steel' : fine,
    exterior: random.pick(coat.names),
    interior: cabin.interior,
    interiorName: random.pick(cabin.names),
    steering: o.country === 'ZA' ? 'right' : 'left',
  }
}

export interface DrawnView {
  recipe: Recipe
  /** Alternative text of the picture. */
  shows: string
}

const sceneWords: Readonly<Record<Scene, string>> = {
  studio: 'in the studio',
  dusk: 'at dusk',
  city: 'in the city',
  coast: 'by the sea',
}
const order: readonly Scene[] = ['studio', 'coast', 'city', 'dusk']
/** Returns the scenes for a body in one paint: all but one, so that more cars share fewer pictures. */
const scenesOf = (body: Body, paint: Paint) =>
  order.filter((_, i) => i !== seedOf(body, paint) % order.length)
/** Scenes in which the car drives to the right. */
const turned: readonly Scene[] = ['dusk', 'coast']

/** Returns four to seven pictures, the cover first. */
export function views(car: Looks, km: number, random: Random): DrawnView[] {
  const { body, paint, rim } = car
  const places = scenesOf(body, paint)
  const first = random.whole(0, places.length - 1)
  const scene = (i: number) => places[(first + i) % places.length] ?? 'studio'
  const own = (shift: number) => places[shift] ?? 'studio'
  const side = (i: number): DrawnView => ({
    recipe: { view: turned.includes(scene(i)) ? 'flip' : 'side', body, paint, scene: scene(i), rim },
    shows: i === 0 ? 'side view' : `side view ${sceneWords[scene(i)]}`,
  })
  const all: DrawnView[] = [
    side(0),
    { recipe: { view: 'front', body, paint, scene: own(0) }, shows: 'front view' },
    {
      recipe: { view: 'dash', interior: car.interior, steering: car.steering, km },
      shows: `dashboard at ${km.toLocaleString('en-US')} km`,
    },
    { recipe: { view: 'rear', body, paint, scene: own(1) }, shows: 'rear view' },
    side(1),
    { recipe: { view: 'wheel', body, paint, scene: 'studio', rim }, shows: 'front wheel' },
    side(2),
  ]
  return all.slice(0, random.whole(4, all.length))
}
