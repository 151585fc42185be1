import type { FormatMoney } from '#parts/price.tsx'
import { openingHours } from '#contract/users/profile.ts'
import type { OutboxEntry } from '#local/react'
import { formatOpeningHours } from '#parts/contact/opening-hours.ts'
import { grouped } from '#contract/values/region.ts'
import { readRecord } from './titles.ts'

const labels = new Map<string, string>(
  Object.entries({
    avatar_image: 'Your picture',
    avatarurl: 'Picture of you',
    bodytype: 'Body type',
    businessAddress: 'Business address',
    businessname: 'Business name',
    carTitle: 'Car',
    car_brand: 'Brand',
    car_model: 'Model',
    carfeatures: 'Features',
    chat_emails: 'E-mails about unread messages',
    countryCode: 'Country code',
    datetime: 'Date and time',
    email: 'E-mail',
    exteriorcolor: 'Exterior colour',
    fueltype: 'Fuel',
    fullname: 'Full name',
    gsm: 'Contact no.',
    imageIds: 'Pictures',
    imageUrl: 'Picture',
    images: 'Pictures',
    interiorcolor: 'Interior colour',
    logo_image: 'Logo',
    mobile_number: 'Mobile number',
    transmission: 'Gearbox',
    note: 'Message',
    want: 'Wanted',
  }),
)
const statuses = new Map<string, string>(
  Object.entries({ active: 'For sale', sold: 'Sold', inactive: 'Paused' }),
)

/** Returns the display name of a field: `exteriorcolor` → Exterior colour. */
export function labelField(name: string): string {
  const label = labels.get(name)
  if (label !== undefined) return label
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Formats a field's value for display. */
export function formatValue(name: string, value: unknown, money: FormatMoney): string {
  if (value === undefined || value === null || value === '') return 'Nothing'
  if (name === 'images' || name === 'imageIds') return picturesIn(value)
  if (name === 'avatar_image' || name === 'logo_image') return 'A new picture'
  if (name === 'opening_hours') return hoursWords(value)
  if (Array.isArray(value)) return value.length === 0 ? 'Nothing' : value.map(String).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'price' && Number.isFinite(Number(value))) return money(Number(value))
  if (name === 'mileage' && Number.isFinite(Number(value))) return `${grouped(Number(value))} km`
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (name === 'status') return statuses.get(value) ?? value
  // A description may contain HTML; only its text is shown.
  return name === 'description'
    ? value
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : value
}

function picturesIn(value: unknown): string {
  const count = Array.isArray(value) ? value.length : 1
  return count === 1 ? '1 picture' : `${count} pictures`
}

function hoursWords(week: unknown): string {
  const read = openingHours.safeParse(week)
  return (read.success && formatOpeningHours(read.data).join('\n')) || 'Nothing'
}

/** Fields that are not listed: technical fields, and fields that the title already shows. */
const unsaid = new Set([
  'filled',
  'car_id',
  'test_drive_id',
  'adId',
  'ad',
  'carId',
  'chatKey',
  'patch',
  'receiver',
  'uid',
  'id',
  '_id',
  'want',
  'imageUrl',
])

interface WordedField {
  name: string
  label: string
  value: string
}

/** Lists the fields that an item sends to the server, in plain words; `when` formats an instant. */
export function listFields(
  entry: Pick<OutboxEntry, 'payload'>,
  money: FormatMoney,
  when: (iso: string) => string,
): WordedField[] {
  const payload = readRecord(entry.payload)
  const changed = 'patch' in payload ? readRecord(payload['patch']) : undefined
  // An edited ad carries its title for the outbox only, so the title is listed only when it changed.
  const all = changed ?? { ...payload, ...readRecord(payload['ad']) }
  return Object.entries(all)
    .filter(([name]) => !unsaid.has(name))
    .map(([name, value]) => ({
      name,
      label: labelField(name),
      value: name === 'datetime' && typeof value === 'string' ? when(value) : formatValue(name, value, money),
    }))
}
