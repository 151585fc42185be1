// Bulk import: npm run import -- file.csv --dealer e-mail (--help says the rest).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { bin, ensureDependencies, root, run, stop } from './project.mjs'

await ensureDependencies()
await ensureBuild()
const built = join(root, 'dist/server/import.js')
const given = process.argv.slice(2)
const [command, args] = existsSync(built)
  ? [process.execPath, [built, ...given]]
  : [bin('tsx'), ['server/cli/import.ts', ...given]]
try {
  await run(command, args)
} catch {
  stop('The table was not imported whole; the lines above say why.')
}
