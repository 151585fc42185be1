/** Equipment of many cars side by side: a name, and a bit a car, six of them in a character. */
export type FeatureBits = [name: string, bits: string]

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const perCharacter = 6
const lengthFor = (cars: number) => Math.ceil(cars / perCharacter)

/** Which car has what, by the features' names. */
export function packFeatures(
  cars: readonly { carfeatures?: readonly string[] | undefined }[],
): FeatureBits[] {
  const bits = new Map<string, number[]>()
  for (const [i, { carfeatures = [] }] of cars.entries()) {
    for (const name of carfeatures) {
      const own = bits.get(name) ?? Array.from({ length: lengthFor(cars.length) }, () => 0)
      bits.set(name, own)
      const at = Math.floor(i / perCharacter)
      own[at] = (own[at] ?? 0) | (1 << (i % perCharacter))
    }
  }
  return [...bits]
    .map(([name, own]): FeatureBits => [name, own.map((n) => digits.charAt(n)).join('')])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Whether there is a bit for each of so many cars. */
export const fitsFeatures = (features: readonly FeatureBits[], cars: number): boolean =>
  features.every(([, bits]) => bits.length === lengthFor(cars))

/** What the car at a place has, by name. */
export function featuresAt(features: readonly FeatureBits[], i: number): string[] {
  const at = Math.floor(i / perCharacter)
  const bit = 1 << (i % perCharacter)
  return features.flatMap(([name, bits]) => ((digits.indexOf(bits.charAt(at)) & bit) === 0 ? [] : name))
}

/** What a page of the feed holds, by name; here, free of zod, for who reads it without schemas. */
export type FeedKind = 'texts' | 'pairs' | 'numbers' | 'wholes' | 'spellings'

/** What many cars share, each with a dictionary of its own. */
export const sharedWords = [
  'fueltype',
  'transmission',
  'bodytype',
  'engine',
  'drive',
  'condition',
  'exteriorcolor',
  'address',
] as const
const shared = <Kind extends FeedKind>(kind: Kind) =>
  Object.fromEntries(sharedWords.map((name) => [name, kind])) as Record<(typeof sharedWords)[number], Kind>

/** Values that many cars share; a column of numbers points into its dictionary. */
export const dictKinds = {
  title: 'texts',
  /** Make and model. */
  model: 'pairs',
  ...shared('texts'),
  /** Province and city. */
  place: 'pairs',
  creator: 'texts',
  /** Equipment, and which of the page's cars have it: a bit a car, six of them in a character. */
  feature: 'pairs',
} as const satisfies Record<string, FeedKind>

/** One entry a car in each column; how well they compress depends on their order. */
export const columnKinds = {
  id: 'texts',
  /** Milliseconds from the making of the id to the listing, for ids that tell their time. */
  minted: 'wholes',
  slug: 'texts',
  /** What follows year, make and model where the title begins with them. */
  title: 'wholes',
  price: 'numbers',
  model: 'wholes',
  year: 'wholes',
  /** The usual spelling by its number, any other as it is. */
  mileage: 'spellings',
  mileage_km: 'wholes',
  ...shared('wholes'),
  place: 'wholes',
  featured: 'wholes',
  /** Milliseconds, each as the distance from the car before it. */
  created_at: 'wholes',
  version: 'wholes',
  creator: 'wholes',
  cover: 'texts',
  picture_count: 'wholes',
  clicks: 'wholes',
} as const satisfies Record<string, FeedKind>
