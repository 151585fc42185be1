import { AppError } from '#contract/errors.ts'
import type { ContactForm } from '#contract/forms/contact.ts'
import type { EnquiryFormValues } from '#contract/forms/enquiries.ts'
import { fullNumber, type MarketName, regionOf } from '#contract/values/region.ts'
import { instantIn } from '#contract/values/zone.ts'
import { type EmailWords, headerLine } from '../kernel/mail/outbox.ts'

/**
 * Returns what was stored under a reference from the phone, or else creates it; `make` returns `undefined` when the reference
 * was used meanwhile. `known` runs before any check, so that a late duplicate of a stored request succeeds.
 */
export async function madeOnce<T>(
  known: () => Promise<T | undefined>,
  make: () => Promise<T | undefined>,
): Promise<T> {
  const made = (await known()) ?? (await make()) ?? (await known())
  if (!made) throw new AppError('key_in_progress', { retryAfter: 1 })
  return made
}

/** Returns the e-mail to the seller. */
export const enquiryEmail = (car: { title: string; url: string }, from: EnquiryFormValues): EmailWords => ({
  subject: `Enquiry about ${car.title}`,
  lines: [`Somebody is interested in your car "${headerLine(car.title)}".`],
  facts: [
    ['Name', from.name],
    ['E-mail', from.email],
    ['Phone', fullNumber(from.countryCode, from.gsm)],
  ],
  quote: from.message,
  link: { url: car.url, words: 'See your car' },
  notes: ['An answer to this e-mail goes to the person who asked.'],
})

/** Returns the e-mail about a message from the contact page (R-EXT-17). */
export const contactEmail = (c: ContactForm): EmailWords => ({
  subject: `Contact: ${c.subject}`,
  lines: [],
  facts: [
    ['Name', c.fullname],
    ['E-mail', c.email],
    ['Phone', c.mobile_number],
  ],
  quote: c.message,
  notes: ['An answer to this e-mail goes to the person who wrote.'],
})

/** Returns the confirmation to that person. It contains no typed text, because the address may belong to another person. */
export const receivedEmail = (site: string): EmailWords => ({
  subject: `Your message to ${site}`,
  lines: ['Thank you for your message. We will answer soon.'],
  notes: ['If you have not written to us, you need not do anything.'],
})

/** Returns the e-mail about a person who asks for a call about insurance (R-FORM-13). */
export const insuranceEmail = (phone: string): EmailWords => ({
  subject: 'Insurance: please call back',
  lines: [],
  facts: [['Phone', phone]],
})

/** Returns the instant of a test drive: a time without a zone is in the market's time zone (R-VAL-60). */
export const driveInstant = (time: string, market: MarketName): string =>
  instantIn(regionOf[market].timeZone, time)
