// Runs a program of the server, as it was built or from its source: npm run admin, npm run import, npm run seed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { bin, ensureDependencies, root, run, stop } from './project.mjs'

/** Programs by name, each with the message of a failure; the lines above that message give the reason. */
const programs = {
  admin: { source: 'server/cli/admin.ts', failed: undefined },
  import: {
    source: 'server/cli/import.ts',
    failed: 'The table was not imported whole; the lines above say why.',
  },
  seed: { source: 'demo/main.ts', failed: 'The database was not filled; the lines above say why.' },
}
const [name, ...given] = process.argv.slice(2)
const { source, failed } = programs[name]
await ensureDependencies()
await ensureBuild()
const built = join(root, `dist/server/${name}.js`)
const [command, file] = existsSync(built) ? [process.execPath, built] : [bin('tsx'), source]
try {
  await run(command, [file, ...given])
} catch {
  if (failed !== undefined) stop(failed)
  process.exitCode = 1
}
