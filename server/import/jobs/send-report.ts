import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { personOf } from '../../kernel/auth.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { mine } from './job-calls.ts'
import { findJob, type JobRow } from './jobs-store.ts'
import { problemPages } from './problems-store.ts'
import { heldLine, reportHead, reportLine } from './report.ts'

async function* reportOf(sql: Sql, job: JobRow): AsyncGenerator<string> {
  yield reportHead
  for await (const page of problemPages(sql, job.id, job.problem_groups)) yield page.map(reportLine).join('')
  if (job.counts.inactive > 0) yield heldLine(job.counts.inactive)
}

/** Every kept problem of an import as a table for spreadsheets, in pieces: a long one is never in memory as a whole. */
export function sendReport({ db, ...deps }: Deps) {
  return async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const { user } = await personOf(request, { db, ...deps })
    const { id } = request.params
    // No id of ours has a zero, and no database is asked for one.
    const row = mine(id.includes('\0') ? undefined : await findJob(db, id), user)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="import-report.csv"')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(reportOf(db, row)))
  }
}
