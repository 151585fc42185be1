// Fills an empty database with demo data: npm run seed -- --cars 600 --seed 1 (up to 1,000,000 cars).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { bin, ensureDependencies, root, run, stop } from './project.mjs'

await ensureDependencies()
await ensureBuild()
const built = join(root, 'dist/server/seed.js')
const given = process.argv.slice(2)
const [command, args] = existsSync(built)
  ? [process.execPath, [built, ...given]]
  : [bin('tsx'), ['demo/main.ts', ...given]]
try {
  await run(command, args)
} catch {
  stop('The database was not filled; the lines above say why.')
}
