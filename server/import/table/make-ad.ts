// A row of a table becomes the fields of an ad, or a list of what is wrong with it. Nothing here throws, whatever the row.
import { newAd, type NewAd } from '#contract/ads.ts'
import type { CarStatus } from '#contract/limits.ts'
import { contactWords, findContact } from '#contract/selling/ad-rules.ts'
import type { ImportField } from '#contract/selling/import.ts'
import { type NamesBook, type UsualModel, usualOf } from './names-book.ts'
import type { Plan } from './plan.ts'
import { remembered } from './remembered.ts'
import {
  amountOf,
  bodyOf,
  cellLines,
  cellText,
  conditionOf,
  driveOf,
  engineOf,
  exteriorOf,
  featuresOf,
  fuelOf,
  gearboxOf,
  interiorOf,
  mileageOf,
  statusOf,
  yearOf,
} from './values.ts'

/** The fields of an ad; `stated` says whether the row itself told its status. */
export type ImportAd = Omit<NewAd, 'id' | 'image_ids' | 'featured_image' | 'province' | 'city'> & {
  province: string
  city: string
}
export interface Trouble {
  field: ImportField | ''
  value: string
  reason: string
}
export type Made = { ad: ImportAd; statusStated: boolean } | { troubles: Trouble[] }

const notStated = 'Not stated'
/** Characters of a description that is made of a row, and of one that somebody wrote. */
const mostMade = 4000
const longest = 20_000
/** Pictures come by hand: for an import everything else of a new ad must be right. */
const laterPictures = ['later']
const plain: UsualModel = { bodytype: 'Sedan', drive: 'FWD', fueltype: 'Petrol', transmission: 'Automatic' }

/** Reads cells by field and remembers what is wrong with them. */
class Row {
  readonly troubles: Trouble[] = []
  readonly #cells: readonly string[]
  readonly #plan: Plan

  constructor(cells: readonly string[], plan: Plan) {
    this.#cells = cells
    this.#plan = plan
  }

  raw(field: ImportField): string | undefined {
    const place = this.#plan.cells[field]
    return place === undefined ? this.#plan.values[field] : this.#cells[place]
  }

  text(field: ImportField): string {
    return cellText(this.raw(field))
  }

  refuse(field: ImportField | '', value: string, reason: string): void {
    this.troubles.push({ field, value: value.slice(0, 200), reason })
  }

  /** What `read` makes of the cell; a blank one is `blank`, and without that it is missing. */
  read<T>(
    field: ImportField,
    read: (text: string) => T | undefined,
    o: { wrong: string; blank?: T },
  ): T | undefined {
    const text = this.text(field)
    if (text === '') {
      if (o.blank === undefined) this.refuse(field, '', 'This is empty.')
      return o.blank
    }
    const value = read(text)
    if (value === undefined) this.refuse(field, text, o.wrong)
    return value
  }
}

function carNames(row: Row, names: NamesBook): { make: string; model: string } | undefined {
  let [make, model] = [row.text('make'), row.text('model')]
  const name = row.text('name')
  if (make === '' || model === '') {
    const split = names.split(make === '' ? name : `${make} ${name}`)
    make ||= split?.make ?? ''
    model ||= split?.model ?? ''
  }
  if (make === '' || model === '') {
    row.refuse(make === '' ? 'make' : 'model', name, 'Which car this is, is not said.')
    return undefined
  }
  const found = names.find(make, model)
  if (!('missing' in found)) return found
  if (found.missing === 'make') row.refuse('make', make, 'This make is not known here.')
  else row.refuse('model', model, `This model of ${names.makeOf(make) ?? make} is not known here.`)
  return undefined
}

function placeOf(
  row: Row,
  names: NamesBook,
  { dealer }: Plan,
): { province: string; city: string } | undefined {
  const [province, city] = [row.text('province'), row.text('city')]
  if (province === '' && city === '') {
    const own = { province: dealer.province, city: dealer.city }
    if (own.province !== '' && own.city !== '') return own
    row.refuse('city', '', 'Where the car stands is not said, neither here nor in the profile.')
    return undefined
  }
  const known = province === '' ? names.provinceWith(city) : names.provinceOf(province)
  if (known === undefined) {
    if (province === '') row.refuse('city', city, 'This city is not known here.')
    else row.refuse('province', province, 'This province is not known here.')
    return undefined
  }
  const town = names.cityOf(known, city)
  if (town === undefined)
    row.refuse('city', city, city === '' ? 'This is empty.' : `This city of ${known} is not known here.`)
  return town === undefined ? undefined : { province: known, city: town }
}

function describe(cells: readonly string[], plan: Plan, first: readonly string[]): string {
  const others = plan.others.flatMap(({ name, cell }) => {
    const text = cellText(cells[cell])
    return text === '' ? [] : [`${name}: ${text}`]
  })
  const words = [...first.filter((w) => w !== '' && w !== notStated), ...others].join(', ')
  // Made of what anybody may have written: no sign of it may become a tag.
  return `${words.replace(/</g, '&lt;').slice(0, mostMade)}.`
}

const contactIn = remembered(findContact)

/** What `describe` takes from the columns that hold no field, names included; it ends where that does. */
function spokenOthers(cells: readonly string[], plan: Plan): string[] {
  const spoken: string[] = []
  let length = 0
  for (const { name, cell } of plan.others) {
    const text = cellText(cells[cell])
    if (text === '' || length > mostMade) continue
    length += name.length + text.length
    spoken.push(name, text.slice(0, mostMade))
  }
  return spoken
}

/** What the table itself says in words; what we make of it holds no more than that (R-POST-22). */
function lookForContacts(row: Row, cells: readonly string[], plan: Plan): void {
  const description = cellLines(row.raw('description'))
  const others = description === '' ? spokenOthers(cells, plan) : [description]
  const said = [
    ...(['title', 'engine'] as const).map((field) => [field, 'title', row.text(field)] as const),
    ['mileage', 'description', row.text('mileage')] as const,
    ...others.map((text) => ['description', 'description', text] as const),
  ]
  for (const [field, where, text] of said) {
    // What is longer is refused for that.
    const contact = text === '' || text.length > longest ? undefined : contactIn(text)
    if (contact) row.refuse(field, contact.text, contactWords[contact.kind](where))
  }
}

/** @param thisYear cars of the next model year are for sale already, later ones are slips. */
export function makeAd(cells: readonly string[], plan: Plan, names: NamesBook, thisYear: number): Made {
  const row = new Row(cells, plan)
  const car = carNames(row, names)
  const usual = (car && usualOf(car.make, car.model)) ?? plain
  const year = row.read('year', yearOf, { wrong: 'This is not a year.' })
  if (year !== undefined && (year < 1900 || year > thisYear + 1)) {
    row.refuse('year', String(year), year > thisYear ? 'This year is still to come.' : 'This is not a year.')
  }
  const price = row.read('price', amountOf, { wrong: 'This is not a price.' })
  const mileage = row.read('mileage', (text) => mileageOf(text, plan.unit), {
    wrong: 'This is not a mileage.',
  })
  const fueltype = row.read('fueltype', fuelOf, {
    wrong: 'This is no fuel type we know.',
    blank: usual.fueltype,
  })
  const transmission = row.read('transmission', gearboxOf, {
    wrong: 'This is no transmission we know.',
    blank: usual.transmission,
  })
  const bodytype = row.read('bodytype', bodyOf, {
    wrong: 'This is no body type we know.',
    blank: bodyOf(row.text('model')) ?? usual.bodytype,
  })
  const drive = row.read('drive', driveOf, { wrong: 'This is no drive we know.', blank: usual.drive })
  const condition = row.read('condition', conditionOf, {
    wrong: 'This is neither new nor used.',
    blank: 'Used',
  })
  const stated = row.text('status') !== ''
  const status = row.read<CarStatus>('status', statusOf, {
    wrong: 'This is no status we know.',
    blank: plan.status,
  })
  const place = placeOf(row, names, plan)
  lookForContacts(row, cells, plan)
  if (!car || !place || row.troubles.length > 0) return { troubles: row.troubles }

  const engine = engineOf(row.text('engine')) || notStated
  const title =
    row.text('title') || [year, car.make, car.model, engine === notStated ? '' : engine].join(' ').trim()
  const features = featuresOf(cellLines(row.raw('carfeatures')))
  const made = {
    title,
    condition,
    year,
    ...car,
    bodytype,
    mileage,
    fueltype,
    engine,
    transmission,
    drive,
    exteriorcolor: exteriorOf(row.text('exteriorcolor')) || notStated,
    interiorcolor: interiorOf(row.text('interiorcolor')) || notStated,
    price,
    description:
      cellLines(row.raw('description')) ||
      describe(cells, plan, [
        `${year} ${car.make} ${car.model}`,
        engine,
        fueltype ?? '',
        transmission ?? '',
        mileage ?? '',
      ]),
    carfeatures: features.length > 0 ? features : ['See description'],
    address: row.text('address') || plan.dealer.address || place.city,
    ...place,
    status,
  }
  const read = newAd.safeParse({ ...made, image_ids: laterPictures })
  if (read.success) {
    const { id: _, image_ids: __, featured_image: ___, ...ad } = read.data
    return { ad: { ...ad, ...place }, statusStated: stated }
  }
  for (const { path, message } of read.error.issues) {
    const field = path[0] as ImportField | undefined
    row.refuse(field ?? '', field === undefined ? '' : row.text(field), sentence(message))
  }
  return { troubles: row.troubles }
}

const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`)
