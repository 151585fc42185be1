// Converts a row of a table to the fields of an ad, or to a list of problems. Nothing here throws, whatever the row contains.
import { newAd, type NewAd } from '#contract/ads.ts'
import type { CarStatus } from '#contract/limits.ts'
import { contactWords, findContact } from '#contract/selling/ad-rules.ts'
import type { ImportCurrency, ImportField } from '#contract/selling/import.ts'
import { bodyBehind, bodyTypeOf, drivetrainOf } from './body.ts'
import { carNames, type NamedCar } from './car-names.ts'
import { adTitleOf, startYear, wordsBehind } from './held-values.ts'
import { moneyBeside, unclearMoney } from './currency.ts'
import { derivativeOf } from './derivative.ts'
import { type Doubt, doubtsOf, isShortPrice } from './doubts.ts'
import { mileageOf } from './mileage.ts'
import type { NamesBook } from './names-book.ts'
import type { CarPlace } from './places.ts'
import type { Plan } from './plan.ts'
import { readPrice } from './price.ts'
import { memoize } from './memoize.ts'
import { Row, type Trouble } from './row.ts'
import { carStatusOf } from './status.ts'
import type { UnknownName } from './unknown-names.ts'
import { type UsualModel, usualOf } from './models.ts'
import {
  cellLines,
  cellText,
  conditionOf,
  engineSizeOf,
  exteriorOf,
  featuresOf,
  fuelOf,
  gearboxOf,
  interiorOf,
  yearOf,
} from './values.ts'

export type ImportAd = Omit<NewAd, 'id' | 'image_ids' | 'featured_image' | 'province' | 'city'> & {
  province: string
  city: string
}
export interface MadeAd {
  ad: ImportAd
  /** Whether the row itself states its status. */
  statusStated: boolean
  /** Values that are hardly possible. */
  doubts: readonly Doubt[]
}
export type Made = MadeAd | { troubles: Trouble[]; unknown?: UnknownName | undefined }

const notStated = 'Not stated'
/** Maximum characters of a generated description, and of one that a person wrote. */
const mostMade = 4000
const longest = 20_000
/** Placeholder for the pictures, which the dealer adds later; everything else of a new ad must be valid. */
const laterPictures = ['later']
/** A two-digit year and a bare number of gears: the usual meaning is taken and reported as doubtful. */
const shortYear = /^'?\d\d$/
const gearsAlone = /^[56][ -]?(?:gang|speed|gears?)$/i

/** Returns the year; a two-digit year is doubtful. */
function yearIn(row: Row, plan: Plan, thisYear: number): number | undefined {
  const isInName = plan.cells.year !== undefined && plan.cells.year === plan.cells.name
  return row.read(
    'year',
    (cell) => {
      const text = isInName ? (startYear.exec(cell)?.[0].trim() ?? '') : cell
      if (!shortYear.test(text)) return yearOf(text)
      const digits = Number(text.slice(-2))
      const year = 2000 + digits > thisYear + 1 ? 1900 + digits : 2000 + digits
      row.doubt('year', String(year), 'Two digits may be another year. Write all four.')
      return year
    },
    { wrong: 'This is not a year.' },
  )
}

function gearboxIn(row: Row, blank: string): string | undefined {
  return row.read(
    'transmission',
    (text) => {
      if (!gearsAlone.test(text)) return gearboxOf(text)
      row.doubt('transmission', 'Manual', 'An automatic may have as many gears. Write which it is.')
      return 'Manual'
    },
    { wrong: 'This is no transmission we know.', blank },
  )
}

function fuelIn(row: Row, plan: Plan, blank: string): string | undefined {
  const isUnclear = plan.gasIsUnclear && /^gas$/i.test(row.text('fueltype'))
  return row.read('fueltype', (text) => (isUnclear ? undefined : fuelOf(text)), {
    wrong: isUnclear
      ? 'In a table like this it may be LPG, CNG or petrol. Write which.'
      : 'This is no fuel type we know.',
    blank,
  })
}

const plain: UsualModel = { bodytype: 'Sedan', drive: 'FWD', fueltype: 'Petrol', transmission: 'Automatic' }

/**
 * Returns the place with the most precise address: from the row, else the dealer's own for cars in the dealer's city, else the
 * city.
 */
function placeOf(row: Row, names: NamesBook, { dealer }: Plan): (CarPlace & { address: string }) | undefined {
  const cells = { province: row.text('province'), city: row.text('city') }
  const found = names.places.find(cells.province, cells.city, {
    province: dealer.province,
    city: dealer.city,
  })
  if ('reason' in found) return row.refuse(found.field, cells[found.field], found.reason)
  const { province, city, finer } = found
  const isOwn = city === dealer.city && province === dealer.province
  return {
    province,
    city,
    address: row.text('address') || (finer ? cells.city : '') || (isOwn ? dealer.address : '') || city,
  }
}

const contactIn = memoize(findContact)

/**
 * Returns a cell of a column without a field, for the description. Programs write codes there. A bare number that may be a phone
 * number is left out and does not refuse the row.
 */
function spokenText(cell: string | undefined): string {
  const text = cellText(cell)
  return /^[^\p{L}@]+$/u.test(text) && contactIn(text.slice(0, mostMade)) ? '' : text
}

function describe(cells: readonly string[], plan: Plan, first: readonly string[]): string {
  const others = plan.others.flatMap(({ name, cell }) => {
    const text = spokenText(cells[cell])
    return text === '' ? [] : [`${name}: ${text}`]
  })
  const words = [...first.filter((w) => w !== '' && w !== notStated), ...others].join(', ')
  // Anybody may have written the words, so they must not become HTML tags.
  return `${words.replace(/</g, '&lt;').slice(0, mostMade)}.`
}

/** Returns the names and cells that `describe` takes from columns without a field, up to the same length. */
function spokenOthers(cells: readonly string[], plan: Plan): string[] {
  const spoken: string[] = []
  let length = 0
  for (const { name, cell } of plan.others) {
    const text = spokenText(cells[cell])
    if (text === '' || length > mostMade) continue
    length += name.length + text.length
    spoken.push(name, text.slice(0, mostMade))
  }
  return spoken
}

/** Refuses contact details in the texts of the table; generated texts contain nothing else (R-POST-22). */
function lookForContacts(row: Row, cells: readonly string[], plan: Plan): void {
  const description = cellLines(row.raw('description'))
  const others = description === '' ? spokenOthers(cells, plan) : [description]
  const texts = [
    ...(['title', 'engine', 'name', 'model', 'variant'] as const).map(
      (field) => [field, 'title', row.text(field)] as const,
    ),
    ['mileage', 'description', row.text('mileage')] as const,
    ...others.map((text) => ['description', 'description', text] as const),
  ]
  for (const [field, where, text] of texts) {
    // A longer text is refused for its length.
    const contact = text === '' || text.length > longest ? undefined : contactIn(text)
    if (contact) row.refuse(field, contact.text, contactWords[contact.kind](where))
  }
}

/** Returns the price in the market's currency. A price in another currency needs a rate, else it is refused. */
function adPriceOf(row: Row, plan: Plan): number | undefined {
  const text = row.text('price')
  const refuse = (reason: string) => row.refuse('price', text, reason)
  if (text === '') return refuse('This is empty.')
  const read = readPrice(text)
  const money = moneyBeside(row.beside('price'))
  const isPrice = money !== undefined && 'amount' in readPrice(cellText(row.raw('price')))
  if (isPrice && (money === 'unclear' || 'reason' in read)) return refuse(unclearMoney)
  if ('reason' in read) return refuse(read.reason)
  const currency = read.currency ?? plan.priceIn ?? plan.currency
  const rate = currency === plan.currency ? 1 : plan.rates[currency as ImportCurrency]
  if (rate === undefined) {
    plan.unrated.add(currency as ImportCurrency)
    return refuse(
      `This price is in ${currency}, and ads are in ${plan.currency}. Say how much 1 ${currency} is.`,
    )
  }
  const exact = currency === plan.currency ? read.amount : Math.round(read.amount * rate)
  const isShort = plan.thousands.includes('price') && !read.scaled && isShortPrice(exact, plan.currency)
  const price = isShort ? exact * 1000 : exact
  if (price === 0) refuse('A price of 0 is none. Write what the car costs.')
  return price
}

/** Returns the usual facts of the car. The name of an unknown model may contain the body: "Golf Estate". */
const usuallyIs = ({ make, model }: NamedCar): UsualModel =>
  usualOf(make, model) ?? { ...plain, bodytype: bodyBehind(model, make) ?? plain.bodytype }

/**
 * Makes the ad of a row. @param thisYear current year; cars of the next model year are already for sale, later years are mistakes
 */
export function makeAd(cells: readonly string[], plan: Plan, names: NamesBook, thisYear: number): Made {
  const row = new Row(cells, plan)
  const car = carNames(row, names)
  const usual = car ? usuallyIs(car) : plain
  const derivative = car ? wordsBehind(car, row.text('variant')) : ''
  const year = yearIn(row, plan, thisYear)
  if (year !== undefined && (year < 1900 || year > thisYear + 1)) {
    row.refuse('year', String(year), year > thisYear ? 'This year is still to come.' : 'This is not a year.')
  }
  const derived = derivativeOf(derivative, usual, { make: car?.make, year })
  const price = adPriceOf(row, plan)
  const mileage = row.read(
    'mileage',
    (text) => mileageOf(text, plan.unit, plan.thousands.includes('mileage')),
    { wrong: 'This is not a mileage.' },
  )
  const fueltype = fuelIn(row, plan, derived.fueltype ?? usual.fueltype)
  const transmission = gearboxIn(row, derived.transmission ?? usual.transmission)
  const bodytype = row.read('bodytype', (text) => bodyTypeOf(text, usual.bodytype), {
    wrong: 'This is no body type we know.',
    blank: derived.bodytype ?? usual.bodytype,
  })
  const engine = row.read('engine', engineSizeOf, {
    wrong: 'This is a sum of money. Write the size of the engine, or leave the column out.',
    blank: derived.engine ?? '',
  })
  const drive = row.read('drive', (text) => drivetrainOf(text, usual), {
    wrong: 'This is no drive we know.',
    blank: derived.drive ?? usual.drive,
  })
  const condition = row.read('condition', conditionOf, {
    wrong: 'This is neither new nor used.',
    blank: 'Used',
  })
  const stated = row.text('status') !== ''
  const status = row.read<CarStatus>('status', carStatusOf, {
    wrong: 'This is no status we know.',
    blank: plan.status,
  })
  const place = placeOf(row, names, plan)
  lookForContacts(row, cells, plan)
  if (!car || !place || row.troubles.length > 0) return { troubles: row.troubles, unknown: row.unknown }

  const title = row.text('title') || adTitleOf(car, { year, derivative, engine })
  const features = featuresOf(cellLines(row.raw('carfeatures')))
  const made = {
    title,
    condition,
    year,
    make: car.make,
    model: car.model,
    bodytype,
    mileage,
    fueltype,
    engine: engine || notStated,
    transmission,
    drive,
    exteriorcolor: exteriorOf(row.text('exteriorcolor')) || notStated,
    interiorcolor: interiorOf(row.text('interiorcolor')) || notStated,
    price,
    description:
      cellLines(row.raw('description')) ||
      describe(cells, plan, [
        `${year} ${car.make} ${car.model}`,
        row.text('variant') || derivative,
        engine ?? '',
        fueltype ?? '',
        transmission ?? '',
        mileage ?? '',
      ]),
    carfeatures: features.length > 0 ? features : ['See description'],
    ...place,
    status,
  }
  const read = newAd.safeParse({ ...made, image_ids: laterPictures })
  if (read.success) {
    const { id: _, image_ids: __, featured_image: ___, ...ad } = read.data
    const doubts = plan.takeDoubts
      ? []
      : [...row.doubts, ...doubtsOf(ad, { currency: plan.currency, thisYear })]
    return { ad: { ...ad, province: place.province, city: place.city }, statusStated: stated, doubts }
  }
  for (const { path, message } of read.error.issues) {
    const field = path[0] as ImportField | undefined
    row.refuse(field ?? '', field === undefined ? '' : row.text(field), sentence(message))
  }
  return { troubles: row.troubles }
}

const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`)
