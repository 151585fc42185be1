import type { OutboxEntry } from '#local/react'

/** A payload read with care: what waits may have been written by another version of the app, or be damaged. */
export function readRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** It cannot be sent as it is, nor shown as what it was. */
export const isCorrupt = (entry: OutboxEntry): boolean => entry.error?.code === 'corrupt_record'

/** What an item is, in plain words; `nameOf` knows the cars this phone has cached. */
export function titleEntry(
  entry: OutboxEntry,
  nameOf: (carId: string) => string | undefined = () => undefined,
): string {
  if (isCorrupt(entry)) return 'This entry is damaged'
  const payload = readRecord(entry.payload)
  const text = (name: string) => textOf(payload[name])
  const ad = text('title') === '' ? 'your ad' : `your ad “${text('title')}”`
  switch (entry.kind) {
    case 'fav.set': {
      const car = nameOf(text('carId')) ?? 'a car'
      return payload['want'] === 'yes' ? `Save ${car} to your favourites` : `Take ${car} off your favourites`
    }
    case 'ad.create':
      return `Publish ${ad}`
    case 'ad.edit':
      return `Changes to ${ad}`
    case 'ad.status':
      return statusTitles.get(text('want'))?.(ad) ?? `Changes to ${ad}`
    case 'ad.delete':
      return `Delete ${ad}`
    case 'ad.image.delete':
      return `Delete a picture of ${ad}`
    case 'enquiry.send':
      return `Your message about ${text('carTitle') || 'a car'}`
    case 'testdrive.book':
      return `Your test drive of ${`${text('car_brand')} ${text('car_model')}`.trim() || 'a car'}`
    case 'testdrive.answer':
      return `Your answer to a test drive of ${text('title') || 'a car'}`
    case 'contact.send':
      return text('subject') === '' ? 'Your message to us' : `Your message to us: ${text('subject')}`
    case 'insurance.send':
      return 'Your question about insurance'
    case 'newsletter.subscribe':
      return 'Your newsletter subscription'
    case 'ad.report':
      return `Your report of ${text('title') === '' ? 'an ad' : `the ad “${text('title')}”`}`
    case 'alert.set':
      return payload['want'] === 'yes'
        ? `Tell me when for sale: ${text('model')}`
        : `No longer tell me of ${text('model')}`
    case 'profile.edit':
      return 'Changes to your profile'
    case 'chat.send':
      return 'Your chat message'
    default:
      // Written by a newer version of the app, which will send it.
      return 'Something a newer version of the app wrote'
  }
}

const statusTitles = new Map<string, (ad: string) => string>(
  Object.entries({
    active: (ad) => `Put ${ad} up for sale`,
    sold: (ad) => `Mark ${ad} as sold`,
    inactive: (ad) => `Pause ${ad}`,
  }),
)

/** The text of the person, to be read again or copied before it is removed. */
export function readOwnWords(entry: OutboxEntry): string | undefined {
  const { message, words: filledIn } = readRecord(entry.payload)
  const words = textOf(message ?? filledIn)
  return words === '' || isCorrupt(entry) ? undefined : words
}

/** An ad, or something of one. */
export const isAboutAd = ({ kind }: Pick<OutboxEntry, 'kind'>): boolean => kind.startsWith('ad.')
