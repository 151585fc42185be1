// npm run bench [-- name]: prints tables with ratios from bench/*.ts; a slow result is no failure.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { bin, ensureChromium, ensureDependencies, nodeOptions, root, run, printLine } from './project.mjs'

await ensureDependencies()
const known = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts') && !file.startsWith('_'))
  .map((file) => file.replace(/\.ts$/, ''))
const [name, ...rest] = process.argv.slice(2)
if (name !== undefined && !known.includes(name)) {
  printLine(`There is no benchmark "${name}". Known: ${known.join(', ')}`)
  process.exit(1)
}
await ensureBuild()
const built = join(root, 'dist/server/bench')
await run(bin('vite'), ['build', '--config', 'vite.bench.config.ts', '--logLevel', 'warn'])
const CHROMIUM_PATH = await ensureChromium()
for (const one of name === undefined ? known : [name]) {
  printLine(`\n${one}`)
  const program = join(built, `${one}.js`)
  const shipped = [process.execPath, ...nodeOptions, program]
  const [node, ...given] = existsSync(program) ? shipped : [bin('tsx'), `bench/${one}.ts`]
  await run(node, [...given, ...rest], { env: { CHROMIUM_PATH } })
}
