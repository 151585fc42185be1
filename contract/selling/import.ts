import { z } from 'zod/mini'
import { clean, cleanLine, each, id, instant, route, write } from '../parts.ts'
import { importPreviewAd, importUnknownName } from './import-trial.ts'

/** Bulk import: a dealer's table of cars becomes ads. */

/** What a column of a table can be, in the order a person would name them. */
export const importFields = [
  'stock_no',
  'name',
  'make',
  'model',
  /** What of the model it is: "320i M Sport". Part of the title, and the model when nothing else says it. */
  'variant',
  'year',
  'price',
  'mileage',
  'fueltype',
  'transmission',
  'engine',
  'bodytype',
  'drive',
  'condition',
  'exteriorcolor',
  'interiorcolor',
  'title',
  'description',
  'carfeatures',
  'address',
  'province',
  'city',
  'status',
] as const
export type ImportField = (typeof importFields)[number]

export const importLimits = {
  /** Bytes of a file as it is sent. */
  file: 20_000_000,
  /** Bytes of what a packed file unfolds to. */
  unfolded: 200_000_000,
  columns: 200,
  /** Rows of a table that is sent in; the operator may import larger ones. */
  rows: 200_000,
  /** Characters of one row; a quote that is never closed would swallow the rest. */
  row: 100_000,
  /** Problems an answer names, and problems the report keeps: more than a table of usual columns can have. */
  problemsShown: 200,
  mostProblems: 1_000_000,
  /** Reasons that are counted each by itself, and rows that each of them names. */
  groups: 40,
  examples: 3,
  /** Unknown makes with models that a trial lists, the most frequent of those it counts. */
  names: 100,
  /** Names that one dealer may wait for. */
  openNames: 200,
  /** Ads that a trial shows. */
  preview: 10,
  /** Files of one dealer a day. */
  perDay: 50,
  /** Days a checked file waits for its "Import". */
  waitDays: 2,
} as const

const mileageUnits = ['km', 'miles'] as const
/** Money that prices of a table may be in. */
export const importCurrencies = ['NGN', 'ZAR', 'GBP', 'USD', 'EUR'] as const
export type ImportCurrency = (typeof importCurrencies)[number]
const wrongRate = 'Please write a number above 0'
const rate = z.optional(
  z.number({ error: wrongRate }).check(z.positive(wrongRate), z.maximum(1_000_000, 'This rate is too high')),
)
/** How much of the market's money one of another is. */
const importRates = z.strictObject({ NGN: rate, ZAR: rate, GBP: rate, USD: rate, EUR: rate })
export type ForeignPrices = z.output<typeof importRates>
/** What new ads are when the table does not say. */
const importStatuses = ['active', 'inactive'] as const

const name = z.string().check(z.overwrite(cleanLine), z.trim(), z.maxLength(200))
/** Of any field, so it may have lines. */
const value = z.string().check(z.overwrite(clean), z.trim(), z.maxLength(200))
const field = z.enum(importFields, { error: 'Please choose one of the fields' })
const fieldOrNone = z.union([field, z.literal('')])

/** Not zod's records: their code would weigh on the first file of every phone, and nothing else needs it. */
const columnFields = z.pipe(
  z.custom<Record<string, unknown>>((v) => typeof v === 'object' && v !== null && !Array.isArray(v)),
  z.transform((given, { issues }) => {
    const read = new Map<string, z.output<typeof fieldOrNone>>()
    for (const [key, input] of Object.entries(given)) {
      const column = name.safeParse(key)
      const to = fieldOrNone.safeParse(input)
      if (column.success && to.success) read.set(column.data, to.data)
      else
        issues.push({
          code: 'custom',
          message: 'Please choose one of the fields',
          path: [key],
          input,
          continue: true,
        })
    }
    return Object.fromEntries(read)
  }),
)
const byField = <T extends z.ZodMiniType>(of: T) => z.partial(z.object(each(importFields, of)))
/** By field, what was taken where the table says nothing. */
const importAssumed = byField(z.string())

/** Encodings that a table does not tell itself. */
export const importEncodings = ['utf-8', 'windows-1252'] as const

/** How a table is read. What is left out is guessed from the names of the columns. */
export const importOptions = z.object({
  /** Column name to field; an empty field: the column is not used for a field. */
  columns: z.optional(columnFields),
  /** For fields that no column holds. */
  values: z.optional(byField(value)),
  /** Of a bare number; else the name of its column tells, else kilometres. */
  unit: z.optional(z.enum(mileageUnits)),
  /** For prices in another money than the market's; without a rate their rows are refused. */
  rates: z.optional(importRates),
  /** Of a table in which some bytes are no UTF-8; with `utf-8` those alone are read as windows-1252. */
  encoding: z.optional(z.enum(importEncodings)),
  /** Of these "185" is 185,000. */
  thousands: z.optional(z.array(z.enum(['price', 'mileage']))),
  /** Rows in doubt are imported like any other; without it new ads of theirs are inactive. */
  take_doubts: z.optional(z.boolean()),
  status: z._default(z.enum(importStatuses), 'active'),
})
export type ImportOptions = z.output<typeof importOptions>
export type ShortField = NonNullable<ImportOptions['thousands']>[number]

/**
 * The address of the first call may say `name`, `dry_run=1`, `map=column=field,…`, `make`, `unit`, `rates=ZAR:85,…`,
 * `encoding`, `thousands=price,mileage`, `take_doubts=1` and `status`; so may a multipart form.
 */
export const importStart = z.object({
  name: z._default(name, 'table.csv'),
  dry_run: z._default(z.boolean(), false),
  options: importOptions,
})

const importColumn = z.object({
  name: z.string(),
  /** Of the first rows, so that a person recognises the column. */
  samples: z.array(z.string()),
  field: fieldOrNone,
  /** Holding no field it stays out of the ad; else its words go into the description. */
  stays_out: z.optional(z.boolean()),
  /** Holding no field it says the money of the prices, or the unit of the mileages. */
  completes: z.optional(z.enum(['price', 'mileage'])),
  /** Of the prices: money in the first rows that is not the market's. */
  currencies: z.optional(z.array(z.enum(importCurrencies))),
  /** Most prices, or mileages of older cars, look like thousands. */
  thousands: z.optional(z.boolean()),
})
export type ImportColumn = z.output<typeof importColumn>

/** What a problem does: the row is refused or came in as inactive; doubtful, a new ad is inactive and an older one keeps it. */
const problemKind = z.enum(['refused', 'inactive', 'doubtful'])
export const importProblem = z.object({
  line: z.int(),
  stock_no: z.string(),
  /** Name of the column, empty when it is about the row. */
  column: z.string(),
  value: z.string(),
  reason: z.string(),
  kind: problemKind,
})
export type ImportProblem = z.output<typeof importProblem>

/** Problems of one column and reason, and how many rows have them. */
const importProblemGroup = z.object({
  column: z.string(),
  reason: z.string(),
  kind: problemKind,
  count: z.int(),
  examples: z._default(z.array(z.object({ line: z.int(), value: z.string() })), []),
})
export type ImportProblemGroup = z.output<typeof importProblemGroup>

/** How the text of a table was read; of a workbook, which sheet was. */
const importReading = z.object({
  encoding: z.enum([...importEncodings, 'utf-16le']),
  /** Both readings are possible and none was chosen: rows with such bytes are refused. */
  asks: z.boolean(),
  /** In both readings: the first lines with bytes that are no UTF-8 and, where it asks, one with letters that are. */
  lines: z.array(z.object({ line: z.int(), 'utf-8': z.string(), 'windows-1252': z.string() })),
  /** The line with the names of the columns; what is above it is no part of the table. */
  header_line: z.int(),
  sheet: z.optional(z.string()),
})
export type ImportReading = z.output<typeof importReading>

const importStates = ['waiting', 'running', 'done', 'failed'] as const

const importCounts = z.object({
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Of those that were added or changed: kept out of the market because the plan is full. */
  inactive: z.int(),
  /** Of those that a trial would add: the dealer has an ad of the same make, model, year and mileage already. */
  doubles: z._default(z.int(), 0),
  /** Rows with a value that is hardly possible. */
  doubtful: z._default(z.int(), 0),
})
export type ImportCounts = z.output<typeof importCounts>
export const noCounts: ImportCounts = each(Object.keys(importCounts.shape) as (keyof ImportCounts)[], 0)

export const importJob = z.object({
  _id: id,
  file_name: z.string(),
  state: z.enum(importStates),
  /** Nothing is written: the counts are what an import would do. */
  dry_run: z.boolean(),
  options: importOptions,
  columns: z.array(importColumn),
  /** What every ad gets in fields that the table does not hold. */
  assumed: importAssumed,
  /** Not before the table was opened. */
  reading: z._default(z.nullable(importReading), null),
  counts: importCounts,
  /** Share of the file that was read, 0 to 1. */
  progress: z.number(),
  problem_count: z.int(),
  /** The first ones. */
  problems: z.array(importProblem),
  /** All of them by reason, the most frequent first; empty in what a server before it answered. */
  problem_groups: z._default(z.array(importProblemGroup), []),
  /** Makes and models its rows are refused for, the most frequent first. */
  unknown_names: z._default(z.array(importUnknownName), []),
  /** Of a trial: the first rows that are not refused, as ads. */
  preview: z._default(z.array(importPreviewAd), []),
  /** Why the whole file was refused. */
  failure: z.string(),
  created_at: instant,
  finished_at: z.nullable(instant),
})
export type ImportJob = z.output<typeof importJob>

export const importRoutes = {
  /** The table itself (text/csv or a workbook, also packed with gzip, or a multipart form with `file`); answers the job it became. */
  startImport: write('POST cars/import', 'own:import-ads', { data: importJob }),
  /** Runs the stored file once more: with other columns, or for good. */
  runImport: write('POST cars/import/:id', 'own:run-import', {
    params: { id },
    body: z.object({ dry_run: z.boolean(), options: importOptions }),
    data: importJob,
  }),
  getImport: route('GET cars/import/:id', 'own:get-import', { params: { id }, data: importJob }),
  /** Asks the operator for makes and models that rows of this table have; those that were asked for already stay so. */
  proposeNames: write('POST cars/import/:id/names', 'own:propose-names', {
    params: { id },
    body: z.object({
      names: z
        .array(z.object({ make: name, model: name }))
        .check(z.minLength(1), z.maxLength(importLimits.names)),
    }),
    data: importJob,
  }),
  /** The newest first, at most ten. */
  listImports: route('GET cars/imports', 'own:list-imports', { data: z.array(importJob) }),
}
/** The whole report as CSV; below the base path. */
export const importReportPath = (job: string) => `cars/import/${encodeURIComponent(job)}/report`
