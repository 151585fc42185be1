import { z } from 'zod/mini'
import { route } from '../http.ts'
import { clean, cleanLine, id, instant, ok } from '../parts.ts'

/** Bulk import: a dealer's table of cars becomes ads. */

/** What a column of a table can be, in the order a person would name them. */
export const importFields = [
  'stock_no',
  'name',
  'make',
  'model',
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
  /** Rows of a table that is sent in; whoever runs the server may import larger ones. */
  rows: 200_000,
  /** Characters of one row; a quote that is never closed would swallow the rest. */
  row: 100_000,
  /** Problems an answer names, and problems the report keeps. */
  problemsShown: 200,
  problemsKept: 10_000,
  /** Files of one dealer a day. */
  perDay: 50,
  /** Days a checked file waits for its "Import". */
  waitDays: 2,
} as const

export const mileageUnits = ['km', 'miles'] as const
/** What new ads are when the table does not say. */
export const importStatuses = ['active', 'inactive'] as const

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
const byField = <T extends z.ZodMiniType>(of: T) =>
  z.partial(z.object(Object.fromEntries(importFields.map((name) => [name, of])) as Record<ImportField, T>))
/** By field, what was taken where the table says nothing. */
export const importAssumed = byField(z.string())

/** How a table is read. What is left out is guessed from the names of the columns. */
export const importOptions = z.object({
  /** Column name to field; an empty field: the column is not used for a field. */
  columns: z.optional(columnFields),
  /** For fields that no column holds. */
  values: z.optional(byField(value)),
  /** Of a bare number; else the name of its column tells, else kilometres. */
  unit: z.optional(z.enum(mileageUnits)),
  status: z._default(z.enum(importStatuses), 'active'),
})
export type ImportOptions = z.output<typeof importOptions>

/**
 * The address of the first call may say `name`, `dry_run=1`, `map=column=field,…`, `make`, `unit` and `status`; so may a
 * multipart form.
 */
export const importStart = z.object({
  name: z._default(name, 'table.csv'),
  dry_run: z._default(z.boolean(), false),
  options: importOptions,
})

export const importColumn = z.object({
  name: z.string(),
  /** Of the first rows, so that a person recognises the column. */
  samples: z.array(z.string()),
  field: fieldOrNone,
})
export type ImportColumn = z.output<typeof importColumn>

/** What a problem does: the row is refused, or it came in as inactive. */
export const importProblem = z.object({
  line: z.int(),
  stock_no: z.string(),
  /** Name of the column, empty when it is about the row. */
  column: z.string(),
  value: z.string(),
  reason: z.string(),
  kind: z.enum(['refused', 'inactive']),
})
export type ImportProblem = z.output<typeof importProblem>

export const importStates = ['waiting', 'running', 'done', 'failed'] as const

export const importCounts = z.object({
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Of those that were added or changed: kept out of the market because the plan is full. */
  inactive: z.int(),
})
export type ImportCounts = z.output<typeof importCounts>
export const noCounts: ImportCounts = {
  rows: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  inactive: 0,
}

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
  counts: importCounts,
  /** Share of the file that was read, 0 to 1. */
  progress: z.number(),
  problem_count: z.int(),
  /** The first ones. */
  problems: z.array(importProblem),
  /** Why the whole file was refused. */
  failure: z.string(),
  created_at: instant,
  finished_at: z.nullable(instant),
})
export type ImportJob = z.output<typeof importJob>

const jobReply = z.object({ ...ok, data: importJob })

export const importRoutes = {
  /** The table itself (text/csv, also packed with gzip, or a multipart form with `file`); answers the job it became. */
  startImport: route('POST', 'cars/import', {
    id: 'own:import-ads',
    auth: 'required',
    write: true,
    reply: jobReply,
  }),
  /** Runs the kept file once more: with other columns, or for good. */
  runImport: route('POST', 'cars/import/:id', {
    id: 'own:run-import',
    auth: 'required',
    write: true,
    params: z.object({ id }),
    body: z.object({ dry_run: z.boolean(), options: importOptions }),
    reply: jobReply,
  }),
  getImport: route('GET', 'cars/import/:id', {
    id: 'own:get-import',
    auth: 'required',
    params: z.object({ id }),
    reply: jobReply,
  }),
  /** The newest first, at most ten. */
  listImports: route('GET', 'cars/imports', {
    id: 'own:list-imports',
    auth: 'required',
    reply: z.object({ ...ok, data: z.array(importJob) }),
  }),
}
/** The whole report as CSV; below the base path. */
export const importReportPath = (job: string) => `cars/import/${encodeURIComponent(job)}/report`
