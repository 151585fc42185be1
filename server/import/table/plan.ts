import { cleanLine } from '#contract/parts.ts'
import type {
  ForeignPrices,
  ImportColumn,
  ImportCurrency,
  ImportField,
  ImportOptions,
  ImportReading,
  ShortField,
} from '#contract/selling/import.ts'
import { areMostlyIn, currencyOfColumn, foreignIn, ratesText } from './currency.ts'
import {
  besideOf,
  columnNames,
  guessFields,
  isBritishTable,
  isGermanTable,
  maySayCity,
  isInKilometres,
  isInMiles,
  staysOut,
  withBeside,
} from './columns.ts'
import { cut } from './memoize.ts'
import { shortColumns } from './doubts.ts'
import { beginWithYears, heldIn, namesCars, namesPlaces } from './held-values.ts'
import type { NamesBook } from './names-book.ts'
import { cellText } from './values.ts'

/** Owner of the imported ads, and the place of cars when the table does not state one. */
export interface Dealer {
  id: string
  province: string
  city: string
  address: string
}

/** The way in which the rows of one table are read. */
export interface Plan {
  columns: ImportColumn[]
  reading: ImportReading | null
  /** Index of a field's cell in a row. */
  cells: Partial<Record<ImportField, number>>
  /** Index of the columns with the currency of each price and the unit of each mileage. */
  beside: Partial<Record<ShortField, number>>
  /** Columns without a field whose text goes into the description. */
  others: { name: string; cell: number }[]
  /** Value that every ad gets in a field without a column. */
  values: Partial<Record<ImportField, string>>
  unit: 'km' | 'miles'
  /** Currency of the market, and currency of bare prices if the table tells it. */
  currency: string
  priceIn: ImportCurrency | undefined
  /** Whether the columns are named as in Germany or Britain, where "Gas" usually is LPG or CNG. */
  gasIsUnclear: boolean
  rates: ForeignPrices
  /** Currencies without a rate, for which rows were refused. */
  unrated: Set<ImportCurrency>
  /** Fields whose short bare numbers are thousands. */
  thousands: readonly ShortField[]
  /** Whether doubtful values are accepted, because the dealer has confirmed them. */
  takeDoubts: boolean
  status: 'active' | 'inactive'
  dealer: Dealer
}

/** Number of rows whose values a person sees of each column. */
const samples = 5
const needed = ['year', 'price', 'mileage'] as const

/** Returns the make in a file's name: "vw.csv", "used-cars-toyota.csv.gz". */
function makeInName(file: string, names: NamesBook): string | undefined {
  const parts = file
    .replace(/\.(csv|tsv|txt|gz|xls[xm])\b/gi, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((p) => p !== '')
  const pairs = parts.slice(1).map((part, i) => `${parts[i] ?? ''} ${part}`)
  return [...pairs, ...parts].map((part) => names.makeOf(part)).find((make) => make !== undefined)
}

const textsOf = (rows: readonly (readonly string[])[], cell: number): string[] =>
  rows.map((row) => cellText(row[cell]))

/** Returns the columns that complete the values of others, except those for which the dealer chose a field. */
function besidesIn(
  columns: readonly string[],
  chosen: ImportOptions['columns'],
  cells: Plan['cells'],
): Plan['beside'] {
  const beside: Plan['beside'] = {}
  for (const [i, name] of columns.entries()) {
    const isTaken =
      Object.values(cells).includes(i) || (chosen && Object.hasOwn(chosen, name) && chosen[name])
    const of = isTaken ? undefined : besideOf(name)
    if (of !== undefined && cells[of] !== undefined) beside[of] ??= i
  }
  return beside
}

/** Returns the rows with completed prices and mileages. */
const completed = (
  rows: readonly (readonly string[])[],
  { cells, beside }: Pick<Plan, 'cells' | 'beside'>,
): readonly (readonly string[])[] =>
  Object.keys(beside).length === 0
    ? rows
    : rows.map((row) => {
        const whole = [...row]
        for (const field of ['price', 'mileage'] as const) {
          const [cell, other] = [cells[field], beside[field]]
          if (cell !== undefined && other !== undefined)
            whole[cell] = withBeside(field, cellText(row[cell]), row[other])
        }
        return whole
      })

export function importPlanOf(o: {
  header: readonly string[]
  reading?: ImportReading
  /** First rows: a few become samples, all are searched for currencies. */
  rows: readonly (readonly string[])[]
  file: string
  options: ImportOptions
  names: NamesBook
  dealer: Dealer
  /** Currency of the market. */
  currency: string
  /** Current year. The age of a car shows whether its mileage may be in thousands. */
  thisYear: number
}): Plan {
  const columns = columnNames(o.header)
  const guessed = guessFields(columns, (column, among) => heldIn(textsOf(o.rows, column), among, o.names))
  // A "Location" column is the city if no other column is: the dealer's own city would be a guess.
  const hasPlaceColumn = guessed.includes('city') || guessed.includes('province')
  const place = columns.findIndex(
    (name, i) =>
      ['', 'address'].includes(guessed[i] ?? '') &&
      maySayCity(name) &&
      namesPlaces(textsOf(o.rows, i), o.names),
  )
  if (!hasPlaceColumn && place >= 0) guessed[place] = 'city'
  // In some lists one column of any name holds the whole car.
  if (!guessed.some((field) => field === 'make' || field === 'model' || field === 'name')) {
    const car = columns.findIndex(
      (_, i) =>
        ['', 'description', 'title', 'variant'].includes(guessed[i] ?? '') &&
        namesCars(textsOf(o.rows, i), o.names),
    )
    if (car >= 0) guessed[car] = 'name'
  }
  const chosen = o.options.columns
  const cells: Plan['cells'] = {}
  const fields = columns.map((name, i) => {
    const field =
      chosen && Object.hasOwn(chosen, name) ? (chosen[name] ?? '') : chosen ? '' : (guessed[i] ?? '')
    if (field === '' || cells[field] !== undefined) return ''
    cells[field] = i
    return field
  })
  // "2019 Toyota Fortuner" contains the year, too.
  const { name, year } = cells
  if (
    year === undefined &&
    name !== undefined &&
    !o.options.values?.year &&
    beginWithYears(textsOf(o.rows, name))
  )
    cells.year = name
  const beside = besidesIn(columns, chosen, cells)
  const rows = completed(o.rows, { cells, beside })
  const values = { ...o.options.values }
  for (const field of Object.keys(cells) as ImportField[]) delete values[field]
  if (cells.make === undefined && cells.name === undefined && !values.make) {
    const make = makeInName(o.file, o.names)
    if (make !== undefined) values.make = make
  }
  const mileage = cells.mileage === undefined ? '' : (columns[cells.mileage] ?? '')
  const price = cells.price
  const isGerman = isGermanTable(columns)
  const isBritish = isBritishTable(columns)
  // Bare prices of a foreign table are not in the market's currency: the dealer is asked for the rate.
  const named = currencyOfColumn(price === undefined ? '' : (columns[price] ?? ''))
  const priceIn =
    price === undefined ? undefined : (named ?? (isGerman ? 'EUR' : isBritish ? 'GBP' : undefined))
  const prices = price === undefined ? [] : textsOf(rows, price)
  const currencies = foreignIn(prices, { header: priceIn, market: o.currency })
  // A table with prices in pounds or with miles per gallon has miles, unless its mileages are in kilometres.
  const distances = cells.mileage === undefined ? [] : textsOf(rows, cells.mileage)
  const inMiles =
    !isInKilometres(mileage, distances) &&
    (isBritish || areMostlyIn('GBP', prices, priceIn) || columns.some((name) => /^mpg\b/i.test(name.trim())))
  const short = new Set<string>(
    shortColumns(rows, cells, { currency: o.currency, priceIn, thisYear: o.thisYear }),
  )
  return {
    columns: columns.map((name, i) => ({
      name,
      field: fields[i] ?? '',
      ...(staysOut(name) && { stays_out: true }),
      ...(i === beside.price && { completes: 'price' as const }),
      ...(i === beside.mileage && { completes: 'mileage' as const }),
      ...(short.has(fields[i] ?? '') && { thousands: true }),
      ...(i === price && currencies.length > 0 && { currencies }),
      samples: o.rows
        .slice(0, samples)
        .map((row) => cut(cleanLine(row[i] ?? '').trim(), 60))
        .filter((text, at, all) => text !== '' && all.indexOf(text) === at),
    })),
    reading: o.reading ?? null,
    cells,
    beside,
    others: columns.flatMap((name, cell) =>
      fields[cell] === '' && !staysOut(name) && !Object.values(beside).includes(cell) ? [{ name, cell }] : [],
    ),
    values,
    unit: o.options.unit ?? (isInMiles(mileage) || inMiles ? 'miles' : 'km'),
    currency: o.currency,
    priceIn,
    gasIsUnclear: isGerman || isBritish,
    rates: o.options.rates ?? {},
    unrated: new Set(),
    thousands: o.options.thousands ?? [],
    takeDoubts: o.options.take_doubts ?? false,
    status: o.options.status,
    dealer: o.dealer,
  }
}

/** Returns why no row of the table can become an ad, as a sentence; undefined when some may. */
export function lacking({ cells, values, columns }: Plan): string | undefined {
  const has = (field: ImportField) => cells[field] !== undefined || (values[field] ?? '') !== ''
  const missing: string[] = needed.filter((field) => !has(field))
  if (!has('name') && !has('make')) missing.unshift('make')
  if (!has('name') && !has('model') && !has('variant')) missing.unshift('model')
  if (columns.length === 0) return 'The file is empty.'
  if (missing.length === 0) return undefined
  const list = new Intl.ListFormat('en-GB').format(missing.map((field) => `the ${field}`))
  return `No column seems to hold ${list}. Please choose which does.`
}

const usually = 'As is usual for the model'
/** Returns in words what is assumed for fields that the table does not hold. */
export function assumedOf({
  cells,
  values,
  dealer,
  unit,
  rates,
  currency,
  thousands,
}: Plan): Partial<Record<ImportField, string>> {
  const all: Partial<Record<ImportField, string>> = {
    ...(cells.mileage !== undefined && {
      mileage: `Bare numbers are ${unit}${thousands.includes('mileage') ? ', short ones thousands' : ''}`,
    }),
    fueltype: usually,
    transmission: usually,
    bodytype: usually,
    drive: usually,
    condition: 'Used',
    engine: 'Not stated',
    exteriorcolor: 'Not stated',
    interiorcolor: 'Not stated',
    title: cells.variant === undefined ? 'Year, make and model' : 'Year, make, model and derivative',
    description: 'Made of the row',
    carfeatures: 'See description',
    address:
      cells.city === undefined && cells.province === undefined
        ? dealer.address
        : `${dealer.address || dealer.city}, or the city where that is another`,
    province: dealer.province,
    city: dealer.city,
  }
  for (const field of Object.keys(cells) as ImportField[]) if (field !== 'mileage') delete all[field]
  const prices = [
    ratesText(rates, currency),
    thousands.includes('price') && cells.price !== undefined ? 'Short numbers are thousands' : undefined,
  ].filter((words) => words !== undefined)
  return { ...all, ...(prices.length > 0 && { price: prices.join('; ') }), ...values }
}
