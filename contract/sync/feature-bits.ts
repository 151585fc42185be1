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

/** What many cars share, each with a dictionary of its own; here, free of zod, for who only unpacks them. */
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
