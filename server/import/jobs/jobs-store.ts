import { changesOne, insertRow, changeRow, columnsOf, findRow } from '../../kernel/db/lists.ts'
import { z } from 'zod/mini'
import {
  type ImportCounts,
  type ImportJob,
  importJob,
  importLimits,
  type ImportOptions,
  type ImportProblem,
  noCounts,
} from '#contract/selling/import.ts'
import type { ImportPreviewAd } from '#contract/selling/import-trial.ts'
import { raw, type Sql } from '../../kernel/db/sql.ts'
import { countNames, groupProblems, listedNames } from './job-summary.ts'
import { storableJson } from '../../cars/cars-write.ts'
import { saveProblems } from './problems-store.ts'
import type { ReadRow } from '../write-rows.ts'

/** Rows of imports. */

const jobRow = z.extend(z.omit(importJob, { _id: true, problems: true }), {
  id: z.string(),
  dealer: z.string(),
  /** 0 when the file is deleted, or about to be. */
  bytes: z.int(),
  created_at: z.date(),
  finished_at: z.nullable(z.date()),
})
export type JobRow = z.output<typeof jobRow>
const columns = columnsOf(jobRow)

/** SQL: the job waits or runs. */
const isOpen = raw(`state in ('waiting', 'running')`)

/** Returns the job; `held` locks its row until the transaction ends. */
export function findJob(sql: Sql, id: string, o: { held?: boolean } = {}): Promise<JobRow | undefined> {
  return findRow(sql, 'imports', jobRow, { id }, o.held ? 'for update' : '')
}

export function jobsOf(sql: Sql, dealer: string): Promise<JobRow[]> {
  const text = `select ${columns} from imports where dealer = $1 order by created_at desc, id desc limit 10`
  return sql.rows(jobRow, { name: 'import-jobs', text, values: [dealer] })
}

/** Returns the waiting and running jobs, oldest first. */
export const openJobs = (sql: Sql): Promise<JobRow[]> =>
  sql.all(jobRow)`select ${raw(columns)} from imports where ${isOpen} order by created_at, id limit 1000`

type SentJob = Pick<JobRow, 'id' | 'dealer' | 'file_name' | 'bytes' | 'dry_run' | 'options'>
export async function addJob(sql: Sql, { now, options, ...job }: SentJob & { now: Date }): Promise<void> {
  await insertRow(sql, 'imports', {
    ...job,
    state: 'waiting',
    options: JSON.stringify(options),
    counts: JSON.stringify(noCounts),
    created_at: now,
    updated_at: now,
  })
}

/** Restarts the job from the beginning with these options. */
export async function restartJob(
  sql: Sql,
  j: { id: string; dryRun: boolean; options: ImportOptions; now: Date },
): Promise<void> {
  await sql.exec`delete from import_problems where import_id = ${j.id}`
  await sql.exec`update imports set state = 'waiting', dry_run = ${j.dryRun}, options = ${JSON.stringify(j.options)},
      counts = ${JSON.stringify(noCounts)}, rows_done = 0, progress = 0, problem_count = 0, problem_groups = '[]',
      unknown_names = '[]', preview = '[]', failure = '', finished_at = null, updated_at = ${j.now}
    where id = ${j.id}`
}

export async function beginJob(
  sql: Sql,
  j: Pick<ImportJob, 'columns' | 'assumed' | 'options' | 'reading'> & { id: string },
) {
  await sql.exec`update imports set state = 'running', columns = ${storableJson(j.columns)},
      assumed = ${storableJson(j.assumed)}, options = ${storableJson(j.options)}, reading = ${storableJson(j.reading)}
    where id = ${j.id} and ${isOpen}`
}

const movedRow = z.pick(jobRow, {
  problem_count: true,
  problem_groups: true,
  unknown_names: true,
  preview: true,
})
/**
 * Records the progress of a job if its row count is still `from`; returns false otherwise, because another process took the job
 * or it was restarted.
 */
export async function moveJob(
  sql: Sql,
  j: {
    id: string
    from: number
    counts: ImportCounts
    progress: number
    problems: readonly ImportProblem[]
    rows: readonly ReadRow[]
    /** First ads of the batch; the job stores only the first of all batches. */
    preview: readonly ImportPreviewAd[]
    now: Date
  },
): Promise<boolean> {
  const moved = await sql.first(movedRow)`update imports set counts = ${JSON.stringify(j.counts)},
      rows_done = ${j.counts.rows}, progress = ${j.progress}, problem_count = problem_count + ${j.problems.length},
      updated_at = ${j.now}
    where id = ${j.id} and rows_done = ${j.from} and state = 'running'
    returning ${raw(columnsOf(movedRow))}`
  if (!moved) return false
  const preview = [...moved.preview, ...j.preview].slice(0, importLimits.preview)
  if (j.problems.length > 0 || preview.length > moved.preview.length) {
    const said = {
      problem_groups: storableJson(groupProblems(moved.problem_groups, j.problems)),
      preview: storableJson(preview),
      unknown_names: storableJson(countNames(moved.unknown_names, j.rows)),
    }
    await changeRow(sql, 'imports', { id: j.id }, said)
  }
  await saveProblems(sql, { id: j.id, before: moved.problem_count - j.problems.length, problems: j.problems })
  return true
}

/** Records that the file of a finished job is no longer needed; returns false when the job is open. */
export const letGo = (sql: Sql, id: string): Promise<boolean> =>
  changesOne(sql)`update imports set bytes = 0 where id = ${id} and not ${isOpen}`

/**
 * Ends a job. The file is no longer needed after a successful import, or with `forget`. Returns false when the job had ended
 * already.
 */
export function endJob(
  sql: Sql,
  j: { id: string; failure: string; now: Date; forget?: boolean },
): Promise<boolean> {
  const isDone = j.failure === ''
  return changesOne(sql)`update imports set state = ${isDone ? 'done' : 'failed'}, failure = ${j.failure},
      progress = case when ${isDone} then 1 else progress end, finished_at = ${j.now}, updated_at = ${j.now},
      bytes = case when ${j.forget ?? false} or (${isDone} and not dry_run) then 0 else bytes end
    where id = ${j.id} and ${isOpen}`
}

const begun = z.object({ today: z.int(), open: z.int() })
/** Returns how many tables a dealer has sent since `since`, and how many are not finished. */
export async function importsBegunBy(sql: Sql, dealer: string, since: Date): Promise<z.output<typeof begun>> {
  const row = await sql.first(begun)`select count(*) filter (where created_at > ${since})::int as today,
    count(*) filter (where ${isOpen})::int as open from imports where dealer = ${dealer}`
  return row ?? { today: 0, open: 0 }
}

/** Deletes jobs without changes since `before`; their ads stay. */
export function forgetJobs(sql: Sql, before: Date): Promise<number> {
  return sql.exec`delete from imports where updated_at < ${before}`
}

/** Fails jobs without progress for days: their file was lost with its disk. */
export function failLost(sql: Sql, before: Date, now: Date): Promise<number> {
  return sql.exec`update imports set state = 'failed', finished_at = ${now}, updated_at = ${now},
    failure = 'This table was lost. Please send it again: nothing comes twice.'
    where ${isOpen} and updated_at < ${before}`
}

/** Returns the job in the form for its dealer. */
export function jobOf(row: JobRow, problems: readonly ImportProblem[]): ImportJob {
  const { id: _id, dealer: _, bytes: __, ...rest } = row
  return {
    ...rest,
    _id,
    problems: [...problems],
    unknown_names: listedNames(row.unknown_names),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
