import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chunkType, imageIdOf, tusVersion, uploadPath, uploadsPath } from '#contract/sync/uploads.ts'
import { memoryStore } from '../../src/local/database/memory.ts'
import type { OwnTables } from '../../src/local/database/records.ts'
import { ownSchema } from '../../src/local/database/schema.ts'
import { acquireLeadership, hasLeadership } from '../../src/local/outbox/sending/turn.ts'
import { uploadBlob } from '../../src/local/upload/prepare.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import { freshDataDir, testConfig } from '../support/api.ts'
import { addUser } from '../support/motorkin.ts'

// The server is a separate process, killed in the middle of uploads.
const secret = 'a secret that only the tests know 1234'
let dir: string
let token: string
let origin: string
let child: ChildProcess
let remove: () => void

async function start(): Promise<void> {
  const started = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dir,
      PORT: '0',
      DEMO: '0',
      NODE_ENV: 'test',
      AUTH_SECRET: secret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  let said = ''
  origin = await new Promise((ready, failed) => {
    started.once('exit', () => failed(new Error(`It ended: ${said}`)))
    started.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /Motorkin is ready: (\S+)/.exec(said)?.[1]
      if (found) ready(found)
    })
  })
}
/** Simulates a power cut: the process ends without cleanup or flush. */
const kill = () =>
  new Promise<void>((dead) => {
    child.once('exit', () => dead())
    child.kill('SIGKILL')
  })

beforeAll(async () => {
  const fresh = await freshDataDir()
  dir = fresh.dir
  remove = fresh.remove
  const db = await openDb({ dataDir: dir, databaseUrl: undefined }, { info: () => {}, error: () => {} })
  const user = await addUser(db, { id: 'ada' })
  await db.close()
  token = await issueToken(user, { config: testConfig({ AUTH_SECRET: secret }), now: () => new Date() }, 3600)
  await start()
})
afterAll(async () => {
  await kill()
  remove()
})

const auth = () => ({ authorization: `Bearer ${token}`, 'tus-resumable': tusVersion })
async function noise(width = 1200, height = 800): Promise<Buffer<ArrayBuffer>> {
  const raw = randomBytes(width * height * 3)
  return Buffer.from(
    await sharp(raw, { raw: { width, height, channels: 3 } })
      .jpeg()
      .toBuffer(),
  )
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function create(bytes: Buffer): Promise<string> {
  const answer = await fetch(origin + uploadsPath, {
    method: 'POST',
    headers: {
      ...auth(),
      'upload-length': String(bytes.length),
      'upload-metadata': `sha256 ${btoa(sha256(bytes))}`,
    },
  })
  expect(answer.status).toBe(201)
  return uploadPath(imageIdOf(sha256(bytes)))
}
async function standing(path: string): Promise<number> {
  const answer = await fetch(origin + path, { method: 'HEAD', headers: auth() })
  expect(answer.status).toBe(200)
  return Number(answer.headers.get('upload-offset'))
}
const rest = (path: string, bytes: Buffer<ArrayBuffer>, from: number) =>
  fetch(origin + path, {
    method: 'PATCH',
    headers: { ...auth(), 'upload-offset': String(from), 'content-type': chunkType },
    body: bytes.subarray(from),
  })
const filesOf = (name: string) =>
  readdirSync(join(dir, 'uploads/parts')).filter((file) => file.includes(name))

/** Starts to send everything from `from`, and stops when the server has received `part` bytes. */
async function sendPart(path: string, bytes: Buffer, { from, part }: { from: number; part: number }) {
  const sending = request(origin + path, {
    method: 'PATCH',
    headers: {
      ...auth(),
      'upload-offset': String(from),
      'content-type': chunkType,
      'content-length': String(bytes.length - from),
    },
  })
  sending.on('error', () => undefined)
  sending.write(bytes.subarray(from, from + part))
  const file = join(dir, 'uploads/parts', filesOf(path.split('/').at(-1) ?? '')[0] ?? '')
  await expect.poll(() => statSync(file).size).toBeGreaterThanOrEqual(from + part)
  return sending
}

test('A connection that drops in the middle loses nothing that had arrived [S04 I13]', async () => {
  const bytes = await noise()
  const path = await create(bytes)
  const sending = await sendPart(path, bytes, { from: 0, part: 200_000 })
  sending.destroy()
  await expect.poll(() => standing(path)).toBe(200_000)
  expect((await rest(path, bytes, 200_000)).status).toBe(204)
  expect((await fetch(`${origin}/media/${imageIdOf(sha256(bytes))}/640.avif`)).status).toBe(200)
})

test(
  'A connection that hangs does not keep the next one from going on [S05 S30]',
  { tags: ['full'] },
  async () => {
    const bytes = await noise()
    const path = await create(bytes)
    // The connection stays silent from here on, and is never closed.
    const sending = await sendPart(path, bytes, { from: 0, part: 100_000 })
    expect(await standing(path)).toBe(100_000)
    expect((await rest(path, bytes, 100_000)).status).toBe(204)
    sending.destroy()
  },
)

test('An upload to a killed server continues at the byte that it had [S04 S44 I13]', async () => {
  const bytes = await noise()
  const path = await create(bytes)
  const sending = await sendPart(path, bytes, { from: 0, part: 300_000 })
  await kill()
  sending.destroy()
  await start()
  expect(await standing(path)).toBe(300_000)
  expect((await rest(path, bytes, 300_000)).status).toBe(204)
  const id = imageIdOf(sha256(bytes))
  expect((await fetch(`${origin}/media/${id}/1280.webp`)).status).toBe(200)
  expect(filesOf(id)).toEqual([])
})

test(
  'The phone’s uploader completes a picture although the server is killed repeatedly [S04 S44 S51 I13]',
  { tags: ['full'] },
  async () => {
    const bytes = await noise(2000, 1400)
    const store = memoryStore<OwnTables>(ownSchema)
    const hash = sha256(bytes)
    const id = `draft/${imageIdOf(hash)}`
    await store.transaction('write', ['blobs'], (tx) =>
      tx.put('blobs', {
        id,
        owner: 'draft',
        name: 'a.jpg',
        type: 'image/jpeg',
        size: bytes.length,
        sha256: hash,
        width: 2000,
        height: 1400,
        buf: Uint8Array.from(bytes).buffer,
      }),
    )
    const upload = async () =>
      (await store.transaction('read', ['blobs'], (tx) => tx.get('blobs', id)))?.upload
    let pieces = 0
    let deaths = 0
    let sent = 0
    let lost = 0
    let high = 0
    for (let round = 0; round < 12 && (await upload())?.done === undefined; round++) {
      const epoch = await acquireLeadership(store, Date.now())
      await uploadBlob(id, {
        store,
        http: {
          fetch: async (path, init) => {
            const confirmed = (await upload())?.offset ?? 0
            expect(confirmed).toBeGreaterThanOrEqual(high)
            high = confirmed
            const length = (init.body as Uint8Array | undefined)?.length ?? 0
            sent += length
            const answer = fetch(origin + path, init)
            if (init.method !== 'PATCH' || ++pieces % 2 !== 0 || deaths >= 2) return answer
            deaths += 1
            lost += length
            void Promise.allSettled([answer])
            await kill()
            return answer
          },
          setTimeout: (work, ms) => setTimeout(work, ms),
          clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
        },
        now: () => Date.now(),
        signed: (call) => call(token),
        stillLeads: () => hasLeadership(store, epoch),
      })
      if (child.signalCode !== null) await start()
    }
    expect(deaths).toBeGreaterThan(0)
    expect(await upload()).toMatchObject({ offset: bytes.length, done: expect.any(Number) })
    expect(sent).toBeLessThanOrEqual(bytes.length + lost)
    const shown = await fetch(`${origin}/media/${imageIdOf(hash)}/1280.webp`)
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(1280)
  },
)

test('An invalid or incomplete HTTP request does not harm the server', async () => {
  const bytes = await noise(300, 200)
  const path = await create(bytes)
  const { port } = new URL(origin)
  const socket = connect(Number(port), '127.0.0.1')
  const head = `PATCH ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nTus-Resumable: 1.0.0\r\n`
  socket.on('error', () => undefined)
  socket.write(
    `${head}Upload-Offset: 0\r\nContent-Type: ${chunkType}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  )
  socket.resume()
  await new Promise((closed) => socket.once('close', closed))
  expect((await rest(path, bytes, await standing(path))).status).toBe(204)
})
