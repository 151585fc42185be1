import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDataDir } from '../support/api.ts'

const run = promisify(execFile)
// The folder is inside the project, where the server finds its packages.
const home = 'node_modules/.cache/motorkin'
let built: string
/** Files of the build by the modules that they contain. */
let modulesOf: Map<string, string[]>
const children: ChildProcess[] = []
const folders: (() => void)[] = []

beforeAll(async () => {
  mkdirSync(home, { recursive: true })
  built = mkdtempSync(join(home, 'server-'))
  folders.push(() => rmSync(built, { recursive: true, force: true }))
  const args = ['build', '--config', 'vite.server.config.ts', '--outDir', built, '--logLevel', 'error']
  await run(process.execPath, ['node_modules/vite/bin/vite.js', ...args])
  cpSync('server/migrations', join(built, 'migrations'), { recursive: true })
  const sourcesOf = (map: string) => {
    const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }
    return sources.map((source) => relative('.', resolve(dirname(map), source)))
  }
  const maps = readdirSync(built).filter((name) => name.endsWith('.js.map'))
  modulesOf = new Map(maps.map((name) => [name.slice(0, -'.map'.length), sourcesOf(join(built, name))]))
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const remove of folders) remove()
})

const isDemo = (module: string) => module.startsWith('demo/')

/** Starts the built server. Returns its address, or its error output. */
async function start(env: Record<string, string>): Promise<string> {
  const { dir, remove } = await freshDataDir()
  folders.push(remove)
  const secret = { AUTH_SECRET: 'x'.repeat(40) }
  const child = spawn(process.execPath, [join(built, 'main.js')], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', DATA_DIR: dir, PORT: '0', ...secret, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  return new Promise((done) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const address = /Motorkin is ready: (\S+)/.exec(said)?.[1]
      if (address !== undefined) done(address)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('close', () => done(said))
  })
}

test('The demo is built into files of its own, which the server alone names', () => {
  const demo = [...modulesOf].filter(([, all]) => all.some(isDemo))
  expect(demo.filter(([, all]) => !all.every(isDemo))).toEqual([])
  const names = demo.map(([name]) => name)
  expect(names).toContain('seed.js')
  const namesDemo = (file: string) => {
    const text = readFileSync(join(built, file), 'utf8')
    return names.some((name) => text.includes(`./${name}`))
  }
  const others = [...modulesOf.keys()].filter((file) => !names.includes(file))
  expect(others.filter(namesDemo)).toEqual(['main.js'])
})

test('A server without the demo runs from a build without demo modules', async () => {
  for (const [name, all] of modulesOf) if (all.some(isDemo)) rmSync(join(built, name))
  const origin = await start({})
  const makes = await fetch(`${origin}/api/v1/common/get-all-makes`)
  const { data } = (await makes.json()) as { data: unknown[] }
  expect(data).toHaveLength(62)
  const drawn = await fetch(`${origin}/media/suv-0e5a43-studio-side-five/320.webp`)
  expect([drawn.status, await drawn.json()]).toMatchObject([404, { code: 'not_found' }])
  // The removed files are those that a demo needs.
  expect(await start({ DEMO: '1' })).toMatch(/could not start\. Cannot find module .*demo-/)
})
