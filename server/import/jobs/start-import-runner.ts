import type { FastifyInstance } from 'fastify'
import { basePath } from '#contract/http.ts'
import { importRoutes } from '#contract/selling/import.ts'
import type { Deps } from '../../kernel/deps.ts'
import { ImportRunner } from './import-runner.ts'
import { type ImportFiles, importFiles } from './import-files.ts'

const hours = 3_600_000
const startUrl = basePath + importRoutes.startImport.path

/** Starts the import runner with the server and ends it with the server; returns the files it works with. */
export function startImportRunner(app: FastifyInstance, deps: Deps): ImportFiles {
  const files = importFiles(deps.config)
  const runner = new ImportRunner(deps, files, app.log)
  let sweeping = Promise.resolve()
  const sweep = () => {
    sweeping = runner
      .sweep()
      .catch((error: unknown) => app.log.error(error, 'tables that are done could not be removed'))
  }
  const often = setInterval(sweep, 6 * hours).unref()
  app.addHook('onReady', async () => {
    runner.kick()
    sweep()
  })
  app.addHook('onClose', async () => {
    clearInterval(often)
    await runner.stop()
    await sweeping
  })
  // Not before the job is there to be seen.
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.method === 'POST' && request.routeOptions.url?.startsWith(startUrl)) runner.kick()
    done()
  })
  return files
}
