// Names that rows of a table are refused for: a dealer asks for them, and reads here what became of it.
import { AppError } from '#contract/errors.ts'
import { importLimits } from '#contract/selling/import.ts'
import type { ImportUnknownName } from '#contract/selling/import-trial.ts'
import { holdPerson } from '../../cars/ads/ad-rules.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { openNames, proposeNames, standingOf } from '../../reference/proposed-names.ts'
import { keyOfName } from '../table/unknown-names.ts'
import { listedNames } from './job-summary.ts'
import type { JobRow } from './jobs-store.ts'

/** What other dealers wait for is `none` to this one, who may ask too; what was decided is decided for all. */
export async function namesOf(
  sql: Sql,
  { dealer, unknown_names: counted }: Pick<JobRow, 'dealer' | 'unknown_names'>,
): Promise<ImportUnknownName[]> {
  const names = listedNames(counted)
  if (names.length === 0) return []
  const found = await standingOf(sql, dealer, names.map(keyOfName))
  const known = new Map(found.map((standing) => [standing.key, standing]))
  return names.map((name) => {
    const standing = known.get(keyOfName(name))
    if (!standing || (standing.state === 'open' && !standing.mine)) return name
    return { ...name, state: standing.state, answer: standing.answer }
  })
}

/** Only names that the rows have are asked for, as the rows have them. */
export async function askForNames(
  sql: Sql,
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  job: Pick<JobRow, 'id' | 'dealer' | 'unknown_names'>,
  asked: readonly { make: string; model: string }[],
): Promise<void> {
  const keys = new Set(asked.map(keyOfName))
  // Held: of two calls at once each would find room for all of its names.
  await holdPerson({ sql, user: job.dealer, now: now() })
  const names = (await namesOf(sql, job)).filter((name) => keys.has(keyOfName(name)))
  if (names.length < keys.size) throw new AppError('not_found', { msg: 'This table has no such names.' })
  const news = names.filter(({ state }) => state === 'none')
  if (news.length === 0) return
  if ((await openNames(sql, job.dealer)) + news.length > importLimits.openNames) {
    const msg = `You can wait for up to ${importLimits.openNames} names at a time. Please ask for more when these are answered.`
    throw new AppError('validation_failed', { msg })
  }
  await proposeNames(sql, { dealer: job.dealer, importId: job.id, names: news, now: now(), newId })
}
