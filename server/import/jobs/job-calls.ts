import { AppError } from '#contract/errors.ts'
import { importLimits, importRoutes } from '#contract/selling/import.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { dealerOnly } from './dealer-only.ts'
import type { ImportFiles } from './import-files.ts'
import { refuseTooMany } from './job-limits.ts'
import { findJob, heldJob, jobOf, type JobRow, jobsOf, restartJob } from './jobs-store.ts'
import { askForNames, namesOf } from './job-names.ts'
import { problemsOf } from './problems-store.ts'

const ok = { success: true, msg: 'Success' } as const

/** The caller's own job; what belongs to others does not exist. */
export function mine(row: JobRow | undefined, user: { id: string } | undefined): JobRow {
  if (!row || row.dealer !== user?.id) throw new AppError('not_found', { msg: 'There is no such import.' })
  return row
}

/** Asking after an import, and running a kept table once more. */
export function mountJobCalls(mount: Mount, deps: Deps, files: ImportFiles): void {
  const shown = async (sql: Sql, row: JobRow) => ({
    ...jobOf(row, await problemsOf(sql, row.id, importLimits.problemsShown)),
    unknown_names: await namesOf(sql, row),
  })

  mount(importRoutes.getImport, async ({ params, user, sql }) => {
    const data = await shown(sql, mine(await findJob(sql, params.id), user))
    return { ...ok, data }
  })

  mount(importRoutes.listImports, async ({ user, sql }) => {
    const rows = await jobsOf(sql, user.id)
    return { ...ok, data: rows.map((row) => jobOf(row, [])) }
  })

  mount(importRoutes.proposeNames, async ({ params, body, user, sql }) => {
    const row = mine(await findJob(sql, params.id), user)
    await dealerOnly(sql, user)
    await askForNames(sql, deps, row, body.names)
    return { ...ok, msg: 'Thank you. We will look at these names.', data: await shown(sql, row) }
  })

  mount(importRoutes.runImport, async ({ params, body, user, sql }) => {
    const row = mine(await heldJob(sql, params.id), user)
    await dealerOnly(sql, user)
    if (row.state === 'waiting' || row.state === 'running') {
      throw new AppError('key_in_progress', { msg: 'This table is being read.', retryAfter: 2 })
    }
    await refuseTooMany(sql, { dealer: user.id, now: deps.now(), isNew: false })
    if (row.bytes === 0 || !files.has(row.id)) {
      // Of what could not even be opened the reason says what to do: the same file would end the same.
      const isUnreadable = row.state === 'failed' && row.columns.length === 0
      const next = isUnreadable ? row.failure : 'Please choose it again.'
      throw new AppError('gone', { msg: `This table is not here any more. ${next}` })
    }
    await restartJob(sql, { id: row.id, dryRun: body.dry_run, options: body.options, now: deps.now() })
    return { ...ok, data: await shown(sql, mine(await findJob(sql, row.id), user)) }
  })
}
