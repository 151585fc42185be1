import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kilometresOf } from '#catalogue'
import { importOptions, type ImportCurrency, type ImportField } from '#contract/selling/import.ts'
import { allMakes } from '../../../server/reference/makes/read-makes.ts'
import { makeAd, type Made } from '../../../server/import/table/make-ad.ts'
import { NamesBook } from '../../../server/import/table/names-book.ts'
import { importPlanOf } from '../../../server/import/table/plan.ts'
import { openTable } from '../../../server/import/table/read-table.ts'
import { demoReference } from '../../support/demo-names.ts'
import fc from '../../support/property.ts'

/** Rows in every mixture of notations: the import stores the intended value, or refuses the row. */

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'motorkin-meant-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** A cell and its meaning; a cell without a meaning must be refused. */
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
/** @param own currency of a price without a sign; the import refuses the euros of a German table */
const prices = (market: string, own: string) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.oneof(inFull, inThousands, inMillions), money, notes)
        .map(([{ n, text }, [before, behind, currency], note]) =>
          written(before + text + behind + note, (currency ?? own) === market ? n : undefined),
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
const statuses = anyOf({
  active: ['Available', 'In stock', 'For sale', 'Live', 'Verfügbar', 'Unsold'],
  inactive: [
    'Withdrawn from sale',
    'Due into stock',
    'Awaiting delivery',
    'Reserved',
    'Not live',
    'Reserviert',
  ],
  sold: ['Sold', 'Delivered', 'Sale completed', 'Verkauft'],
})
const bodies = anyOf({
  SUV: ['SUV', 'Crossover', 'Geländewagen'],
  Sedan: ['Sedan', 'Saloon', 'Stufenheck'],
  Wagon: ['Estate', 'Station Wagon', 'Avant'],
  Pickup: ['D/C', 'Double Cab', 'bakkie'],
})
const driven = anyOf({
  '4WD': ['4x4', '4WD', '4 Wheel Drive', 'RHD 4x4'],
  AWD: ['AWD', 'Allrad', 'quattro'],
  FWD: ['FWD', 'Frontantrieb'],
  RWD: ['RWD', 'Heckantrieb'],
})
const paints = anyOf({
  Black: ['Black', 'Schwarz metallic', 'schwarz'],
  White: ['white', 'Candy White', 'Weiß'],
  Grey: ['Grau', 'Ash', 'gray'],
  'Black/Silver': ['Black/Silver'],
})
const engines = anyOf({
  '1.6L': ['1.6', '1,6'],
  '1598 cc': ['1,598 cc', '1.598 cc', '1598', '1 598 cc'],
  '2.0 TDI': ['2.0 TDI'],
})
const unclear = refused('Diesel/Petrol', 'Manual/Automatic', 'New/Used', 'not diesel', 'Magic')
const rarely = (plain: fc.Arbitrary<Written>, odd: fc.Arbitrary<Written>) =>
  fc.oneof({ weight: 19, arbitrary: plain }, { weight: 1, arbitrary: odd })

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
  'status',
  'bodytype',
  'drive',
  'exteriorcolor',
  'engine',
  'description',
] as const
type Column = (typeof columns)[number]
type Meant = Record<Column, Written>
const rowOf = ({
  market,
  unit,
  language,
}: Pick<Table, 'market' | 'unit' | 'language'>): fc.Arbitrary<Meant> =>
  fc
    .record({
      car: models,
      year: rarely(years, refused('2017/2018', '18-Mar', '350')),
      price: prices(market, language === 'German' ? 'EUR' : market),
      mileage: mileages(unit),
      fueltype: rarely(fuels, unclear),
      transmission: rarely(gearboxes, unclear),
      condition: rarely(conditions, unclear),
      city: rarely(places, nowhere),
      status: rarely(statuses, refused('Wholesale', 'Sold/Available', 'Free delivery')),
      bodytype: rarely(bodies, refused('Other', 'Trailer')),
      drive: rarely(driven, refused('4x4/4x2', 'AWD/FWD')),
      exteriorcolor: paints,
      engine: rarely(engines, refused('£145', '145')),
      description: fc
        .constantFrom('One owner', 'One owner\nfull history', 'Öl neu\r\n"as new"', 'Größe; x')
        .map((text) => written(text, text.replaceAll('\r\n', '\n'))),
    })
    .map(({ car, ...row }) => ({ make: written(car.make, car.make), model: car.model, ...row }))

interface Table {
  market: string
  unit: 'km' | 'miles'
  /** Language of the column names; values may be in any language. */
  language: 'English' | 'German'
  /** Content that programs write above the column names. */
  above: 'nothing' | 'separator' | 'title'
  separator: string
  quoted: boolean
  lineEnd: string
  encoding: 'utf-8' | 'utf-8 marked' | 'utf-16le' | 'windows-1252'
  /** Number of empty lines before each row. */
  gaps: number[]
  rows: Meant[]
}
const tables: fc.Arbitrary<Table> = fc
  .record({
    market: fc.constantFrom('NGN', 'ZAR'),
    unit: fc.constantFrom('km', 'miles'),
    language: fc.constantFrom('English', 'German'),
  })
  .chain((of) =>
    fc.record({
      market: fc.constant(of.market),
      unit: fc.constant(of.unit),
      language: fc.constant(of.language),
      above: fc.constantFrom('nothing', 'separator', 'title'),
      separator: fc.constantFrom(',', ';', '\t', '|'),
      quoted: fc.boolean(),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      encoding: fc.constantFrom('utf-8', 'utf-8 marked', 'utf-16le', 'windows-1252'),
      gaps: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 8, maxLength: 8 }),
      rows: fc.array(rowOf(of), { minLength: 2, maxLength: 8 }),
    }),
  )

const cellOf = (text: string, { separator, quoted }: Table) =>
  quoted || text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
/** Characters that windows-1252 has and Latin 1 lacks. */
const others1252 = new Map([
  ['€', 0x80],
  ['’', 0x92],
])
const fits1252 = (text: string) =>
  Array.from(text).every((c) => others1252.has(c) || (c.codePointAt(0) ?? 256) < 256)
function bytesOf(text: string, encoding: Table['encoding']): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le')
  if (encoding === 'utf-8 marked') return Buffer.from(`\uFEFF${text}`)
  if (encoding === 'utf-8' || !fits1252(text)) return Buffer.from(text)
  return Buffer.from(Array.from(text, (c) => others1252.get(c) ?? c.codePointAt(0) ?? 0))
}
const german: Record<Column, string> = {
  make: 'Marke',
  model: 'Modell',
  year: 'Erstzulassung',
  price: 'Preis',
  mileage: 'Kilometerstand',
  fueltype: 'Kraftstoffart',
  transmission: 'Getriebe',
  condition: 'Zustand',
  city: 'Ort',
  status: 'Verfügbarkeit',
  bodytype: 'Karosserie',
  drive: 'Antrieb',
  exteriorcolor: 'Außenfarbe',
  engine: 'Hubraum',
  description: 'Beschreibung',
}
const headOf = ({ unit, language }: Table) =>
  columns.map((c) => {
    if (c === 'mileage' && unit === 'miles') return 'Miles'
    if (language === 'German') return german[c]
    return c === 'mileage' ? 'Mileage (km)' : c
  })
const aboveOf = ({ above, separator, lineEnd }: Table): string => {
  if (above === 'separator') return `sep=${separator}${lineEnd}`
  return above === 'title' ? `Cars & Co${lineEnd}"Stock of${lineEnd}today"${lineEnd}${lineEnd}` : ''
}

const names = new NamesBook(demoReference)
let files = 0
/** Returns the result of each row with its first line, and the lines on which the rows were written. */
async function read(table: Table): Promise<{ made: (Made & { line: number })[]; lines: number[] }> {
  let text = aboveOf(table) + headOf(table).join(table.separator) + table.lineEnd
  const lines: number[] = []
  for (const [i, row] of table.rows.entries()) {
    text += table.lineEnd.repeat(table.gaps[i] ?? 0)
    lines.push(text.split('\n').length)
    text += columns.map((c) => cellOf(row[c].text, table)).join(table.separator) + table.lineEnd
  }
  const path = join(dir, `table-${(files += 1)}`)
  writeFileSync(path, bytesOf(text, table.encoding))
  const is1252 = table.encoding === 'windows-1252' && fits1252(text)
  const open = await openTable(path, is1252 ? { encoding: 'windows-1252' } : {})
  const rows: { line: number; cells: string[] }[] = []
  for await (const row of open.rows) rows.push(row)
  const cells = rows.map((row) => row.cells)
  open.close()
  const dealer = { id: 'd', province: '', city: '', address: '' }
  const options = importOptions.parse({})
  const plan = importPlanOf({
    header: open.header,
    rows: cells,
    file: 't.csv',
    options,
    names,
    dealer,
    currency: table.market,
    thisYear: 2026,
  })
  const made = rows.map(({ line, cells: row }) => ({ ...makeAd(row, plan, names, 2026), line }))
  return { made, lines }
}

/** Returns the fields of an ad by column, in the terms of the meanings. */
const stored = ({ ad }: Extract<Made, { ad: unknown }>): Record<Column, unknown> => ({
  ...ad,
  mileage: kilometresOf(ad.mileage),
  city: `${ad.city}, ${ad.province}`,
})

/**
 * Returns the faults of a read row; none when the import stored the row as meant, or refused it for a value without a clear
 * meaning.
 */
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

test('Whatever its encoding or units, a row is saved as meant or refused', async () => {
  let ads = 0
  await fc.assert(
    fc.asyncProperty(tables, async (table) => {
      const { made, lines } = await read(table)
      ads += made.filter((one) => 'ad' in one).length
      expect(made.map(({ line }) => line)).toEqual(lines)
      expect(table.rows.flatMap((row, i) => faultsOf(row, made[i] ?? { troubles: [] }))).toEqual([])
    }),
    { numRuns: 150 },
  )
  expect(ads).toBeGreaterThan(50)
})
