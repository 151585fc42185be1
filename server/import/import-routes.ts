import type { FastifyInstance } from 'fastify'
import { basePath } from '#contract/http.ts'
import { importLimits, importReportPath, importRoutes } from '#contract/selling/import.ts'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { limitOf } from '../kernel/http/limits.ts'
import { honest } from '../kernel/mount.ts'
import { startImportRunner } from './jobs/start-import-runner.ts'
import { guardStart } from './jobs/dealer-only.ts'
import { mountJobCalls } from './jobs/job-calls.ts'
import { sendReport } from './jobs/send-report.ts'
import { startImport } from './jobs/start-import.ts'

const url = basePath + importRoutes.startImport.path

/** Bulk import for dealers: tables come in, are read in the background, and say what became of them. */
export function mountImport(
  app: FastifyInstance,
  mount: Mount,
  deps: Deps,
  o: { limits: boolean; checkReplies: boolean },
): void {
  const files = startImportRunner(app, deps)
  mountJobCalls(mount, deps, files)
  const start = startImport(deps, files)
  void app.register((scope, _, done) => {
    // The bytes go to the disk as they come, never into memory.
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
    // A form has words around its file.
    const bodyLimit = importLimits.file + 100_000
    const config = { rateLimit, form: true }
    scope.post(url, { config, bodyLimit, onRequest: guardStart(deps) }, async (request, reply) => {
      const body = await start(request, reply)
      if (o.checkReplies) honest(importRoutes.startImport, body)
      return reply.header('cache-control', 'no-store').send(body)
    })
    scope.get(basePath + importReportPath(':id').replace('%3A', ':'), sendReport(deps))
    done()
  })
}
