// Upload of a table: as the body or in a form, streamed to the disk; one job per Idempotency-Key.
import { fieldError } from '../../kernel/call.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { headers, type ReplyOf } from '#contract/http.ts'
import type { importRoutes } from '#contract/selling/import.ts'
import { requiredActor } from '../../kernel/auth.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { keyedOf, once, readKey, type IdempotentResult } from '../../kernel/idempotency.ts'
import { UnreadableTable } from '../table/table-text.ts'
import { isWorkbook } from '../workbook/unfold-workbook.ts'
import type { ImportFiles } from './import-files.ts'
import { refuseTooMany } from './job-calls.ts'
import { addJob, findJob, jobOf, jobsOf, letGo } from './jobs-store.ts'
import { shortenReports } from './problems-store.ts'
import { tableOfRequest, startOf } from './read-start.ts'

type Reply = ReplyOf<typeof importRoutes.startImport>

/** Returns the handler that stores a table and adds its job. */
export function startImport(deps: Deps, files: ImportFiles) {
  const { db, now, newId } = deps

  async function add(sql: Sql, job: Omit<Parameters<typeof addJob>[1], 'now'>): Promise<Reply> {
    await refuseTooMany(sql, { dealer: job.dealer, now: now(), isNew: true })
    await addJob(sql, { ...job, now: now() })
    const row = await findJob(sql, job.id)
    if (!row) throw new Error('A job is not there in the transaction that added it.')
    return { success: true, msg: 'The table has arrived', data: jobOf(row, []) }
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<Reply> => {
    const actor = await requiredActor(request, deps)
    const { user } = actor
    if (!user) throw new AppError('unauthenticated')
    // An invalid key is refused before the file is received.
    readKey(request.headers[headers.idempotencyKey])
    const query = request.query as Readonly<Record<string, unknown>>
    const early = startOf(query)
    const { bytes, form } = await tableOfRequest(request)
    const start = Object.keys(form).length === 0 ? early : startOf({ ...form, ...query })
    const id = newId()
    const { size, sha256 } = await files.keep(id, bytes)
    let outcome: IdempotentResult<Reply>
    try {
      const keyed = keyedOf(request, actor, { start, sha256 }, deps)
      await isWorkbook(files.pathOf(id))
      outcome = await db.tx((sql) => {
        const { name: file_name, dry_run, options } = start
        const effect = () => add(sql, { id, dealer: user.id, bytes: size, file_name, dry_run, options })
        if (!keyed) return effect().then((body) => ({ status: 200, body, replayed: false }))
        return once(sql, keyed, effect)
      })
    } catch (error) {
      // Without a response from the database it is unknown whether the job was stored; if not, a sweep deletes the file.
      if (!(error instanceof AppError && error.code === 'unavailable')) await files.drop(id)
      if (!(error instanceof UnreadableTable)) throw error
      const { message: msg } = error
      throw fieldError('file', msg)
    }
    if (outcome.replayed) {
      await files.drop(id)
      void reply.header(headers.replayed, 'true')
      return outcome.body
    }
    await shortenReports(db, user.id)
    // A dealer who sends another table no longer needs tables that were only checked.
    for (const { id: older, bytes: left } of await jobsOf(db, user.id)) {
      if (older !== id && left > 0 && (await letGo(db, older))) await files.drop(older)
    }
    return outcome.body
  }
}
