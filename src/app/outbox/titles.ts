import type { CommandKind } from '#contract/commands.ts'
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

/** An ad that waits and its draft are one: what is taken back is a draft again, with its pictures. */
export const leavesDraft = (entry: OutboxEntry): boolean => entry.kind === 'ad.create' && !isCorrupt(entry)

type Text = (name: string) => string
const adOf = (text: Text) => (text('title') === '' ? 'your ad' : `your ad “${text('title')}”`)
const statusTitles = new Map<string, (ad: string) => string>(
  Object.entries({
    active: (ad) => `Put ${ad} up for sale`,
    sold: (ad) => `Mark ${ad} as sold`,
    inactive: (ad) => `Pause ${ad}`,
  }),
)

/** What each kind is; `car` is what this phone knows a car by. */
const kindTitles: Readonly<Record<CommandKind, (text: Text, car: string) => string>> = {
  'fav.set': (text, car) =>
    text('want') === 'yes' ? `Save ${car} to your favourites` : `Take ${car} off your favourites`,
  'ad.create': (text) => `Publish ${adOf(text)}`,
  'ad.edit': (text) => `Changes to ${adOf(text)}`,
  'ad.status': (text) => (statusTitles.get(text('want')) ?? ((ad) => `Changes to ${ad}`))(adOf(text)),
  'ad.delete': (text) => `Delete ${adOf(text)}`,
  'ad.image.delete': (text) => `Delete a picture of ${adOf(text)}`,
  'enquiry.send': (text) => `Your message about ${text('carTitle') || 'a car'}`,
  'testdrive.book': (text) =>
    `Your test drive of ${`${text('car_brand')} ${text('car_model')}`.trim() || 'a car'}`,
  'testdrive.answer': (text) => `Your answer to a test drive of ${text('title') || 'a car'}`,
  'contact.send': (text) =>
    text('subject') === '' ? 'Your message to us' : `Your message to us: ${text('subject')}`,
  'insurance.send': () => 'Your question about insurance',
  'newsletter.subscribe': () => 'Your newsletter subscription',
  'ad.report': (text) => `Your report of ${text('title') === '' ? 'an ad' : `the ad “${text('title')}”`}`,
  'alert.set': (text) =>
    text('want') === 'yes'
      ? `Tell me when for sale: ${text('model')}`
      : `No longer tell me of ${text('model')}`,
  'profile.edit': () => 'Changes to your profile',
  'chat.send': () => 'Your chat message',
}

/** What an item is, in plain words; `nameOf` knows the cars this phone has cached. */
export function titleEntry(
  entry: OutboxEntry,
  nameOf: (carId: string) => string | undefined = () => undefined,
): string {
  if (isCorrupt(entry)) return 'This entry is damaged'
  // Written by a newer version of the app, which will send it.
  if (!Object.hasOwn(kindTitles, entry.kind)) return 'Something a newer version of the app wrote'
  const payload = readRecord(entry.payload)
  const text = (name: string) => textOf(payload[name])
  return kindTitles[entry.kind](text, nameOf(text('carId')) ?? 'a car')
}

/** The text of the person, to be read again or copied before it is removed. */
export function readOwnWords(entry: OutboxEntry): string | undefined {
  const { message, words: filledIn } = readRecord(entry.payload)
  const words = textOf(message ?? filledIn)
  return words === '' || isCorrupt(entry) ? undefined : words
}

/** An ad, or something of one. */
export const isAboutAd = ({ kind }: Pick<OutboxEntry, 'kind'>): boolean => kind.startsWith('ad.')
