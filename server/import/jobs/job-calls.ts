import { AppError } from '#contract/errors.ts'
import { importLimits, importRoutes } from '#contract/selling/import.ts'
import { type Mount, ok, okData } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { ImportFiles } from './import-files.ts'
import { findJob, importsBegunBy, jobOf, type JobRow, jobsOf, restartJob } from './jobs-store.ts'
import { problemsOf } from './problems-store.ts'
import { mostSent } from './read-start.ts'
import type { ImportUnknownName } from '#contract/selling/import-trial.ts'
import { holdAdOwner } from '../../cars/ads/ad-rules.ts'
import { nameKey, openNames, proposeNames, standingOf } from '../../reference/proposed-names.ts'
import { listedNames } from './job-summary.ts'
import type { FastifyRequest } from 'fastify'
import type { User } from '#contract/users/users.ts'
import { requiredActor } from '../../kernel/auth.ts'
import { dealerById } from '../stock-store.ts'

/** Throws unless this person sells as a dealer. */
async function dealerOnly(sql: Sql, user: User | undefined): Promise<void> {
  const row = user && (await dealerById(sql, user.id))
  // A token outlives its account.
  if (!row) throw new AppError('unauthenticated')
  const msg = 'Bulk import is for dealers. Please enter the name of your business in your profile first.'
  if (!row.is_dealer) throw new AppError('forbidden', { msg })
}

/** Returns a hook that refuses the request before any byte of the file is read. */
export function guardStart(deps: Deps) {
  return async (request: FastifyRequest): Promise<void> => {
    const { user } = await requiredActor(request, deps)
    await dealerOnly(deps.db, user)
    if (Number(request.headers['content-length'] ?? 0) > mostSent) throw new AppError('payload_too_large')
  }
}

const day = 86_400_000
/** Maximum number of a dealer's tables that wait or are being read. */
const mostOpen = 3

/** Refuses a table beyond the limits. Locks the dealer's row, so that concurrent requests are counted. */
export async function refuseTooMany(
  sql: Sql,
  o: { dealer: string; now: Date; isNew: boolean },
): Promise<void> {
  await holdAdOwner({ sql, user: o.dealer, now: o.now })
  const begun = await importsBegunBy(sql, o.dealer, new Date(o.now.getTime() - day))
  if (begun.open >= mostOpen) {
    throw new AppError('rate_limited', { msg: 'Your other tables are still being read.', retryAfter: 30 })
  }
  if (o.isNew && begun.today >= importLimits.perDay) {
    const msg = `At most ${importLimits.perDay} tables a day.`
    throw new AppError('rate_limited', { msg, retryAfter: 3600 })
  }
}

// Unknown names in refused rows: a dealer can request them and sees the answer here.

/** Returns the reported names with their state. Only this dealer's open requests show; an answer shows to all dealers. */
async function namesOf(
  sql: Sql,
  { dealer, unknown_names: counted }: Pick<JobRow, 'dealer' | 'unknown_names'>,
): Promise<ImportUnknownName[]> {
  const names = listedNames(counted)
  if (names.length === 0) return []
  const found = await standingOf(sql, dealer, names.map(nameKey))
  const known = new Map(found.map((standing) => [standing.key, standing]))
  return names.map((name) => {
    const standing = known.get(nameKey(name))
    if (!standing || (standing.state === 'open' && !standing.mine)) return name
    return { ...name, state: standing.state, answer: standing.answer }
  })
}

/** Requests names. Only names in the rows can be requested, in the spelling of the rows. */
async function askForNames(
  sql: Sql,
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  job: Pick<JobRow, 'id' | 'dealer' | 'unknown_names'>,
  asked: readonly { make: string; model: string }[],
): Promise<void> {
  const keys = new Set(asked.map(nameKey))
  // The lock prevents that two concurrent calls both find room for all their names.
  await holdAdOwner({ sql, user: job.dealer, now: now() })
  const names = (await namesOf(sql, job)).filter((name) => keys.has(nameKey(name)))
  if (names.length < keys.size) throw new AppError('not_found', { msg: 'This table has no such names.' })
  const news = names.filter(({ state }) => state === 'none')
  if (news.length === 0) return
  if ((await openNames(sql, job.dealer)) + news.length > importLimits.openNames) {
    const msg = `You can wait for up to ${importLimits.openNames} names at a time. Please ask for more when these are answered.`
    throw new AppError('validation_failed', { msg })
  }
  await proposeNames(sql, { dealer: job.dealer, importId: job.id, names: news, now: now(), newId })
}

/** Returns the caller's own job; another dealer's job gives `not_found`. */
export function mine(row: JobRow | undefined, user: { id: string } | undefined): JobRow {
  if (!row || row.dealer !== user?.id) throw new AppError('not_found', { msg: 'There is no such import.' })
  return row
}

/** Mounts the calls for the state of an import and for running a stored table again. */
export function mountJobCalls(mount: Mount, deps: Deps, files: ImportFiles): void {
  const shown = async (sql: Sql, row: JobRow) => ({
    ...jobOf(row, await problemsOf(sql, row.id, importLimits.problemsShown)),
    unknown_names: await namesOf(sql, row),
  })

  mount(importRoutes.getImport, async ({ params, user, sql }) =>
    okData(shown(sql, mine(await findJob(sql, params.id), user))),
  )

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
    const row = mine(await findJob(sql, params.id, { held: true }), user)
    await dealerOnly(sql, user)
    if (row.state === 'waiting' || row.state === 'running') {
      throw new AppError('key_in_progress', { msg: 'This table is being read.', retryAfter: 2 })
    }
    await refuseTooMany(sql, { dealer: user.id, now: deps.now(), isNew: false })
    if (row.bytes === 0 || !files.has(row.id)) {
      // The failure of an unreadable file says what to do; the same file would fail again.
      const isUnreadable = row.state === 'failed' && row.columns.length === 0
      const next = isUnreadable ? row.failure : 'Please choose it again.'
      throw new AppError('gone', { msg: `This table is not here any more. ${next}` })
    }
    await restartJob(sql, { id: row.id, dryRun: body.dry_run, options: body.options, now: deps.now() })
    return { ...ok, data: await shown(sql, mine(await findJob(sql, row.id), user)) }
  })
}
