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

/** One field of a form that a person filled in once, and may fill in again. */
export interface RewriteField {
  name: string
  label: string
  look?: 'text' | 'email' | 'tel' | 'long' | 'time'
  /** One of these, in place of typing. */
  options?: readonly { value: string; label: string }[]
}
interface RewriteKind {
  title: string
  fields: readonly RewriteField[]
  /** The same rules as where it was written. */
  resolver: Resolver<FieldTexts>
}

const checkedBy = (rules: object) => standardSchemaResolver(rules as never) as Resolver<FieldTexts>

const who: readonly RewriteField[] = [
  { name: 'fullname', label: 'Full name' },
  { name: 'email', label: 'Email', look: 'email' },
  { name: 'mobile_number', label: 'Mobile number', look: 'tel' },
]

const codes = enquiryCodes.map((code) => ({ value: code, label: code }))
const reasons = reportReasons.map((value) => ({ value, label: reportLabels[value] }))

export const rewriteKinds: Readonly<Record<RewritableKind, RewriteKind>> = {
  'enquiry.send': {
    title: 'Change your message',
    fields: [
      { name: 'name', label: 'Your name' },
      { name: 'email', label: 'E-mail', look: 'email' },
      { name: 'countryCode', label: 'Country code', options: codes },
      { name: 'gsm', label: 'Contact no.', look: 'tel' },
      { name: 'message', label: 'Message', look: 'long' },
    ],
    resolver: checkedBy(enquiryForm),
  },
  'contact.send': {
    title: 'Change your message',
    fields: [
      ...who,
      { name: 'subject', label: 'Subject' },
      { name: 'message', label: 'Message', look: 'long' },
    ],
    resolver: checkedBy(contactForm),
  },
  'testdrive.book': {
    title: 'Change your test drive',
    fields: [
      ...who,
      { name: 'state', label: 'Province' },
      { name: 'city', label: 'City' },
      { name: 'postcode', label: 'Post code' },
      { name: 'car_brand', label: 'Make' },
      { name: 'car_model', label: 'Model' },
      { name: 'datetime', label: 'Date & time', look: 'time' },
    ],
    resolver: checkedBy(testDriveForm),
  },
  'insurance.send': {
    title: 'Change your number',
    fields: [{ name: 'phone', label: 'Phone number', look: 'tel' }],
    resolver: checkedBy(insuranceForm),
  },
  'newsletter.subscribe': {
    title: 'Change your address',
    fields: [{ name: 'EMAIL', label: 'Email', look: 'email' }],
    resolver: checkedBy(newsletterForm),
  },
  'ad.report': {
    title: 'Change your report',
    fields: [
      { name: 'reason', label: 'What is wrong with it?', options: reasons },
      { name: 'words', label: 'Anything we should know', look: 'long' },
    ],
    resolver: checkedBy(reportForm),
  },
}

/** What the form starts from: what was typed, or nothing where it was not text; times are on the market's clock. */
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
      return [name, look === 'time' ? wallTime(timeZone, Date.parse(text)) : text]
    }),
  )
}

/** The payload with the new words in it. */
export function applyRewrite(
  fields: readonly RewriteField[],
  payload: object,
  words: FieldTexts,
  timeZone: string,
): object {
  const typed = fields.map(({ name, look }) => {
    const value = words[name] ?? ''
    return [name, look === 'time' ? instantIn(timeZone, value) : value]
  })
  return { ...payload, ...(Object.fromEntries(typed) as FieldTexts) }
}
