import { carTypes, type CarType } from '#contract/limits.ts'
import { foldedKey } from './columns.ts'
import { memoize } from './memoize.ts'
import { sharedBody, sharedDrive } from './shared-words.ts'
import type { UsualModel } from './models.ts'

/** Body types and driven wheels. Some of their words have different meanings for different cars. */

const cabs =
  /(?:double|single|crew|ext(?:ended)?|extra|xtra|super|king|club)[ -]?cab|\b[ds]\/c(?:ab)?\b|bakkie|pick ?-?up|\bp\/u\b|\bldv\b/i
const bodies: readonly (readonly [RegExp, CarType])[] = [
  [/mini ?bus|micro ?bus|kleinbus|^bus$|\bcoach\b/i, 'Minibus'],
  [/suv|crossover|4x4|off ?-?road|jeep|sports? utility|gel[aä]nde/i, 'SUV'],
  [/\btruck\b|\bute\b|doppelkabine|pritsche/i, 'Pickup'],
  [cabs, 'Pickup'],
  [/convertible|cabrio|roadster|spider|spyder|drop ?head/i, 'Convertible'],
  [/coup[eé]|sports? ?(?:car|wagen)/i, 'Coupe'],
  [/wagon|estate|touring|avant|variant|tourer|[ck]ombi/i, 'Wagon'],
  [/mpv|people carrier|minivan|\b(?:panel)?van\b/i, 'MPV'],
  [/hatch|\bhb\b|kleinwagen|small ?car|schr[aä]gheck/i, 'Hatchback'],
  [/sedan|saloo?n|limousine|stufenheck/i, 'Sedan'],
]

const bodiesIn = memoize((text): CarType[] => {
  const parts = text
    .replace(/\b([ds])\/(?=c)/gi, '$1 ')
    .replace(/\bh\/b\b/gi, 'hb')
    .split(/[/,&|]|\b(?:or|oder)\b/i)
  const whole = carTypes.find((type) => foldedKey(type) === foldedKey(text))
  if (whole !== undefined) return [whole]
  const found: (CarType | undefined)[] = [
    cabs.test(text) ? 'Pickup' : undefined,
    ...parts.map((part) => bodies.find(([p]) => p.test(part))?.[1]),
  ]
  return [...new Set(found.filter((body) => body !== undefined))]
})

/** Returns a body that the text names, the first of several. */
export const bodyNamed = (text: string): CarType | undefined => bodiesIn(text)[0] ?? sharedBody(text)

/** Texts that say that it is a car, maybe with its doors, and nothing of its body. */
const noBody =
  /^(?:[2-5][ -]?(?:dr|doors?)\.?(?: |$))?(?:cars?|pkw|auto|passenger(?: (?:car|vehicle))?|motor ?cars?|vehicle|light (?:motor )?vehicle|lmv)?$/i

/**
 * Returns the body. Of several named bodies it is the model's usual one. A "Kombi" is a wagon, unless the model is usually a
 * minibus or an MPV.
 */
export function bodyTypeOf(text: string, usual?: CarType): CarType | undefined {
  const found = bodiesIn(text)
  if (/\bkombis?\b/i.test(text) && (usual === 'Minibus' || usual === 'MPV')) return usual
  // In German, "Limousine" is every car that is no estate, SUV or van.
  if (/limousine/i.test(text) && usual === 'Hatchback') return usual
  if (found.length > 1) return found.find((body) => body === usual)
  return found[0] ?? sharedBody(text) ?? (noBody.test(text) ? usual : undefined)
}

/** Only words that are not also a trim: a CR-V "Touring" is no wagon, and a Hilux "4x4" is no SUV. */
const saidOfModels: readonly (readonly [RegExp, CarType])[] = [
  [cabs, 'Pickup'],
  [/\b(?:convertible|cabriolet|cabrio|roadster)\b/i, 'Convertible'],
  [/\bcoup[eé](?!\p{L})/iu, 'Coupe'],
  [
    /\b(?:estate|station ?wagon|sport(?:s ?)?wagon|t-?mod(?:el|ell)|sports ?tourer|touring ?sports|shooting ?brake|sportbrake|grandtour|allroad|alltrack)\b/i,
    'Wagon',
  ],
  [/\b(?:hatch(?:back)?|schr[aä]gheck)\b/i, 'Hatchback'],
  [/\b(?:sedan|saloon|stufenheck)\b/i, 'Sedan'],
]
/** Words for wagons that only this maker uses; other makers use them for trims. */
const wagonsOf = new Map<string, RegExp>([
  ['Audi', /\bavant\b/i],
  ['BMW', /\btouring\b/i],
  ['Volkswagen', /\bvariant\b/i],
  ['Mercedes-Benz', /\d{3} ?t\b/i],
  ['Ford', /\bturnier\b/i],
  ['Opel', /\bcaravan\b/i],
  ['Peugeot', /\bsw\b/i],
  ['Kia', /\bsw\b/i],
  ['Volvo', /\bcross ?country\b/i],
  ['Škoda', /\b[ck]ombi\b/i],
])
/** Returns the body that the words after a model name. */
export const bodyBehind = (text: string, make = ''): CarType | undefined =>
  wagonsOf.get(make)?.test(text) ? 'Wagon' : saidOfModels.find(([pattern]) => pattern.test(text))?.[1]

const drives: readonly (readonly [RegExp, string])[] = [
  [/awd|all ?-?wheel|quattro|4matic|xdrive|4motion|allrad/i, 'AWD'],
  [/4wd|4[x*]4|(?:four|4) ?-?wheel/i, '4WD'],
  [/rwd|rear|hinterrad|heckantrieb|^heck$|sdrive/i, 'RWD'],
  [/fwd|front|vorderrad/i, 'FWD'],
]
const twoWheels = /4[x*]2|2wd|(?:two|2) ?-?wheel/i
/** The side on which the driver sits. */
const side = /\b(?:[rl]hd|(?:right|left)[ -]hand(?:[ -]drive)?)\b/gi

/** Returns the driven wheels. Two driven wheels are those that the model usually has. */
export function drivetrainOf(
  cell: string,
  usual?: Pick<UsualModel, 'drive' | 'bodytype'>,
): string | undefined {
  const text = cell.replace(side, '')
  if (text !== cell && !/[\p{L}\p{N}]/u.test(text)) return usual?.drive
  const [drive, ...others] = drives.flatMap(([pattern, value]) => (pattern.test(text) ? [value] : []))
  if (!twoWheels.test(text)) {
    if (others.length > 0 && /[/,&|]| or /.test(text)) return undefined
    return drive ?? sharedDrive(text)
  }
  if (drive === 'RWD' || drive === 'FWD') return drive
  if (drive !== undefined) return undefined
  if (usual?.drive === 'FWD' || usual?.drive === 'RWD') return usual.drive
  return /4[x*]2/i.test(text) || usual?.bodytype === 'Pickup' ? 'RWD' : 'FWD'
}
