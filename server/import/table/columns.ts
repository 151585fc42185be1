import { fold } from '#catalogue'
import { cleanLine } from '#contract/parts.ts'
import type { ImportField } from '#contract/selling/import.ts'
import { cut } from './cut.ts'

/** A name without case, accents and signs, so that "Fuel-Type" and "fuelType" are one. */
export const keyOf = (text: string): string => fold(text).replace(/[^a-z0-9]+/g, '')

/** Names people give to columns, as keys. The first column that fits a field has it. */
const names: Readonly<Record<ImportField, string>> = {
  stock_no:
    'stockno stocknumber stock stockid stockcode sku ref reference refno vin chassis chassisno regno registration listingid adid',
  name: 'name car vehicle vehiclename carname makemodel makeandmodel makemodelname',
  make: 'make brand manufacturer marque carmake maker makename brandname',
  model: 'model carmodel modelname range',
  year: 'year modelyear yearofmanufacture registrationyear manufactureyear yom regyear productionyear yr',
  price:
    'price amount askingprice sellingprice listprice retailprice cost pricengn pricezar pricegbp priceusd priceeur',
  mileage:
    'mileage odometer km kms kilometers kilometres kilometerage miles mileagekm mileagekms mileageinkm mileageinmiles mileagemiles odometerkm odometermiles kmdriven distance milage odo',
  fueltype: 'fueltype fuel fuelname',
  transmission: 'transmission gearbox transmissiontype geartype gears gear',
  engine: 'engine enginesize enginecapacity capacity displacement enginecc cc litres liters engineliter',
  bodytype: 'bodytype body bodystyle vehicletype cartype shape type bodyshape',
  drive: 'drive drivetrain drivetype wheeldrive drivenwheels drivewheel',
  condition: 'condition state usedornew newused carcondition vehiclecondition',
  exteriorcolor:
    'exteriorcolor exteriorcolour color colour bodycolor bodycolour paint paintcolor paintcolour',
  interiorcolor: 'interiorcolor interiorcolour trimcolor trimcolour upholstery interior upholsterycolour',
  title: 'title headline adtitle listingtitle',
  description: 'description details comments notes text adtext remarks',
  carfeatures: 'carfeatures features equipment extras options specs featurelist',
  address: 'address street location branch dealeraddress',
  province: 'province registeredstate region county stateprovince statename provincename',
  city: 'city town registeredcity suburb cityname area',
  status: 'status adstatus availability',
}
const fieldOfName = new Map(
  Object.entries(names).flatMap(([field, list]) =>
    list.split(' ').map((name) => [name, field as ImportField] as const),
  ),
)

/** Names of columns as they are told apart: a blank one is numbered, a repeated one too. */
export function columnNames(header: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return header.map((text, i) => {
    const given = cut(cleanLine(text).trim(), 180) || `Column ${i + 1}`
    // The one name that no JSON may have as a key, and the choice of fields is sent by name.
    const name = given === '__proto__' ? 'proto' : given
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/** What each column seems to be; empty: nothing we know. */
export function guessFields(columns: readonly string[]): (ImportField | '')[] {
  const taken = new Set<ImportField>()
  const guessed = columns.map((column): ImportField | '' => {
    const field = fieldOfName.get(keyOf(column)) ?? fieldOfName.get(keyOf(column.replace(/\(.*?\)/g, '')))
    if (field === undefined || taken.has(field)) return ''
    taken.add(field)
    return field
  })
  // "state" means the place in a table that has a city or tells the condition elsewhere.
  const state = columns.findIndex((c) => keyOf(c) === 'state')
  if (state >= 0 && !taken.has('province') && (taken.has('city') || guessed[state] !== 'condition')) {
    guessed[state] = 'province'
  }
  // One column with everything in it is only read as such when the make has none of its own.
  const name = guessed.indexOf('name')
  if (name >= 0 && taken.has('make') && taken.has('model')) guessed[name] = taken.has('title') ? '' : 'title'
  return guessed
}

/** Whether a column's name says that its numbers are miles. */
export const saysMiles = (column: string): boolean => /\b(miles|mi)\b|inmiles|_mi\b/i.test(column)
