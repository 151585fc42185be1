// npm start: from a fresh clone to a running marketplace.
import { ensureBuild } from './build.mjs'
import { ensureDependencies, nodeOptions, root } from './project.mjs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'

await ensureDependencies()
await ensureBuild()
const server = spawn(
  process.execPath,
  [...nodeOptions, '--enable-source-maps', join(root, 'dist/server/main.js')],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
// The terminal sends Ctrl+C to both; a supervisor sends it to this process only.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
