// npm start: installs, builds and starts the marketplace, from a fresh clone on.
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
// A terminal sends Ctrl+C to both processes; a process manager sends its signal to this one only.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
