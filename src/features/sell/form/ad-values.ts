import { typedAd } from '#contract/ads.ts'
import type { Fields } from '#contract/commands.ts'
import { fieldErrors } from '#contract/errors.ts'
import { contactWords, findContact } from '#contract/selling/ad-rules.ts'
import { kilometresOf } from '#catalogue'
import type { AdDraftView } from '#local/react'
import type { z } from 'zod/mini'

/** R-VAL-43 to R-VAL-45; the server checks by the same schema. */
const schema = typedAd

export type AdName = keyof typeof schema.shape
/** Values of the ad form; numbers are the typed text (R-ENT-39 to R-ENT-41). */
export type AdValues = Record<Exclude<AdName, 'carfeatures'>, string> & { carfeatures: string[] }

export const adNames = Object.keys(schema.shape) as AdName[]
export const emptyAd = {
  ...Object.fromEntries(adNames.map((name) => [name, ''])),
  carfeatures: [],
} as unknown as AdValues
export const isAdName = (name: string): name is AdName => Object.hasOwn(emptyAd, name)

/** Converts a value to its text in a draft; a list is joined with commas. */
export const toText = (value: string | readonly string[]): string =>
  typeof value === 'string' ? value : value.join(',')

const listOf = (text: string): string[] => text.split(',').filter((part) => part !== '')

/** Converts the texts of a draft or an ad to form values; a missing field is empty. */
export function toAdValues(texts: Readonly<Record<string, string | undefined>>): AdValues {
  const entries = Object.entries(texts).filter(([name, v]) => isAdName(name) && v !== undefined)
  const { carfeatures = '', ...rest } = Object.fromEntries(entries) as Partial<Record<AdName, string>>
  return { ...emptyAd, ...rest, carfeatures: listOf(carfeatures) }
}

/** Converts the fields of an ad to texts. */
export function toTexts(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    adNames.map((name) => {
      const value = fields[name]
      if (Array.isArray(value)) return [name, value.join(',')]
      return [name, typeof value === 'string' || typeof value === 'number' ? String(value) : '']
    }),
  )
}

/** Normalises a value by the schema; an invalid value stays unchanged. */
export function normaliseValue(name: AdName, value: unknown): unknown {
  const read = schema.shape[name].safeParse(value)
  return read.success ? read.data : value
}

/** Fields that must not contain an e-mail address or phone number (R-POST-21). */
const guarded = ['title', 'description'] as const

/** Validates the values; returns the ad, or an error message per field. */
export function checkAd(
  values: AdValues,
): { ok: true; ad: z.output<typeof schema> } | { ok: false; errors: Partial<Record<AdName, string>> } {
  const checked = schema.safeParse(values)
  const errors: Partial<Record<AdName, string>> = checked.success ? {} : fieldErrors(checked.error.issues)
  // Searches filter by mileage, so the text must contain a number.
  if (kilometresOf(values.mileage) === undefined) errors.mileage ??= 'Please enter a mileage'
  for (const field of guarded) {
    // The server checks the normalised text, so the form checks it too.
    const contact = findContact(checked.success ? checked.data[field] : values[field])
    if (contact) errors[field] ??= contactWords[contact.kind](field)
  }
  return checked.success && Object.keys(errors).length === 0
    ? { ok: true, ad: checked.data }
    : { ok: false, errors }
}

/** Returns the typed texts of a draft by field name. */
export const readTypedTexts = (draft: AdDraftView['draft']): Record<string, string> =>
  Object.fromEntries(Object.entries(draft?.fields ?? {}).map(([name, { v }]) => [name, v]))
