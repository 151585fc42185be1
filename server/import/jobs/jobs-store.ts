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
import type { Sql } from '../../kernel/db/sql.ts'
import { countNames, groupProblems, listedNames } from './job-summary.ts'
import { storableJson } from '../../cars/cars-write.ts'
import { saveProblems } from './problems-store.ts'
import type { ReadRow } from '../write-rows.ts'

/** Tables that were sent in, as rows. */

const jobRow = z.extend(z.omit(importJob, { _id: true, problems: true }), {
  id: z.string(),
  dealer: z.string(),
  /** 0 when the file is gone, or about to go. */
  bytes: z.int(),
  rows_done: z.int(),
  created_at: z.date(),
  finished_at: z.nullable(z.date()),
})
export type JobRow = z.output<typeof jobRow>
const columns = columnsOf(jobRow)

/** The job; `held` until the transaction ends. */
export function findJob(sql: Sql, id: string, o: { held?: boolean } = {}): Promise<JobRow | undefined> {
  return findRow(sql, 'imports', jobRow, { id }, o.held ? 'for update' : '')
}

export function jobsOf(sql: Sql, dealer: string): Promise<JobRow[]> {
  const text = `select ${columns} from imports where dealer = $1 order by created_at desc, id desc limit 10`
  return sql.rows(jobRow, { name: 'import-jobs', text, values: [dealer] })
}

/** What is to be done or under way, oldest first. */
export function openJobs(sql: Sql): Promise<JobRow[]> {
  const text = `select ${columns} from imports where state in ('waiting', 'running') order by created_at, id limit 1000`
  return sql.rows(jobRow, { text })
}

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

/** From the beginning, with these options. */
export async function restartJob(
  sql: Sql,
  j: { id: string; dryRun: boolean; options: ImportOptions; now: Date },
): Promise<void> {
  await sql.run({ text: 'delete from import_problems where import_id = $1', values: [j.id] })
  await sql.run({
    text: `update imports set state = 'waiting', dry_run = $2, options = $3, counts = $4, rows_done = 0, progress = 0,
      problem_count = 0, problem_groups = '[]', unknown_names = '[]', preview = '[]', failure = '', finished_at = null, updated_at = $5 where id = $1`,
    values: [j.id, j.dryRun, JSON.stringify(j.options), JSON.stringify(noCounts), j.now],
  })
}

export async function beginJob(
  sql: Sql,
  j: Pick<ImportJob, 'columns' | 'assumed' | 'options' | 'reading'> & { id: string },
) {
  await sql.run({
    text: `update imports set state = 'running', columns = $2, assumed = $3, options = $4, reading = $5
      where id = $1 and state in ('waiting', 'running')`,
    values: [j.id, ...[j.columns, j.assumed, j.options, j.reading].map(storableJson)],
  })
}

const movedRow = z.pick(jobRow, {
  problem_count: true,
  problem_groups: true,
  unknown_names: true,
  preview: true,
})
/**
 * Notes how far a job has come, if it is where `from` says; false when it does not, because another process took it
 * or it was started over.
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
    /** The first ads of the batch; of all batches the first ones stay. */
    preview: readonly ImportPreviewAd[]
    now: Date
  },
): Promise<boolean> {
  const moved = await sql.row(movedRow, {
    text: `update imports set counts = $3, rows_done = $4, progress = $5, problem_count = problem_count + $6, updated_at = $7
      where id = $1 and rows_done = $2 and state = 'running'
      returning problem_count, problem_groups, unknown_names, preview`,
    values: [j.id, j.from, JSON.stringify(j.counts), j.counts.rows, j.progress, j.problems.length, j.now],
  })
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

/** Says of a job that is over that its file is not needed any more; false when it is needed now. */
export function letGo(sql: Sql, id: string): Promise<boolean> {
  const text = `update imports set bytes = 0 where id = $1 and state in ('done', 'failed')`
  return changesOne(sql, { text, values: [id] })
}

/**
 * Ends a job; the file of what is in is not needed any more, nor one that no options make readable. False when it was over
 * already.
 */
export function endJob(
  sql: Sql,
  j: { id: string; failure: string; now: Date; forget?: boolean },
): Promise<boolean> {
  return changesOne(sql, {
    text: `update imports set state = case when $2 = '' then 'done' else 'failed' end, failure = $2,
      progress = case when $2 = '' then 1 else progress end, finished_at = $3, updated_at = $3,
      bytes = case when $4 or ($2 = '' and not dry_run) then 0 else bytes end
      where id = $1 and state in ('waiting', 'running')`,
    values: [j.id, j.failure, j.now, j.forget ?? false],
  })
}

const begun = z.object({ today: z.int(), open: z.int() })
/** How many tables a dealer sent in since `since`, and how many of all are not done. */
export async function importsBegunBy(sql: Sql, dealer: string, since: Date): Promise<z.output<typeof begun>> {
  const row = await sql.row(begun, {
    text: `select count(*) filter (where created_at > $2)::int as today,
      count(*) filter (where state in ('waiting', 'running'))::int as open from imports where dealer = $1`,
    values: [dealer, since],
  })
  return row ?? { today: 0, open: 0 }
}

/** Tables nobody asked about any more; what they brought stays. */
export function forgetJobs(sql: Sql, before: Date): Promise<number> {
  return sql.run({ text: `delete from imports where updated_at < $1`, values: [before] })
}

/** Jobs that nobody took on for days: their file is gone with the disk it lay on. */
export function failLost(sql: Sql, before: Date, now: Date): Promise<number> {
  return sql.run({
    text: `update imports set state = 'failed', finished_at = $2, updated_at = $2,
      failure = 'This table was lost. Please send it again: nothing comes twice.'
      where state in ('waiting', 'running') and updated_at < $1`,
    values: [before, now],
  })
}

/** The job as its dealer sees it. */
export function jobOf(row: JobRow, problems: readonly ImportProblem[]): ImportJob {
  const { id: _id, dealer: _, bytes: __, rows_done: ___, ...rest } = row
  return {
    ...rest,
    _id,
    problems: [...problems],
    unknown_names: listedNames(row.unknown_names),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
