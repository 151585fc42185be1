import type { CommandKind } from '#contract/commands.ts'
import type { OutboxEntry } from '#local/react'

/** Reads a payload defensively: another version of the app may have written it, or it may be damaged. */
export function readRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Returns whether an item is damaged: it can be neither sent nor described. */
export const isCorrupt = (entry: OutboxEntry): boolean => entry.error?.code === 'corrupt_record'

/** Returns whether a removed item becomes a draft again: a waiting ad and its draft are one entity, with its pictures. */
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

/** Titles by kind; `car` is the name of the car on this phone. */
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

/** Returns the title of an item in plain words; `nameOf` returns the names of cars that this phone has cached. */
export function titleEntry(
  entry: OutboxEntry,
  nameOf: (carId: string) => string | undefined = () => undefined,
): string {
  if (isCorrupt(entry)) return 'This entry is damaged'
  // A newer version of the app wrote the item and will send it.
  if (!Object.hasOwn(kindTitles, entry.kind)) return 'Something a newer version of the app wrote'
  const payload = readRecord(entry.payload)
  const text = (name: string) => textOf(payload[name])
  return kindTitles[entry.kind](text, nameOf(text('carId')) ?? 'a car')
}

/** Returns the text that the person wrote, to read or copy before it is removed. */
export function readOwnWords(entry: OutboxEntry): string | undefined {
  const { message, words: filledIn } = readRecord(entry.payload)
  const words = textOf(message ?? filledIn)
  return words === '' || isCorrupt(entry) ? undefined : words
}

/** Returns whether an item is about an ad or a part of an ad. */
export const isAboutAd = ({ kind }: Pick<OutboxEntry, 'kind'>): boolean => kind.startsWith('ad.')
