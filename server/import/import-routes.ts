import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { basePath } from '#contract/http.ts'
import { importReportPath, importRoutes } from '#contract/selling/import.ts'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { limitOf } from '../kernel/http/limits.ts'
import { honest } from '../kernel/mount.ts'
import { repeat } from '../kernel/semaphore.ts'
import { guardStart, mine, mountJobCalls } from './jobs/job-calls.ts'
import { startImport } from './jobs/start-import.ts'
import { Readable } from 'node:stream'
import { requiredActor } from '../kernel/auth.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { findJob, type JobRow } from './jobs/jobs-store.ts'
import { heldLine, problemPages, reportHead, reportLine } from './jobs/problems-store.ts'
import { ImportRunner } from './jobs/import-runner.ts'
import { type ImportFiles, importFiles } from './jobs/import-files.ts'

const hours = 3_600_000
const startUrl = basePath + importRoutes.startImport.path

/** Starts the import runner with the server and stops it with the server; returns the files it works with. */
function startImportRunner(app: FastifyInstance, deps: Deps): ImportFiles {
  const files = importFiles(deps.config)
  const runner = new ImportRunner(deps, files, app.log)
  const sweep = () => runner.sweep()
  const sweeps = repeat(sweep, 6 * hours, app.log, 'tables that are done could not be removed')
  app.addHook('onReady', async () => {
    runner.kick()
    void sweeps.now()
  })
  app.addHook('onClose', async () => {
    await runner.stop()
    await sweeps.stop()
  })
  // The runner starts after the response, because then the job is committed.
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.method === 'POST' && request.routeOptions.url?.startsWith(startUrl)) runner.kick()
    done()
  })
  return files
}

/** Mounts bulk import for dealers: a table is uploaded, read in the background, and its result reported. */
export function mountImport(
  app: FastifyInstance,
  mount: Mount,
  deps: Deps,
  o: { limits: boolean; checkReplies: boolean },
): void {
  const files = startImportRunner(app, deps)
  mountJobCalls(mount, deps, files)
  const start = startImport(deps, files)
  void app.register(async (scope) => {
    // The bytes are streamed to the disk and never held in memory.
    const types = [
      'text/csv',
      'text/tab-separated-values',
      'text/plain',
      'application/gzip',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]
    scope.addContentTypeParser(types, (_request, payload, ready) => {
      ready(null, payload)
    })
    const rateLimit = o.limits && limitOf(importRoutes.startImport, deps)
    const config = { rateLimit, form: true }
    scope.post(startUrl, { config, onRequest: guardStart(deps) }, async (request, reply) => {
      const body = await start(request, reply)
      if (o.checkReplies) honest(importRoutes.startImport, body)
      return reply.header('cache-control', 'no-store').send(body)
    })
    scope.get(basePath + importReportPath(':id').replace('%3A', ':'), sendReport(deps))
  })
}

async function* reportOf(sql: Sql, job: JobRow): AsyncGenerator<string> {
  yield reportHead
  for await (const page of problemPages(sql, job.id, job.problem_groups)) yield page.map(reportLine).join('')
  if (job.counts.inactive > 0) yield heldLine(job.counts.inactive)
}

/** Sends all stored problems of an import as a table for spreadsheets, in pieces, so that a long report is never in memory. */
function sendReport({ db, ...deps }: Deps) {
  return async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const { user } = await requiredActor(request, { db, ...deps })
    const { id } = request.params
    // No id contains a NUL character, and the database rejects one.
    const row = mine(id.includes('\0') ? undefined : await findJob(db, id), user)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="import-report.csv"')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(reportOf(db, row)))
  }
}
