import { priceSlice } from '../search.ts'
import type { CarColumns } from './columns.ts'
import { dimensionNames, pairKey, type DimensionName, type Dimensions } from './dimension.ts'

/** Rows of some columns with the index's codes for their facts, in the order of `rows`. */
export interface Encoded {
  rows: Uint32Array
  codes: Readonly<Record<DimensionName, Uint32Array>>
}

export function encode(dimensions: Dimensions, c: CarColumns, rows: Uint32Array): Encoded {
  const of = (name: DimensionName) => {
    if (name === 'model') return pairs(dimensions, c, rows, 'make', name)
    if (name === 'city') return pairs(dimensions, c, rows, 'province', name)
    const dimension = dimensions[name]
    if (name === 'year' || name === 'slice') {
      const number = (row: number) => (name === 'year' ? (c.year[row] ?? 0) : priceSlice(c.price[row] ?? 0))
      return rows.map((row) => {
        const n = number(row)
        return dimension.find(n) ?? dimension.codeOf(n, String(n))
      })
    }
    const known = c.dict[name].map((text) => dimension.codeOf(text, text))
    const column = c[name]
    const codes = new Uint32Array(rows.length)
    for (let i = 0; i < rows.length; i += 1) codes[i] = known[column[rows[i] ?? 0] ?? 0] ?? 0
    return codes
  }
  const all = dimensionNames.map((name) => [name, of(name)] as const)
  return { rows, codes: Object.fromEntries(all) as Record<DimensionName, Uint32Array> }
}

/** Encodes pairs: equal names below different parents are different values. */
function pairs(
  dimensions: Dimensions,
  c: CarColumns,
  rows: Uint32Array,
  parent: 'make' | 'province',
  child: 'model' | 'city',
): Uint32Array {
  const above = c[parent]
  const below = c[child]
  const many = c.dict[child].length
  const known = new Map<number, number>()
  const codes = new Uint32Array(rows.length)
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] ?? 0
    const both = (above[row] ?? 0) * many + (below[row] ?? 0)
    let code = known.get(both)
    if (code === undefined) {
      const a = c.dict[parent][above[row] ?? 0] ?? ''
      const b = c.dict[child][below[row] ?? 0] ?? ''
      code = dimensions[child].codeOf(pairKey(a, b), `${a}/${b}`)
      known.set(both, code)
    }
    codes[i] = code
  }
  return codes
}

/**
 * Returns positions in `rows` in an order that groups similar cars. The cars of a make, and often of a body or a fuel, then
 * fill few blocks of their bitmap, and a search skips the others.
 */
export function arrangeRows(dimensions: Dimensions, { rows, codes }: Encoded): Uint32Array {
  const room = 2 ** Math.ceil(Math.log2(rows.length + 1))
  const keys = new Float64Array(rows.length)
  let span = room
  for (const name of ['make', 'model', 'bodytype', 'fueltype', 'transmission'] as const) {
    const own = codes[name]
    const values = dimensions[name].labels.length
    span *= values
    if (span > Number.MAX_SAFE_INTEGER) break
    for (let i = 0; i < keys.length; i += 1) keys[i] = (keys[i] ?? 0) * values + (own[i] ?? 0)
  }
  for (let i = 0; i < keys.length; i += 1) keys[i] = (keys[i] ?? 0) * room + i
  keys.sort()
  const places = new Uint32Array(rows.length)
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i] ?? 0
    places[i] = key - Math.floor(key / room) * room
  }
  return places
}
