import { driveCalendar } from '#contract/forms/calendar.ts'
import { fullNumber } from '#contract/values/region.ts'
import type { EmailWords } from '../../kernel/mail/outbox.ts'
import { type DriveRecord, driveStateOf } from './drives-store.ts'

/**
 * E-mails about test drives. An e-mail to the typed address contains no typed text: otherwise a sender could choose the text
 * of an e-mail to another person.
 */

export interface DriveStory {
  drive: DriveRecord
  /** Title of the car; never text that was typed into the form. */
  title: string
  /** Page of the test drive for the reader. */
  url: string
  /** IANA name of the time zone of all times. */
  timeZone: string
  /** Calling code of the phone number in the form. */
  prefix: string
  site: { name: string; email: string }
}

const nothing = 'If this was not you, you need not do anything.'

/** Formats a time in the market's time zone with its name, because the reader may be in another zone. */
function whenWords(at: Date, timeZone: string): string {
  const written = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  }).formatToParts(at)
  const part = (of: Intl.DateTimeFormatPartTypes) => written.find(({ type }) => type === of)?.value ?? ''
  const day = `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`
  const place = timeZone.replace(/^.*\//, '').replaceAll('_', ' ')
  return `${day}, ${part('hour')}:${part('minute')} (${place} time, ${part('timeZoneName')})`
}

/** Returns the seller's note, which is safe to quote because sellers have accounts. */
const noteOf = ({ drive }: DriveStory) =>
  drive.note === '' ? {} : { quote: `The seller writes:\n${drive.note}` }

type Facts = (readonly [string, string])[]
const some = (name: string, value: string): Facts => (value === '' ? [] : [[name, value]])
const when = ({ drive, timeZone }: DriveStory, at = drive.datetime): Facts => [
  ['When', whenWords(at, timeZone)],
]
const sellerOf = ({ drive }: DriveStory) => drive.seller_business || drive.seller_name || ''
const sellerPhone = ({ drive }: DriveStory) => fullNumber(drive.seller_code ?? '', drive.seller_gsm ?? '')
const placeOf = ({ drive }: DriveStory) => drive.car_place ?? ''
/** Returns the data of the person who asked, for the seller and the operator only. */
const asker = ({ drive: d, prefix }: DriveStory): Facts => [
  ['Name', d.fullname],
  ['Phone', fullNumber(prefix, d.mobile_number)],
  ['E-mail', d.email],
  ['Lives in', `${d.postcode} ${d.city}, ${d.state}`],
]
const meeting = (s: DriveStory): Facts => [
  ...when(s),
  ...some('Where', placeOf(s)),
  ...some('Seller', sellerOf(s)),
  ...some('Phone', sellerPhone(s)),
]

/** Returns the calendar file for the asker or the seller. A file that removes an entry contains no personal data. */
function calendar(s: DriveStory, of: 'person' | 'seller'): string {
  const { title, url, site } = s
  const about = { title, url, site }
  if (s.drive.status !== 'confirmed')
    return driveCalendar(driveStateOf(s.drive), { ...about, description: '' })
  const facts = of === 'person' ? meeting(s) : [...when(s), ...asker(s)]
  const description = facts.map((fact) => fact.join(': ')).join('\n')
  return driveCalendar(driveStateOf(s.drive), { ...about, description, location: placeOf(s) })
}

export const askedEmail = (s: DriveStory): EmailWords => ({
  subject: `Test drive: ${s.title}`,
  lines: [
    `Somebody would like to test drive your car "${s.title}". Please confirm, propose another time or decline.`,
  ],
  facts: [...when(s), ...asker(s)],
  link: { url: s.url, words: 'Answer' },
  notes: ['An answer to this e-mail goes to the person who asked.'],
})

/** Returns the e-mail to the operator about a request without a car of the site, which needs a person to answer. */
export const operatorEmail = (s: DriveStory): EmailWords => ({
  subject: `Test drive: ${s.drive.car_brand} ${s.drive.car_model}`,
  lines: [
    'Somebody would like a test drive and has chosen no car of a seller. Please write to them or call.',
  ],
  facts: [['Car', `${s.drive.car_brand} ${s.drive.car_model}`], ...when(s), ...asker(s)],
  notes: ['An answer to this e-mail goes to the person who asked.'],
})

export const bookedEmail = (s: DriveStory): EmailWords => ({
  subject: `We have received your request: test drive of ${s.title}`,
  lines: [
    s.drive.seller_id === null
      ? `Your request for a test drive of ${s.title} has reached us. We will get back to you.`
      : `Your request for a test drive of ${s.title} has reached the seller. You get an e-mail as soon as they answer.`,
  ],
  facts: when(s),
  link: { url: s.url, words: 'See or cancel it' },
  notes: [nothing],
})

/** Returns the confirmation to the person who asked. */
export const confirmedEmail = (s: DriveStory): EmailWords => ({
  subject: `Confirmed: test drive of ${s.title}`,
  lines: [
    `Your test drive of ${s.title} is confirmed. The file with this e-mail puts it into your calendar.`,
  ],
  facts: meeting(s),
  ...noteOf(s),
  link: { url: s.url, words: 'See or cancel it' },
  calendar: calendar(s, 'person'),
})

export const proposedEmail = (s: DriveStory, wasConfirmed: boolean): EmailWords => ({
  subject: `Another time? Test drive of ${s.title}`,
  lines: [
    wasConfirmed
      ? `The seller cannot keep the time that was confirmed for your test drive of ${s.title}, and proposes another one.`
      : `The seller proposes another time for your test drive of ${s.title}.`,
  ],
  facts: [...when(s, s.drive.proposed_datetime ?? s.drive.datetime), ...some('Seller', sellerOf(s))],
  ...noteOf(s),
  link: { url: s.url, words: 'Accept or cancel' },
  ...(wasConfirmed && { calendar: calendar(s, 'person') }),
})

export const declinedEmail = (s: DriveStory, wasConfirmed: boolean): EmailWords => ({
  subject: `Declined: test drive of ${s.title}`,
  lines: [`Your test drive of ${s.title} cannot take place: the seller has declined it.`],
  facts: when(s),
  ...noteOf(s),
  link: { url: s.url, words: 'See it' },
  ...(wasConfirmed && { calendar: calendar(s, 'person') }),
})

export const doneEmail = (s: DriveStory): EmailWords => ({
  subject: `How was it? Test drive of ${s.title}`,
  lines: [`The seller says that your test drive of ${s.title} has taken place. We hope you liked it.`],
  facts: when(s),
  ...noteOf(s),
  link: { url: s.url, words: 'See it' },
})

/** Returns the e-mail to the seller about an accepted time. */
export const acceptedEmail = (s: DriveStory): EmailWords => ({
  subject: `Confirmed: test drive of ${s.title}`,
  lines: [
    `The time you have proposed for a test drive of ${s.title} was accepted. The file with this e-mail puts it into your calendar.`,
  ],
  facts: [...when(s), ...asker(s)],
  link: { url: s.url, words: 'See it' },
  calendar: calendar(s, 'seller'),
})

export const cancelledEmail = (s: DriveStory, wasConfirmed: boolean): EmailWords => ({
  subject: `Cancelled: test drive of ${s.title}`,
  lines: [`A test drive of ${s.title} was cancelled by the person who had asked for it.`],
  facts: [...when(s), ...some('Name', s.drive.fullname)],
  link: { url: s.url, words: 'See it' },
  ...(wasConfirmed && { calendar: calendar(s, 'seller') }),
})
