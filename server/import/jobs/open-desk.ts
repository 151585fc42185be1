import type { FastifyInstance } from 'fastify'
import { basePath } from '#contract/http.ts'
import { importRoutes } from '#contract/selling/import.ts'
import type { Deps } from '../../kernel/deps.ts'
import { ImportDesk } from './import-desk.ts'
import { type ImportFiles, importFiles } from './import-files.ts'

const hours = 3_600_000
const startUrl = basePath + importRoutes.startImport.path

/** Opens a desk that works while the server does, and the files it works with. */
export function openDesk(app: FastifyInstance, deps: Deps): ImportFiles {
  const files = importFiles(deps.config)
  const desk = new ImportDesk(deps, files, app.log)
  let sweeping = Promise.resolve()
  const sweep = () => {
    sweeping = desk
      .sweep()
      .catch((error: unknown) => app.log.error(error, 'tables that are done could not be removed'))
  }
  const often = setInterval(sweep, 6 * hours).unref()
  app.addHook('onReady', async () => {
    desk.kick()
    sweep()
  })
  app.addHook('onClose', async () => {
    clearInterval(often)
    await desk.stop()
    await sweeping
  })
  // Not before the job is there to be seen.
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.method === 'POST' && request.routeOptions.url?.startsWith(startUrl)) desk.kick()
    done()
  })
  return files
}
