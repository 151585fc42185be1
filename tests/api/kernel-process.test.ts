import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockPathOf } from '../../server/kernel/db/lock.ts'
import { freshDataDir } from '../support/api.ts'
import { startS3 } from '../support/s3.ts'

let dir: string
let remove: () => void
const children: ChildProcess[] = []
beforeEach(async () => {
  const fresh = await freshDataDir()
  dir = fresh.dir
  remove = fresh.remove
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  remove()
})

function start(env: Record<string, string> = {}, program = 'server/main.ts') {
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    env: { PATH: process.env['PATH'], DATA_DIR: dir, PORT: '0', DEMO: '0', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  const hear = (chunk: Buffer) => {
    said += chunk.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const address = new Promise<string>((done, lost) => {
    child.stdout.on('data', () => {
      const found = /Motorkin is ready: (\S+)/.exec(said)?.[1]
      if (found) done(found)
    })
    void ended.then((code) => lost(new Error(`ended with ${code}: ${said}`)))
  })
  void Promise.allSettled([address])
  return { child, ended, address, said: () => said }
}

test('The server prints its address, answers there, and stops cleanly on SIGTERM', async () => {
  const { child, ended, address } = start()
  const origin = await address
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(existsSync(lockPathOf(join(dir, 'db')))).toBe(false)
})

test('A new database without the demo has the reference data and no people', { tags: ['full'] }, async () => {
  const { address, said } = start()
  const reply = await fetch(`${await address}/api/v1/common/get-all-makes`)
  const { data } = (await reply.json()) as { data: { maketitle: string }[] }
  expect(data.length).toBeGreaterThan(50)
  expect(said()).not.toContain('Demo sign-ins')
})

test('A second server on the same data is refused with a sentence', { tags: ['full'] }, async () => {
  const first = start()
  await first.address
  const second = start()
  expect(await second.ended).toBe(1)
  expect(second.said()).toMatch(/Motorkin could not start\. Another Motorkin process is using .*\/db\./)
  expect(second.said()).not.toContain('    at ')
})

test('Wrong settings are all named, and nothing is started', async () => {
  const { ended, said } = start({ PORT: 'x', MARKET: 'uk' })
  expect(await ended).toBe(1)
  expect(said()).toContain('PORT must be a whole number from 0 to 65535.')
  expect(said()).toContain('MARKET must be one of mixed, za, ng.')
})

test('A port that is taken is named', { tags: ['full'] }, async () => {
  const taken = await new Promise<Server>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => done(server))
  })
  const port = (taken.address() as { port: number }).port
  const { ended, said } = start({ PORT: String(port) })
  expect(await ended).toBe(1)
  expect(said()).toContain(
    `Port ${port} on 127.0.0.1 is taken by another program. Set PORT to another number.`,
  )
  taken.close()
})

test('A database that does not answer is named, without its password', { tags: ['full'] }, async () => {
  const { ended, said } = start({
    DATABASE_URL: 'postgres://someone:hush@127.0.0.1:1/motorkin',
    AUTH_SECRET: 'x'.repeat(32),
  })
  expect(await ended).toBe(1)
  expect(said()).toContain('The database of DATABASE_URL does not answer (connect ECONNREFUSED 127.0.0.1:1).')
  expect(said()).not.toMatch(/hush| {4}at /)
})

test('A host that is not of this machine is named', { tags: ['full'] }, async () => {
  const { ended, said } = start({ HOST: '192.0.2.1' })
  expect(await ended).toBe(1)
  expect(said()).toContain('HOST 192.0.2.1 is no address of this machine.')
})

test('The server names a setting that has little or no effect yet', { tags: ['full'] }, async () => {
  const { address, said } = start({
    AI_BASE_URL: 'https://hush@text.test/v1',
    AI_MODEL: 'any',
    PAYFAST_MERCHANT_ID: '10009876',
    PAYFAST_MERCHANT_KEY: 'keyofthetest1',
    PAYFAST_PASSPHRASE: 'hush, hush!',
  })
  await address
  expect(said()).toContain('AI_BASE_URL is not used yet')
  expect(said()).toContain('PAYFAST_PASSPHRASE has other signs than letters and digits')
  expect(said()).not.toContain('hush')
})

test(
  'The server names an unreachable picture store at start, without its key',
  { tags: ['full'] },
  async () => {
    const { ended, said } = start({ STORAGE_URL: 's3://key:hush@127.0.0.1:1/pictures' })
    expect(await ended).toBe(1)
    const wrong = 'The picture store of STORAGE_URL (http://127.0.0.1:1) does not answer (ECONNREFUSED).'
    expect(said()).toContain(`Motorkin could not start. ${wrong}`)
    expect(said()).not.toMatch(/hush| {4}at |DATABASE_URL/)
  },
)

test('With a picture store that answers the server is ready', { tags: ['full'] }, async () => {
  const s3 = await startS3()
  const { address } = start({ STORAGE_URL: s3.url })
  expect((await fetch(`${await address}/readyz`)).status).toBe(200)
  await s3.close()
})

test(
  'Demo data is refused with a sentence while a server uses the directory',
  { tags: ['full'] },
  async () => {
    await start().address
    const second = start({}, 'demo/main.ts')
    expect(await second.ended).toBe(1)
    expect(second.said()).toMatch(/Another Motorkin process is using .*\/db\./)
    expect(second.said()).not.toContain('    at ')
  },
)

test(
  'Demo cars written for a server without the demo: what is missing is said',
  { tags: ['full'] },
  async () => {
    const { ended, said } = start({}, 'demo/main.ts')
    expect(await ended).toBe(0)
    expect(said()).toContain(
      'Start the server with DEMO=1: without it the pictures of these cars are not drawn.',
    )
  },
)
