// npm run dev: starts Vite with hot reload, and behind it the API, which restarts at every change.
import { spawn } from 'node:child_process'
import { bin, ensureDependencies, root } from './project.mjs'

await ensureDependencies()
const port = process.env.PORT ?? '3000'
const children = [
  spawn(bin('tsx'), ['watch', '--clear-screen=false', '--exclude', 'dist', 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: port },
  }),
  spawn(bin('vite'), [], { cwd: root, stdio: 'inherit', env: { ...process.env, PORT: port } }),
]
const end = () => children.forEach((child) => child.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)
for (const child of children) child.on('exit', end)
