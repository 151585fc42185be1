/** Equipment of many cars: a name and one bit per car, six bits per character. */
export type FeatureBits = [name: string, bits: string]

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const perCharacter = 6
const lengthFor = (cars: number) => Math.ceil(cars / perCharacter)

/** Packs the equipment of cars into one bit set per feature name. */
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

/** Tells whether every bit set has the length for this number of cars, and only digits. */
export const fitsFeatures = (features: readonly FeatureBits[], cars: number): boolean =>
  features.every(([, bits]) => bits.length === lengthFor(cars) && !/[^\w-]/.test(bits))

/** Returns the equipment of the car at an index, by name. */
export function featuresAt(features: readonly FeatureBits[], i: number): string[] {
  const at = Math.floor(i / perCharacter)
  const bit = 1 << (i % perCharacter)
  return features.flatMap(([name, bits]) => ((digits.indexOf(bits.charAt(at)) & bit) === 0 ? [] : name))
}

/** Value types of a feed page, by name; declared here, free of zod, for readers without schemas. */
export type FeedKind = 'texts' | 'pairs' | 'numbers' | 'wholes' | 'spellings'

/** Fields whose values many cars share, each with its own dictionary. */
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

/** Values that many cars share; a column of indexes points into each dictionary. */
export const dictKinds = {
  title: 'texts',
  /** Make and model. */
  model: 'pairs',
  ...shared('texts'),
  /** Province and city. */
  place: 'pairs',
  creator: 'texts',
  /** Equipment as bit sets over the page's cars, six bits per character. */
  feature: 'pairs',
} as const satisfies Record<string, FeedKind>

/** One entry per car in each column; the order of the columns affects the compression. */
export const columnKinds = {
  id: 'texts',
  /** Milliseconds from the creation of the id to the listing, for ids that contain their time. */
  minted: 'wholes',
  slug: 'texts',
  /** Index of the title, without year, make and model when it begins with them. */
  title: 'wholes',
  price: 'numbers',
  model: 'wholes',
  year: 'wholes',
  /** Number of a usual spelling, or the text itself. */
  mileage: 'spellings',
  mileage_km: 'wholes',
  ...shared('wholes'),
  place: 'wholes',
  featured: 'wholes',
  /** Milliseconds, each as the difference from the previous car. */
  created_at: 'wholes',
  version: 'wholes',
  creator: 'wholes',
  cover: 'texts',
  picture_count: 'wholes',
  clicks: 'wholes',
} as const satisfies Record<string, FeedKind>
