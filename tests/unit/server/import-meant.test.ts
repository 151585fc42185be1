import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kilometresOf } from '#catalogue'
import { importOptions, type ImportCurrency, type ImportField } from '#contract/selling/import.ts'
import { allMakes } from '../../../server/reference/makes/all-makes.ts'
import { makeAd, type Made } from '../../../server/import/table/make-ad.ts'
import { mileageOf } from '../../../server/import/table/mileage.ts'
import { NamesBook } from '../../../server/import/table/names-book.ts'
import { planOf } from '../../../server/import/table/plan.ts'
import { readPrice } from '../../../server/import/table/price.ts'
import { openTable } from '../../../server/import/table/read-table.ts'
import { demoReference } from '../../support/demo-names.ts'
import fc from '../../support/property.ts'

/** Rows in every mixture of the ways in which people write: what is stored is what was meant, or the row is refused. */

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'motorkin-meant-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** A cell and what it means; without a meaning it has to be refused. */
interface Written {
  text: string
  meant: unknown
}
const written = (text: string, meant: unknown): Written => ({ text, meant })
const anyOf = (meanings: Readonly<Record<string, readonly string[]>>) =>
  fc.constantFrom(
    ...Object.entries(meanings).flatMap(([meant, texts]) => texts.map((text) => written(text, meant))),
  )
const refused = (...texts: string[]) => fc.constantFrom(...texts.map((text) => written(text, undefined)))

const grouped = (n: number, sign: string) => String(n).replace(/\B(?=(?:\d{3})+$)/g, sign)
const groupSigns = fc.constantFrom('', ' ', ',', '.', "'", '’', '\u00A0', '\u202F')
const withFraction = (n: number, sign: string) => String(n).replace('.', sign)
const fractionSigns = fc.constantFrom('.', ',')

const inFull = fc
  .record({
    n: fc.integer({ min: 1000, max: 99_999_999 }),
    group: groupSigns,
    cents: fc.constantFrom('', '.00', ',00', ',-', '.-'),
  })
  .filter(
    ({ group, cents }) => cents === '' || cents.endsWith('-') || !cents.startsWith(group) || group === '',
  )
  .map(({ n, group, cents }) => ({ n, text: grouped(n, group) + cents }))
const inThousands = fc
  .record({
    n: fc.integer({ min: 10, max: 99_999 }),
    sign: fractionSigns,
    word: fc.constantFrom('k', 'K', ' k', ' thousand', ' tsd'),
  })
  .map(({ n, sign, word }) => ({ n: n * 100, text: withFraction(n / 10, sign) + word }))
const inMillions = fc
  .record({
    n: fc.integer({ min: 1, max: 9999 }),
    sign: fractionSigns,
    word: fc.constantFrom('m', 'M', ' m', ' mil', ' million', ' Mio', 'mill'),
  })
  .map(({ n, sign, word }) => ({ n: n * 10_000, text: withFraction(n / 100, sign) + word }))

const signs: Readonly<Record<ImportCurrency, readonly [before: string, behind: string][]>> = {
  NGN: [
    ['₦', ''],
    ['N', ''],
    ['NGN ', ''],
    ['', ' naira'],
    ['', 'NGN'],
  ],
  ZAR: [
    ['R', ''],
    ['R ', ''],
    ['ZAR ', ''],
    ['', ' rand'],
    ['', ' ZAR'],
  ],
  EUR: [
    ['€', ''],
    ['', ' €'],
    ['EUR ', ''],
    ['', ' euros'],
  ],
  GBP: [
    ['£', ''],
    ['', ' pounds'],
  ],
  USD: [
    ['$', ''],
    ['', ' USD'],
  ],
}
const money = fc.constantFrom(
  ['', '', undefined] as const,
  ...Object.entries(signs).flatMap(([currency, list]) => list.map((pair) => [...pair, currency] as const)),
)
const notes = fc.constantFrom(
  '',
  ' neg',
  ' (negotiable)',
  ' ono',
  ' o.n.o.',
  ' VB',
  ' VHB',
  ' firm',
  ', fixed',
  ' incl VAT',
  ' (inc. VAT)',
  ' inkl. MwSt',
  ', VAT included, neg.',
)
const prices = (market: string) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.oneof(inFull, inThousands, inMillions), money, notes)
        .map(([{ n, text }, [before, behind, currency], note]) =>
          written(
            before + text + behind + note,
            currency === undefined || currency === market ? n : undefined,
          ),
        ),
    },
    {
      weight: 1,
      arbitrary: refused(
        'POA',
        'R200k excl VAT',
        '₦4.5m + VAT',
        'R 4 999 p/m',
        '200k-250k',
        '2.8',
        '1,500k',
        '1500.000',
        '0',
        '4,50,000',
        '₦5000 ZAR',
        'from R200k',
        '2.8 billion',
        '-5',
        '1.2.3',
        '16.950 € netto',
      ),
    },
  )

const kilometre = fc.constantFrom(' km', 'km', ' Km', ' KMS', ' kilometres')
const mile = fc.constantFrom(' miles', 'mi', ' mls', ' mi.', ' (miles)')
const behind = (text: string, unit: string) => text + (/[a-z]$/i.test(text) ? ` ${unit.trim()}` : unit)
const mileages = (unit: 'km' | 'miles') => {
  const distance = fc.oneof(
    fc
      .tuple(fc.integer({ min: 0, max: 500_000 }), groupSigns)
      .map(([n, sign]) => ({ n, text: grouped(n, sign) })),
    fc
      .tuple(fc.integer({ min: 1, max: 5000 }), fractionSigns, fc.constantFrom('k', 'K', ' thousand', ' tsd'))
      .map(([n, sign, word]) => ({ n: n * 100, text: withFraction(n / 10, sign) + word })),
  )
  const tkm = fc
    .tuple(fc.integer({ min: 1, max: 5000 }), fractionSigns)
    .map(([n, sign]) => written(`${withFraction(n / 10, sign)} tkm`, n * 100))
  const inKm = (n: number, miles: boolean) => Math.round(n * (miles ? 1.609344 : 1))
  return fc.oneof(
    { weight: 3, arbitrary: distance.map(({ n, text }) => written(text, inKm(n, unit === 'miles'))) },
    {
      weight: 3,
      arbitrary: fc.tuple(distance, kilometre).map(([{ n, text }, word]) => written(behind(text, word), n)),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(distance, mile)
        .map(([{ n, text }, word]) => written(behind(text, word), inKm(n, true))),
    },
    { weight: 1, arbitrary: tkm },
    {
      weight: 1,
      arbitrary: refused(
        '50-60k',
        '12.5',
        '1,500k',
        '150m',
        '45t',
        '12 34',
        '1e5',
        '150000 hrs',
        '1,50,000',
        '<9000',
      ),
    },
  )
}

const years = fc
  .tuple(fc.integer({ min: 1990, max: 2026 }), fc.integer({ min: 0, max: 9 }))
  .map(([y, form]) => {
    const short = String(y).slice(2)
    const forms = [
      y,
      `${y}.0`,
      `MY${y}`,
      `03/${y}`,
      `Mar-${short}`,
      `${y} model`,
      `15.03.${y}`,
      `${y}-03-15`,
      `March ${y}`,
    ]
    return written(String(forms[form] ?? `${y} (${short} reg)`), y)
  })
const fuels = anyOf({
  Petrol: ['Petrol', 'Benzin', 'unleaded', 'P'],
  Diesel: ['Diesel', 'DIESEL', 'D'],
  Hybrid: ['Hybrid', 'Electric/Gasoline', 'Elektro/Benzin', 'Petrol Plug-in', 'PHEV'],
  Electric: ['Electric', 'Elektro', 'EV'],
})
const gearboxes = anyOf({
  Automatic: ['Automatic', 'Auto', 'A/T', 'DSG', 'Automatik', 'S-Tronic'],
  Manual: ['Manual', '6-speed manual', 'Schaltgetriebe', 'M'],
  'Semi-Autometic': ['Semi-Auto', 'Halbautomatik'],
})
const conditions = anyOf({
  New: ['New', 'Brand new', 'Neuwagen', 'unused'],
  Used: [
    'Used',
    'As new',
    'Nearly new',
    'Newly imported',
    'Foreign used',
    'Tokunbo',
    'Gebraucht',
    'Like-new',
  ],
})
const unclear = refused('Diesel/Petrol', 'Manual/Automatic', 'New/Used', 'not diesel', 'Magic')
const rarely = (plain: fc.Arbitrary<Written>, odd: fc.Arbitrary<Written>) =>
  fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: odd })

const places = anyOf({
  'Lekki, Lagos State': ['Lekki Phase 1, Lagos', 'Lekki', 'Lekki - Lagos'],
  'Victoria Island, Lagos State': ['V.I.', 'Victoria Island, Lagos, Nigeria'],
  'Port Harcourt, Rivers State': ['PH', 'Port-Harcourt', 'Port Harcourt (Rivers)'],
  'Wuse, FCT Abuja': ['Wuse 2, Abuja', 'Wuse; FCT'],
  'Johannesburg, Gauteng': ['Joburg', 'JHB', 'Johannesburg, GP'],
  'Sandton, Gauteng': ['Sandton, Johannesburg, GP', 'Sandton'],
  'Pietermaritzburg, KwaZulu-Natal': ['PMB', 'PMB, KZN'],
  'Gqeberha, Eastern Cape': ['PE', 'PE/Gqeberha', 'Port Elizabeth, EC'],
})
const nowhere = refused('Ikeja/Lekki', 'Durban, Gauteng', 'Atlantis', 'Cotonou, Benin', 'Durban or Umhlanga')

const usual = allMakes.flatMap((make) =>
  make.models.flatMap((m) =>
    m.trims.map((trim) => ({ make: make.title, model: m.title, trim, sizes: m.engines })),
  ),
)
const models = fc
  .tuple(fc.constantFrom(...usual), fc.integer({ min: 0, max: 4 }))
  .map(([{ make, model, trim, sizes }, form]) => {
    const [size = ''] = sizes
    const forms = [model, `${model} ${trim}`, `${model} ${size} ${trim}`, `${make} ${model} ${size}`]
    return { make, model: written(forms[form] ?? model.toUpperCase(), model) }
  })

const columns = [
  'make',
  'model',
  'year',
  'price',
  'mileage',
  'fueltype',
  'transmission',
  'condition',
  'city',
] as const
type Column = (typeof columns)[number]
type Meant = Record<Column, Written>
const rowOf = (market: string, unit: 'km' | 'miles'): fc.Arbitrary<Meant> =>
  fc
    .record({
      car: models,
      year: rarely(years, refused('2017/2018', '18-Mar', '350')),
      price: prices(market),
      mileage: mileages(unit),
      fueltype: rarely(fuels, unclear),
      transmission: rarely(gearboxes, unclear),
      condition: rarely(conditions, unclear),
      city: rarely(places, nowhere),
    })
    .map(({ car, ...row }) => ({ make: written(car.make, car.make), model: car.model, ...row }))

interface Table {
  market: string
  unit: 'km' | 'miles'
  separator: string
  quoted: boolean
  rows: Meant[]
}
const tables: fc.Arbitrary<Table> = fc
  .tuple(fc.constantFrom('NGN', 'ZAR'), fc.constantFrom('km' as const, 'miles' as const))
  .chain(([market, unit]) =>
    fc.record({
      market: fc.constant(market),
      unit: fc.constant(unit),
      separator: fc.constantFrom(',', ';', '\t', '|'),
      quoted: fc.boolean(),
      rows: fc.array(rowOf(market, unit), { minLength: 2, maxLength: 8 }),
    }),
  )

const cellOf = (text: string, { separator, quoted }: Table) =>
  quoted || text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
const headOf = ({ unit }: Table) =>
  columns.map((c) => (c === 'mileage' ? (unit === 'km' ? 'Mileage (km)' : 'Miles') : c))

const names = new NamesBook(demoReference)
let files = 0
async function read(table: Table): Promise<Made[]> {
  const lines = [headOf(table), ...table.rows.map((row) => columns.map((c) => row[c].text))]
  const path = join(dir, `table-${(files += 1)}`)
  writeFileSync(
    path,
    lines.map((cells) => cells.map((text) => cellOf(text, table)).join(table.separator)).join('\n'),
  )
  const open = await openTable(path)
  const cells: string[][] = []
  for await (const row of open.rows) cells.push(row.cells)
  open.close()
  const dealer = { id: 'd', province: '', city: '', address: '' }
  const options = importOptions.parse({})
  const plan = planOf({
    header: open.header,
    rows: cells,
    file: 't.csv',
    options,
    names,
    dealer,
    currency: table.market,
    thisYear: 2026,
  })
  return cells.map((row) => makeAd(row, plan, names, 2026))
}

/** What an ad says of each column, in the words of the meanings. */
const stored = ({ ad }: Extract<Made, { ad: unknown }>): Record<Column, unknown> => ({
  ...ad,
  mileage: kilometresOf(ad.mileage),
  city: `${ad.city}, ${ad.province}`,
})

/** What is wrong with how a row was read; empty when it was stored as meant, or refused for what cannot be meant alone. */
function faultsOf(row: Meant, made: Made): string[] {
  if ('ad' in made) {
    const kept = stored(made)
    return columns
      .filter((c) => kept[c] !== row[c].meant)
      .map((c) => `${c}: ${row[c].text} was stored as ${String(kept[c])}`)
  }
  const unmeant = columns.filter((c) => row[c].meant === undefined)
  const named: (ImportField | '')[] = made.troubles.map((t) => t.field)
  return [
    ...unmeant.filter((c) => !named.includes(c)).map((c) => `${c}: ${row[c].text} has no reason`),
    ...made.troubles
      .filter(({ field, reason }) => !unmeant.some((c) => c === field) || !/^[A-Z].*[.!?]$/.test(reason))
      .map((t) => `${t.field}: ${t.value} was refused: ${t.reason}`),
  ]
}

test('Whatever the units, languages, signs and quotes, what is stored was meant, or the row names its column and reason', async () => {
  let ads = 0
  await fc.assert(
    fc.asyncProperty(tables, async (table) => {
      const made = await read(table)
      ads += made.filter((one) => 'ad' in one).length
      expect(made).toHaveLength(table.rows.length)
      expect(table.rows.flatMap((row, i) => faultsOf(row, made[i] ?? { troubles: [] }))).toEqual([])
    }),
    { numRuns: 150 },
  )
  expect(ads).toBeGreaterThan(50)
})

/** Thousands are meant, and only the table could say so: "85" and a year. */
const shortened = fc
  .record({
    market: fc.constantFrom('NGN', 'ZAR'),
    year: fc.integer({ min: 1980, max: 2024 }),
    km: fc.integer({ min: 0, max: 999 }),
    price: fc.integer({ min: 1, max: 4999 }),
    sign: fc.constantFrom('', 'R', 'R '),
    isPrice: fc.boolean(),
  })
  .map(({ market, year, km, price, sign, isPrice }) => {
    const head = ['make', 'model', 'year', 'price', 'mileage']
    const meant = { price: isPrice ? price * 1000 : 2_000_000, mileage: isPrice ? 10_000 + km : km * 1000 }
    const written = isPrice
      ? [`${market === 'ZAR' ? sign : ''}${price}`, String(meant.mileage)]
      : [String(meant.price), String(km)]
    const cells = ['Toyota', 'Hilux', String(year), ...written]
    return { market, head, cells, meant, field: isPrice ? ('price' as const) : ('mileage' as const) }
  })

test('A mileage or price in thousands is never taken without a word, and as meant once that is said', () => {
  fc.assert(
    fc.property(shortened, ({ market, head, cells, meant, field }) => {
      const made = (options: object) => {
        const plan = planOf({
          header: head,
          rows: [cells],
          file: 't.csv',
          options: importOptions.parse(options),
          names,
          dealer: { id: 'd', province: '', city: '', address: '' },
          currency: market,
          thisYear: 2026,
        })
        return makeAd([...cells, 'Lekki'], { ...plan, cells: { ...plan.cells, city: 5 } }, names, 2026)
      }
      const plain = made({})
      const doubted = 'ad' in plain ? plain.doubts.map((doubt) => doubt.field) : []
      expect(doubted).toEqual([field])
      const told = made({ thousands: [field] })
      const ad = 'ad' in told ? told.ad : undefined
      expect([ad?.price, kilometresOf(ad?.mileage ?? '')]).toEqual([meant.price, meant.mileage])
    }),
    { numRuns: 500 },
  )
})

const scribble = fc
  .array(fc.constantFrom(..."0123456789012345678900.,' ’km-/R₦€ ".split(''), ' km', 'mi', '.000'), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.join(''))
const digitsOf = (text: string) => text.replace(/\D/g, '')
/** The digits that were written, without zeros at either end that a fraction or a scale may add. */
const significant = (text: string) => digitsOf(text).replace(/^0+|0+$/g, '')

const priceKeepsDigits = (text: string): boolean => {
  const price = readPrice(text)
  // Below a cent it is the noise of a program.
  return (
    'reason' in price || /[.,]\d{4}/.test(text) || significant(String(price.amount)) === significant(text)
  )
}
const mileageKeepsDigits = (text: string): boolean => {
  const mileage = mileageOf(text, 'km')
  // Behind a word a number is one of something else: "2 owners".
  if (mileage === undefined || /[a-z]{3,}[^a-z]*\d/i.test(text)) return true
  const km = kilometresOf(mileage) ?? -1
  const factor = /^[^a-z]*k?\W*mi/i.test(mileage) ? 1.609344 : 1
  const value = Number(significant(text) || '0')
  // One power of ten lies between what was written and what was read, but for rounding.
  const power = value === 0 ? 0 : Math.round(Math.log10(km / factor / value))
  return Math.abs(value * 10 ** power * factor - km) <= 1
}

test.each([
  ['price', priceKeepsDigits],
  ['mileage', mileageKeepsDigits],
])('However digits are scribbled, a %s has those and no others', (_, keeps) => {
  fc.assert(
    fc.property(scribble, (text) => {
      expect(keeps(text)).toBe(true)
    }),
    { numRuns: 5000 },
  )
})
