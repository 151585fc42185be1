// What an operator does: npm run admin -- add-video … (without a verb it says which there are).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { bin, ensureDependencies, root, run } from './project.mjs'

await ensureDependencies()
await ensureBuild()
const built = join(root, 'dist/server/admin.js')
const given = process.argv.slice(2)
const [command, args] = existsSync(built)
  ? [process.execPath, [built, ...given]]
  : [bin('tsx'), ['server/cli/admin.ts', ...given]]
try {
  await run(command, args)
} catch {
  // The lines above say why.
  process.exitCode = 1
}
