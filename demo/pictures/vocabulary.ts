import { type CarType, carTypes } from '#contract/limits.ts'

/**
 * Vocabulary of the drawn pictures. The lists are closed: a key with another word is unknown, so a client can make the server
 * draw only these combinations and one dashboard per mileage.
 */
export type Body = Lowercase<CarType>
export const bodyOf = (type: CarType) => type.toLowerCase() as Body
export const bodies = carTypes.map(bodyOf)
export const paints = [
  'f4f4f1',
  'e9e1cf',
  'bcc1c5',
  '82888d',
  '43484c',
  '17191b',
  'b3221c',
  '6d1a24',
  '1f5ba6',
  '1d2f52',
  '0e5a43',
  'c0a263',
  '6a4a33',
  'd96a1e',
] as const
export const scenes = ['studio', 'dusk', 'city', 'coast'] as const
export const rims = ['five', 'ten', 'steel', 'turbine'] as const
export const interiors = ['black', 'grey', 'beige', 'tan', 'brown', 'red'] as const
/** Side of the driver: right in South Africa, left in Nigeria. */
export const steerings = ['left', 'right'] as const

export type Paint = (typeof paints)[number]
export type Scene = (typeof scenes)[number]
export type Rim = (typeof rims)[number]
export type Interior = (typeof interiors)[number]
export type Steering = (typeof steerings)[number]

/** Contents of one picture; `flip` is the side view with the car driving to the right. */
export type Recipe =
  | { view: 'side' | 'flip' | 'wheel'; body: Body; paint: Paint; scene: Scene; rim: Rim }
  | { view: 'front' | 'rear'; body: Body; paint: Paint; scene: Scene }
  | { view: 'dash'; interior: Interior; steering: Steering; km: number }

/** Returns the recipe as one path segment, e.g. `suv-0e5a43-studio-side-five` or `dash-tan-right-68123`. */
export function recipeKeyOf(recipe: Recipe): string {
  if (recipe.view === 'dash') return `dash-${recipe.interior}-${recipe.steering}-${recipe.km}`
  const start = `${recipe.body}-${recipe.paint}-${recipe.scene}-${recipe.view}`
  return 'rim' in recipe ? `${start}-${recipe.rim}` : start
}

const among = <T extends string>(list: readonly T[], value: string | undefined): value is T =>
  list.some((v) => v === value)

function readDash([interior, steering, km]: readonly string[]): Recipe | undefined {
  if (!among(interiors, interior) || !among(steerings, steering)) return undefined
  if (km === undefined || !/^(0|[1-9]\d{0,5})$/.test(km)) return undefined
  return { view: 'dash', interior, steering, km: Number(km) }
}

/** Reads a key strictly: every picture has exactly one spelling; any other key gives undefined. */
export function recipeOf(key: string): Recipe | undefined {
  const [first, paint, scene, view, rim, ...rest] = key.split('-')
  if (first === 'dash')
    return rest.length > 0 || rim !== undefined ? undefined : readDash([paint, scene, view].map(String))
  if (rest.length > 0 || !among(bodies, first) || !among(paints, paint) || !among(scenes, scene))
    return undefined
  if (view === 'front' || view === 'rear') {
    return rim === undefined ? { view, body: first, paint, scene } : undefined
  }
  if (view !== 'side' && view !== 'flip' && view !== 'wheel') return undefined
  return among(rims, rim) ? { view, body: first, paint, scene, rim } : undefined
}
