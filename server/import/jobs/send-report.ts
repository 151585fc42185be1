import type { FastifyReply, FastifyRequest } from 'fastify'
import { importLimits } from '#contract/selling/import.ts'
import { personOf } from '../../kernel/auth.ts'
import type { Deps } from '../../kernel/deps.ts'
import { mine } from './job-calls.ts'
import { findJob, problemsOf } from './jobs-store.ts'
import { reportHead, reportLine } from './report.ts'

/** Every kept problem of an import as a table for spreadsheets. */
export function sendReport({ db, ...deps }: Deps) {
  return async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const { user } = await personOf(request, { db, ...deps })
    const { id } = request.params
    // No id of ours has a zero, and no database is asked for one.
    const row = mine(id.includes('\0') ? undefined : await findJob(db, id), user)
    const problems = await problemsOf(db, row.id, importLimits.problemsKept)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="import-report.csv"')
      .type('text/csv; charset=utf-8')
      .send(reportHead + problems.map(reportLine).join(''))
  }
}
