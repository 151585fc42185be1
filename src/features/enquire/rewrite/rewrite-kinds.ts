import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { Resolver } from 'react-hook-form'
import { contactForm, insuranceForm } from '#contract/forms/contact.ts'
import { enquiryForm } from '#contract/forms/enquiries.ts'
import { newsletterForm } from '#contract/forms/newsletter.ts'
import { reportForm, reportLabels, reportReasons } from '#contract/forms/reports.ts'
import { enquiryCodes } from '#contract/values/region.ts'
import { instantIn, wallTime } from '#contract/values/zone.ts'
import { testDriveForm } from '#contract/forms/test-drives.ts'
import type { RewritableKind } from './can-rewrite.ts'

export type FieldTexts = Record<string, string>

/** A field of a form that was filled in, and may be filled in again. */
export interface RewriteField {
  name: string
  label: string
  /** Type of the input, or `long` for several lines. */
  look?: 'text' | 'email' | 'tel' | 'long' | 'datetime-local'
  /** Options of a select, in place of typed text. */
  options?: readonly { value: string; label: string }[]
}
interface RewriteKind {
  title: string
  fields: readonly RewriteField[]
  resolver: Resolver<FieldTexts>
}

const codes = enquiryCodes.map((code) => ({ value: code, label: code }))
const reasons = reportReasons.map((value) => ({ value, label: reportLabels[value] }))

/** Label and control of each field, by its name, which is the same in every form. */
const described = new Map<string, Omit<RewriteField, 'name'>>([
  ['name', { label: 'Your name' }],
  ['fullname', { label: 'Full name' }],
  ['email', { label: 'E-mail', look: 'email' }],
  ['EMAIL', { label: 'E-mail', look: 'email' }],
  ['countryCode', { label: 'Country code', options: codes }],
  ['gsm', { label: 'Contact no.', look: 'tel' }],
  ['mobile_number', { label: 'Mobile number', look: 'tel' }],
  ['phone', { label: 'Phone number', look: 'tel' }],
  ['subject', { label: 'Subject' }],
  ['message', { label: 'Message', look: 'long' }],
  ['state', { label: 'Province' }],
  ['city', { label: 'City' }],
  ['postcode', { label: 'Post code' }],
  ['car_brand', { label: 'Make' }],
  ['car_model', { label: 'Model' }],
  ['datetime', { label: 'Date & time', look: 'datetime-local' }],
  ['reason', { label: 'What is wrong with it?', options: reasons }],
  ['words', { label: 'Anything we should know', look: 'long' }],
])

/** Returns the original form: the same fields, in the same order, with the same rules. */
const kindOf = (title: string, rules: { shape: object }): RewriteKind => ({
  title,
  fields: Object.keys(rules.shape).map((name) => ({ name, label: name, ...described.get(name) })),
  resolver: standardSchemaResolver(rules as never) as Resolver<FieldTexts>,
})

export const rewriteKinds: Readonly<Record<RewritableKind, RewriteKind>> = {
  'enquiry.send': kindOf('Change your message', enquiryForm),
  'contact.send': kindOf('Change your message', contactForm),
  'testdrive.book': kindOf('Change your test drive', testDriveForm),
  'insurance.send': kindOf('Change your number', insuranceForm),
  'newsletter.subscribe': kindOf('Change your address', newsletterForm),
  'ad.report': kindOf('Change your report', reportForm),
}

/** Returns the start values of the form: texts of the payload, or empty texts; times are in the market's zone. */
export function readFieldTexts(
  fields: readonly RewriteField[],
  payload: object,
  timeZone: string,
): FieldTexts {
  const input = payload as Record<string, unknown>
  return Object.fromEntries(
    fields.map(({ name, look }) => {
      const value = input[name]
      const text = typeof value === 'string' ? value : ''
      return [name, look === 'datetime-local' ? wallTime(timeZone, Date.parse(text)) : text]
    }),
  )
}

/** Returns the payload with the new text. */
export function applyRewrite(
  fields: readonly RewriteField[],
  payload: object,
  words: FieldTexts,
  timeZone: string,
): object {
  const typed = fields.map(({ name, look }) => {
    const value = words[name] ?? ''
    return [name, look === 'datetime-local' ? instantIn(timeZone, value) : value]
  })
  return { ...payload, ...(Object.fromEntries(typed) as FieldTexts) }
}
