import { z } from 'zod/mini'
import { clean, cleanLine, each, id, instant, route, write } from '../parts.ts'
import { importPreviewAd, importUnknownName } from './import-trial.ts'

/** Bulk import: turns a dealer's table of cars into ads. */

/** Fields that a column can hold, in the order in which people name them. */
export const importFields = [
  'stock_no',
  'name',
  'make',
  'model',
  /** Variant of the model, for example "320i M Sport". Part of the title; replaces the model when no other column holds one. */
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
  /** Maximum number of bytes of an uploaded file. */
  file: 20_000_000,
  /** Maximum number of bytes of an unpacked file. */
  unfolded: 200_000_000,
  columns: 200,
  /** Maximum number of rows of an uploaded table; the operator may import larger tables. */
  rows: 200_000,
  /** Maximum number of characters in one row, since a missing closing quote would include all following rows. */
  row: 100_000,
  /**
   * Maximum number of problems in a response, and in the report; a table with the usual columns has fewer than the report's
   * maximum.
   */
  problemsShown: 200,
  mostProblems: 1_000_000,
  /** Maximum number of problem groups, and of example rows per group. */
  groups: 40,
  examples: 3,
  /** Maximum number of unknown names in the result of a trial, the most frequent first. */
  names: 100,
  /** Maximum number of open name requests per dealer. */
  openNames: 200,
  /** Number of ads in a trial's preview. */
  preview: 10,
  /** Maximum number of files per dealer and day. */
  perDay: 50,
  /** Days for which a checked file waits for its import. */
  waitDays: 2,
} as const

const mileageUnits = ['km', 'miles'] as const
/** Currencies that a table's prices may have. */
export const importCurrencies = ['NGN', 'ZAR', 'GBP', 'USD', 'EUR'] as const
export type ImportCurrency = (typeof importCurrencies)[number]
const wrongRate = 'Please write a number above 0'
const rate = z.optional(
  z.number({ error: wrongRate }).check(z.positive(wrongRate), z.maximum(1_000_000, 'This rate is too high')),
)
/** Exchange rates: the value of one unit of a currency in the market's currency. */
const importRates = z.strictObject({ NGN: rate, ZAR: rate, GBP: rate, USD: rate, EUR: rate })
export type ForeignPrices = z.output<typeof importRates>
/** Status of new ads when the table has none. */
const importStatuses = ['active', 'inactive'] as const

const name = z.string().check(z.overwrite(cleanLine), z.trim(), z.maxLength(200))
/** Value of any field, so it may contain line breaks. */
const value = z.string().check(z.overwrite(clean), z.trim(), z.maxLength(200))
const field = z.enum(importFields, { error: 'Please choose one of the fields' })
const fieldOrNone = z.union([field, z.literal('')])

/** Replaces zod's `record`, whose code would enlarge the first file of every phone and has no other use. */
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
/** Per field, the value that is used when the table has none. */
const importAssumed = byField(z.string())

/** Encodings of tables that do not declare one. */
export const importEncodings = ['utf-8', 'windows-1252'] as const

/** Options for reading a table. An absent option is guessed from the column names. */
export const importOptions = z.object({
  /** Column name to field; an empty field means that the column fills no field. */
  columns: z.optional(columnFields),
  /** Values for fields without a column. */
  values: z.optional(byField(value)),
  /** Unit of a mileage without one; by default the unit in the column's name, else kilometres. */
  unit: z.optional(z.enum(mileageUnits)),
  /** Exchange rates for prices in other currencies; a row whose currency has no rate is refused. */
  rates: z.optional(importRates),
  /** Encoding of a table that is not entirely valid UTF-8; with `utf-8` only the invalid bytes are read as windows-1252. */
  encoding: z.optional(z.enum(importEncodings)),
  /** Fields in which "185" means 185,000. */
  thousands: z.optional(z.array(z.enum(['price', 'mileage']))),
  /** Whether doubtful rows are imported like any other; without this option their new ads are inactive. */
  take_doubts: z.optional(z.boolean()),
  status: z._default(z.enum(importStatuses), 'active'),
})
export type ImportOptions = z.output<typeof importOptions>
export type ShortField = NonNullable<ImportOptions['thousands']>[number]

/**
 * Parameters of the first call. The address or a multipart form may contain `name`, `dry_run=1`, `map=column=field,…`,
 * `make`, `unit`, `rates=ZAR:85,…`, `encoding`, `thousands=price,mileage`, `take_doubts=1` and `status`.
 */
export const importStart = z.object({
  name: z._default(name, 'table.csv'),
  dry_run: z._default(z.boolean(), false),
  options: importOptions,
})

const importColumn = z.object({
  name: z.string(),
  /** Values of the first rows, so that a person recognises the column. */
  samples: z.array(z.string()),
  field: fieldOrNone,
  /** For a column without a field: whether it is left out of the ad. Otherwise its text goes into the description. */
  stays_out: z.optional(z.boolean()),
  /** For a column without a field: the field whose currency or unit this column holds. */
  completes: z.optional(z.enum(['price', 'mileage'])),
  /** For the price column: currencies in the first rows other than the market's. */
  currencies: z.optional(z.array(z.enum(importCurrencies))),
  /** Whether most prices, or most mileages of older cars, look like thousands. */
  thousands: z.optional(z.boolean()),
})
export type ImportColumn = z.output<typeof importColumn>

/**
 * Effect of a problem. `refused`: the row is not imported. `inactive`: the ad is imported as inactive. `doubtful`: a new ad
 * is inactive, and an existing ad keeps its old value of the doubtful field.
 */
const problemKind = z.enum(['refused', 'inactive', 'doubtful'])
export const importProblem = z.object({
  line: z.int(),
  stock_no: z.string(),
  /** Name of the column; empty when the problem concerns the whole row. */
  column: z.string(),
  value: z.string(),
  reason: z.string(),
  kind: problemKind,
})
export type ImportProblem = z.output<typeof importProblem>

/** Problems with the same column and reason, and the number of affected rows. */
const importProblemGroup = z.object({
  column: z.string(),
  reason: z.string(),
  kind: problemKind,
  count: z.int(),
  examples: z._default(z.array(z.object({ line: z.int(), value: z.string() })), []),
})
export type ImportProblemGroup = z.output<typeof importProblemGroup>

/** How the text of a table was decoded; for a workbook also the sheet. */
const importReading = z.object({
  encoding: z.enum([...importEncodings, 'utf-16le']),
  /** Whether both encodings are possible and none was chosen: rows with such bytes are refused. */
  asks: z.boolean(),
  /** Sample lines in both encodings: the first with invalid UTF-8 and, when `asks` is set, one with valid non-ASCII letters. */
  lines: z.array(z.object({ line: z.int(), 'utf-8': z.string(), 'windows-1252': z.string() })),
  /** Number of the line with the column names; the lines above it are not part of the table. */
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
  /** Number of added or changed ads that are inactive because the plan is full. */
  inactive: z.int(),
  /** Number of ads that a trial would add although the dealer has an ad with the same make, model, year and mileage. */
  doubles: z._default(z.int(), 0),
  /** Number of rows with an implausible value. */
  doubtful: z._default(z.int(), 0),
})
export type ImportCounts = z.output<typeof importCounts>
export const noCounts: ImportCounts = each(Object.keys(importCounts.shape) as (keyof ImportCounts)[], 0)

export const importJob = z.object({
  _id: id,
  file_name: z.string(),
  state: z.enum(importStates),
  /** Whether this is a trial: nothing is written, and the counts are a forecast. */
  dry_run: z.boolean(),
  options: importOptions,
  columns: z.array(importColumn),
  /** Values that every ad gets in fields without a column. */
  assumed: importAssumed,
  /** Null until the table was opened. */
  reading: z._default(z.nullable(importReading), null),
  counts: importCounts,
  /** Share of the file that was read, 0 to 1. */
  progress: z.number(),
  problem_count: z.int(),
  /** The first problems. */
  problems: z.array(importProblem),
  /** All problems by reason, the most frequent first; empty in the response of an older server. */
  problem_groups: z._default(z.array(importProblemGroup), []),
  /** Unknown makes and models of refused rows, the most frequent first. */
  unknown_names: z._default(z.array(importUnknownName), []),
  /** For a trial: the first rows that are not refused, as ads. */
  preview: z._default(z.array(importPreviewAd), []),
  /** Reason for which the whole file was refused. */
  failure: z.string(),
  created_at: instant,
  finished_at: z.nullable(instant),
})
export type ImportJob = z.output<typeof importJob>

export const importRoutes = {
  /** Takes the table itself: text/csv or a workbook, optionally gzipped, or a multipart form with `file`. Returns the new job. */
  startImport: write('POST cars/import', 'own:import-ads', { data: importJob }),
  /** Runs the stored file again, with other options or for real. */
  runImport: write('POST cars/import/:id', 'own:run-import', {
    params: { id },
    body: z.object({ dry_run: z.boolean(), options: importOptions }),
    data: importJob,
  }),
  getImport: route('GET cars/import/:id', 'own:get-import', { params: { id }, data: importJob }),
  /** Requests unknown makes and models of this table from the operator; names that are already requested stay requested. */
  proposeNames: write('POST cars/import/:id/names', 'own:propose-names', {
    params: { id },
    body: z.object({
      names: z
        .array(z.object({ make: name, model: name }))
        .check(z.minLength(1), z.maxLength(importLimits.names)),
    }),
    data: importJob,
  }),
  /** Lists imports, newest first, at most ten. */
  listImports: route('GET cars/imports', 'own:list-imports', { data: z.array(importJob) }),
}
/** Returns the path of the full report as CSV, below the base path. */
export const importReportPath = (job: string) => `cars/import/${encodeURIComponent(job)}/report`
