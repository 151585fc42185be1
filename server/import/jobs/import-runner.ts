import { ignoreExpected, isAborted } from '#contract/values/expected.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { type ImportColumn, importLimits } from '#contract/selling/import.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { ImportFiles } from './import-files.ts'
import { importRows } from '../import-rows.ts'
import {
  beginJob,
  endJob,
  failLost,
  findJob,
  forgetJobs,
  type JobRow,
  letGo,
  moveJob,
  openJobs,
  restartJob,
} from './jobs-store.ts'
import { previewOf } from './job-summary.ts'
import { assumedOf } from '../table/plan.ts'
import { dealerById, remainingAds } from '../stock-store.ts'
import { UnreadableTable } from '../table/table-text.ts'
import { unfoldWorkbook, UnreadableWorkbook } from '../workbook/unfold-workbook.ts'

/** Number of rows of one transaction: as many as can be written in `aim` milliseconds, because other queries wait as long. */
const batch = { least: 3, first: 5, most: 200, aim: 6 }
/** Limits in milliseconds of the pause after a batch, in which other queries run: it is as long as the batch took. */
const breath = { least: 5, most: 100 }

/** Returns the pace of an import beside other work: the size of the next batch, and the pause after a batch. */
export function createPace(): { batch: () => number; rest: () => Promise<void> } {
  let size = batch.first
  let begun = performance.now()
  return {
    batch: () => size,
    rest: async () => {
      const took = performance.now() - begun
      const fitting = Math.round(size * Math.min(2, batch.aim / took))
      size = Math.min(batch.most, Math.max(batch.least, fitting))
      await pause(Math.min(breath.most, Math.max(breath.least, took)))
      begun = performance.now()
    },
  }
}

// Runs imports in the background, one at a time and in short turns, so that requests do not wait for them and no dealer waits for
// the whole table of another. A job is a row and a file: after a crash the next process continues where the row says.

/** Milliseconds until the next attempt after the database was unreachable. */
const patience = 5000
const day = 86_400_000

/** Thrown when another process has taken the job, the job was restarted, or its dealer no longer exists. */
class TakenOver extends Error {}

/** Adds the currencies that rows of earlier turns were refused for, because later turns do not read these rows. */
const withEarlier = (columns: readonly ImportColumn[], earlier: readonly ImportColumn[]): ImportColumn[] =>
  columns.map((column) => {
    const known = earlier.find(({ field }) => field === 'price')?.currencies ?? []
    if (column.field !== 'price' || known.length === 0) return column
    return { ...column, currencies: [...new Set([...(column.currencies ?? []), ...known])].sort() }
  })

export class ImportRunner {
  readonly #deps: Deps
  readonly #files: ImportFiles
  readonly #log: Pick<FastifyBaseLogger, 'error'>
  readonly #turn: number
  readonly #stopping = new AbortController()
  #working: Promise<void> | undefined
  #again = false
  readonly #withoutJob = new Set<string>()

  /** @param turn rows of one table that are read before another waiting dealer's table */
  constructor(deps: Deps, files: ImportFiles, log: Pick<FastifyBaseLogger, 'error'>, turn = 2000) {
    this.#deps = deps
    this.#files = files
    this.#log = log
    this.#turn = turn
  }

  /** Looks for work, now or when the running work is done. */
  kick(): void {
    this.#again = true
    if (this.#working || this.#stopping.signal.aborted) return
    this.#working = this.#work().finally(() => {
      this.#working = undefined
      // A kick may have come between the last check and this callback.
      if (this.#again) this.kick()
    })
  }

  /** Resolves after the running batch. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#working
  }

  /** Deletes old jobs, and files that are no longer needed. */
  async sweep(): Promise<void> {
    const { db, now } = this.#deps
    const ago = (days: number) => new Date(now().getTime() - days * day)
    await forgetJobs(db, ago(90))
    await failLost(db, ago(importLimits.waitDays), now())
    await this.#files.dropParts()
    for (const id of await this.#files.all()) {
      const job = await findJob(db, id)
      const open = job?.state === 'waiting' || job?.state === 'running'
      const waits = job && job.bytes > 0 && job.created_at > ago(importLimits.waitDays)
      // A file exists shortly before its job. So a file is deleted only if it had no job in the last sweep, either.
      const nobodys = !job && this.#withoutJob.has(id)
      if (!job) this.#withoutJob.add(id)
      if (nobodys || (job && !open && !waits && (await letGo(db, id)))) {
        await this.#files.drop(id)
        this.#withoutJob.delete(id)
      }
    }
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopping
    while (this.#again && !signal.aborted) {
      this.#again = false
      try {
        const open = await openJobs(this.#deps.db)
        const served = new Set<string>()
        for (const { id, dealer } of open) {
          if (signal.aborted) return
          // A job without its file here belongs to another process.
          if (!this.#files.has(id)) continue
          const job = served.has(dealer) ? undefined : await findJob(this.#deps.db, id)
          if (served.has(dealer)) this.#again = true
          else if (job?.state === 'waiting' || job?.state === 'running') {
            const isAlone = open.every((other) => other.dealer === dealer)
            if (await this.#one(job, isAlone)) served.add(dealer)
          }
        }
      } catch (error) {
        this.#log.error(error, 'an import could not go on')
        this.#again = true
        await pause(patience, undefined, { signal }).catch(ignoreExpected('wait', isAborted))
      }
    }
  }

  /** Runs a job for one turn; returns false when another process runs it. Throws when the database is unreachable. */
  async #one(job: JobRow, isAlone: boolean): Promise<boolean> {
    const { db, now } = this.#deps
    let failure = ''
    let forget = false
    try {
      if (!(await this.#import(job, isAlone))) {
        this.#again = true
        return true
      }
    } catch (error) {
      if (error instanceof TakenOver) return false
      if (error instanceof AppError && error.code === 'unavailable') throw error
      if (!(error instanceof UnreadableTable)) this.#log.error(error, 'an import failed')
      failure = error instanceof UnreadableTable ? error.message : 'Something went wrong on our side.'
      // Unpacking the workbook again would delay all other tables and fail again.
      forget = error instanceof UnreadableWorkbook
    }
    const isEnded = await endJob(db, { id: job.id, failure, now: now(), forget })
    if ((!job.dry_run && failure === '') || (forget && isEnded)) await this.#files.drop(job.id)
    return true
  }

  /** Returns false when the import was stopped before its end. */
  async #import(job: JobRow, isAlone: boolean): Promise<boolean> {
    const { id, dealer: owner, dry_run: dryRun, counts, options, file_name: fileName } = job
    const deps = this.#deps
    const { db, now } = deps
    const turn = new AbortController()
    const signal = AbortSignal.any([this.#stopping.signal, turn.signal])
    const dealer = await dealerById(db, owner)
    if (!dealer) throw new TakenOver()
    // A dry run stores nothing that a later turn could continue from.
    const fresh = dryRun && counts.rows > 0
    if (fresh) await db.tx((sql) => restartJob(sql, { id, dryRun, options, now: now() }))
    let at = fresh ? 0 : counts.rows
    const pace = createPace()
    const path = this.#files.pathOf(id)
    await unfoldWorkbook(path, path, { signal: this.#stopping.signal })
    if (signal.aborted) return false
    await importRows(deps, {
      path,
      fileName,
      dealer,
      options,
      dryRun,
      batch: pace.batch,
      mostRows: importLimits.rows,
      signal,
      ...(!fresh && { from: counts }),
      room: (sql) => remainingAds(sql, owner, now()),
      onPlan: (plan) => {
        const used = { ...options, unit: plan.unit, values: plan.values }
        const { reading } = plan
        const columns = at > 0 ? withEarlier(plan.columns, job.columns) : plan.columns
        return beginJob(db, { id, columns, assumed: assumedOf(plan), options: used, reading })
      },
      onBatch: async (sql, { counts: c, progress }, problems, rows) => {
        const preview = dryRun ? previewOf(rows) : []
        const standing = { id, from: at, counts: c, progress, now: now() }
        const moved = await moveJob(sql, { ...standing, problems, rows, preview })
        if (!moved) throw new TakenOver()
      },
      after: async ({ counts: c }) => {
        at = c.rows
        // A dry run is not interrupted, because its next turn would start over.
        if (!dryRun && at - counts.rows >= this.#turn && (this.#again || !isAlone)) turn.abort()
        await pace.rest()
      },
    })
    return !signal.aborted
  }
}
