/** Labels of the required fields, in the order of the form. `year` is optional for the prompt. */
export const describeLabels = {
  title: 'title',
  make: 'make',
  model: 'model',
  status: 'status',
  fueltype: 'fuel type',
  engine: 'engine',
  exteriorcolor: 'exterior colour',
  interiorcolor: 'interior colour',
  mileage: 'mileage',
  transmission: 'transmission',
  condition: 'condition',
  drive: 'drive',
  price: 'price',
} as const
type Needed = keyof typeof describeLabels

/**
 * Input of a generated description (R-EXT-09) as the form has it; every field may be missing. Free of zod, because the form
 * checks while a person types.
 */
export type DescribeFields = { readonly [Name in Needed | 'year']?: string | number | undefined }

const isEmpty = (value: string | number | undefined): boolean =>
  value === undefined || String(value).trim() === '' || Number.isNaN(value)

/** Returns the required fields that are empty. */
export function missingForDescription(fields: DescribeFields): Needed[] {
  return (Object.keys(describeLabels) as Needed[]).filter((name) => isEmpty(fields[name]))
}

/** "a, b and c" */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`

/** Returns the warning for an incomplete form (R-POST-12, R-POST-13). */
export const describeWarning = (missing: readonly Needed[]): string =>
  `Please fill ${listed(missing.map((name) => describeLabels[name]))} before generating a description.`
