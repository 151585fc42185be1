import type { SearchableCar } from '../search.ts'
import { tagCodes } from '../tags.ts'

/** Columns with repeated texts: each car stores an index into the dictionary of the same name. */
export const textColumns = [
  'make',
  'model',
  'bodytype',
  'fueltype',
  'transmission',
  'province',
  'city',
  'creator',
  'title',
  'tags',
] as const
export type TextColumn = (typeof textColumns)[number]

/**
 * Facts of many active cars in columns, suitable for structured clone: chunks store them, and an index is built from them.
 * `dict` holds the texts of each text column.
 */
export interface CarColumns extends Record<TextColumn, Uint32Array> {
  ids: string[]
  /** Milliseconds since 1970. */
  created: Float64Array
  price: Float64Array
  year: Uint16Array
  km: Uint32Array
  dict: Record<TextColumn, string[]>
}

/** Returns the searchable facts of the active cars, in their order. */
export function columnsOf(cars: readonly SearchableCar[]): CarColumns {
  const active = cars.filter((car) => car.status === 'active')
  const column = () => new Uint32Array(active.length)
  const columns: CarColumns = {
    ids: active.map((car) => car._id),
    created: new Float64Array(active.length),
    price: new Float64Array(active.length),
    year: new Uint16Array(active.length),
    km: column(),
    ...(Object.fromEntries(textColumns.map((name) => [name, column()])) as Record<TextColumn, Uint32Array>),
    dict: Object.fromEntries(textColumns.map((name) => [name, [] as string[]])) as CarColumns['dict'],
  }
  for (const [i, car] of active.entries()) {
    columns.created[i] = Date.parse(car.created_at)
    columns.price[i] = car.price
    columns.year[i] = car.year
    columns.km[i] = car.mileage_km
  }
  for (const name of textColumns) {
    const codes = new Map<string, number>()
    const texts = columns.dict[name]
    const into = columns[name]
    for (const [i, car] of active.entries()) {
      const text = name === 'tags' ? tagCodes(car) : car[name]
      let code = codes.get(text)
      if (code === undefined) {
        code = texts.push(text) - 1
        codes.set(text, code)
      }
      into[i] = code
    }
  }
  return columns
}
