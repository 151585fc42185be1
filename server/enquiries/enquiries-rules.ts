import type { ContactForm } from '#contract/forms/contact.ts'
import { fullNumber, type MarketName, regionOf } from '#contract/values/region.ts'
import { instantIn } from '#contract/values/zone.ts'
import { escaped, headerLine, layOut } from '../kernel/mail/outbox.ts'
import type { Site } from '../reference/reference-store.ts'

export interface EnquiryEmail {
  car: { title: string; url: string }
  from: { name: string; email: string; countryCode: string; gsm: string; message: string }
}

const two = (n: number) => String(n).padStart(2, '0')
/** DD-MM-YYYY in UTC */
export const dateOf = (at: Date) =>
  `${two(at.getUTCDate())}-${two(at.getUTCMonth() + 1)}-${at.getUTCFullYear()}`
/** HH:MM in UTC */
export const utcTime = (at: Date) => `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`

/** The mail to the seller, as plain text and as HTML in which nothing typed is markup. */
export function enquiryEmail({ car, from }: EnquiryEmail) {
  const phone = fullNumber(from.countryCode, from.gsm)
  const facts: [string, string][] = [
    ['Name', from.name],
    ['E-mail', from.email],
    ['Phone', phone],
  ]
  const rows = facts.map(([name, value]) => `<li><b>${name}:</b> ${escaped(value)}</li>`).join('')
  return {
    subject: headerLine(`Enquiry about ${car.title}`),
    body_text: [
      `Somebody is interested in your car "${headerLine(car.title)}".`,
      car.url,
      '',
      ...facts.map(([name, value]) => `${name}: ${value}`),
      '',
      from.message,
      '',
    ].join('\n'),
    body_html:
      `<p>Somebody is interested in your car <a href="${escaped(car.url)}">${escaped(car.title)}</a>.</p>` +
      `<ul>${rows}</ul><p>${escaped(from.message).replace(/\r?\n/g, '<br>')}</p>`,
  }
}

/** What a person wrote on the contact page (R-EXT-17). */
export const contactEmail = (c: ContactForm) =>
  layOut({
    subject: `Contact: ${c.subject}`,
    lines: [],
    facts: [
      ['Name', c.fullname],
      ['E-mail', c.email],
      ['Phone', c.mobile_number],
    ],
    quote: c.message,
    notes: ['An answer to this letter goes to the person who wrote.'],
  })

/** To that person; with none of the words that were typed, because the address need not be theirs. */
export const receivedEmail = ({ name }: Pick<Site, 'name'>) =>
  layOut({
    subject: `Your message to ${name}`,
    lines: ['Thank you for your message. We will answer soon.'],
    notes: ['If you have not written to us, you need not do anything.'],
  })

/** A person wants to be called about insurance (R-FORM-13). */
export const insuranceEmail = (phone: string) =>
  layOut({ subject: 'Insurance: please call back', lines: [], facts: [['Phone', phone]] })

/** The instant of a test drive: a time without a zone is on the market's clock (R-VAL-60). */
export const driveInstant = (time: string, market: MarketName): string =>
  instantIn(regionOf[market].timeZone, time)
