import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newsletterVerbs } from '../../server/cli/admin/people-verbs.ts'
import { Misused, verbNamed } from '../../server/cli/admin/verb.ts'
import { videoVerbs } from '../../server/cli/admin/content-verbs.ts'
import { addVideo, saveUploads, listVideos } from '../../server/blogs/videos-store.ts'
import { lockDirectory } from '../../server/kernel/db/lock.ts'
import { freshDataDir, type TestDeps, testDeps } from '../support/api.ts'

let world: TestDeps
beforeAll(async () => {
  world = await testDeps()
})
afterAll(() => world.end())
beforeEach(() => world.deps.db.run({ text: 'delete from videos; delete from newsletter_subscribers' }))

const verbs = [...videoVerbs, ...newsletterVerbs]
const operate = (name: string, ...args: string[]) => {
  const verb = verbNamed(verbs, name)
  if (!verb) throw new Error(name)
  return verb.run(world.deps, args)
}

test('An operator without a channel adds a video, lists it and takes it away [R-BLOG-05]', async () => {
  expect(await operate('list-videos')).toEqual(['There are no videos.'])
  const said = await operate('add-video', 'https://youtu.be/fakevideo01?si=x', 'Meet', 'the Fortuner')
  expect(said).toEqual(['Added fakevideo01: Meet the Fortuner'])
  await operate('add-video', 'fakevideo01', 'Meet the new Fortuner')
  expect(await listVideos(world.deps.db, false)).toMatchObject([
    { _id: 'fakevideo01', title: 'Meet the new Fortuner' },
  ])
  expect(await operate('list-videos')).toEqual([
    expect.stringMatching(/^fakevideo01 +operator +no picture +Meet the new/),
  ])
  await operate('remove-video', 'fakevideo01')
  expect(await listVideos(world.deps.db, false)).toEqual([])
})

test('The titles of listed videos stand below each other', async () => {
  const { db, now } = world.deps
  for (const id of ['fakevideo01', 'fakevideo02']) await addVideo(db, { id, title: 'Meet', now: now() })
  await db.run({ text: "update videos set blur = 'data:' where id = 'fakevideo01'" })
  const [one = '', other = ''] = await operate('list-videos')
  expect(one.indexOf('Meet')).toBe(other.indexOf('Meet'))
})

test('What an operator added outlives every list of the channel', async () => {
  const { db, now } = world.deps
  const upload = { id: 'fakevideo01', title: "The channel's words", published: now() }
  await saveUploads(db, [upload], now())
  await addVideo(db, { id: 'fakevideo01', title: 'Our words', now: now() })
  await saveUploads(db, [upload], now())
  await saveUploads(db, [], now())
  expect(await listVideos(db, false)).toMatchObject([{ title: 'Our words' }])
})

test.each([
  ['add-video', 'https://vimeo.com/fakevideo01', 'Title'],
  ['add-video', 'fakevideo01'],
  ['add-video', 'fakevideo01', 'x'.repeat(151)],
  ['add-video'],
  ['remove-video', 'fakevideo01'],
])('What makes no sense is refused with a sentence: %s %s', async (...typed) => {
  const [name, ...args] = typed
  await expect(operate(name, ...args)).rejects.toThrow(Misused)
  expect(await listVideos(world.deps.db, true)).toEqual([])
})

test('An operator without a service gets the addresses that confirmed, and no others', async () => {
  const add = (id: string, state: string) =>
    world.deps.db.run({
      text: `insert into newsletter_subscribers (id, email, address_hash, state, asked_at, letter_due, forward_at, confirmed_at)
        values ($1, $1 || '@example.org', $1, $2, now(), false, now(), now())`,
      values: [id, state],
    })
  await add('reader', 'confirmed')
  await add('asked', 'asked')
  expect(await operate('newsletter')).toEqual(['reader@example.org'])
})

const program = (dir: string, ...args: string[]) =>
  new Promise<{ code: number; said: string }>((done) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'server/cli/admin.ts', ...args],
      { env: { PATH: process.env['PATH'], DATA_DIR: dir, NODE_ENV: 'test' } },
      (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    )
  })

test('The admin CLI prints help and refuses a database that a server is using', async () => {
  const { dir, remove } = await freshDataDir()
  mkdirSync(join(dir, 'db'), { recursive: true })
  const lock = await lockDirectory(join(dir, 'db'))
  const [help, unknown, locked] = await Promise.all([
    program(dir),
    program(dir, 'dance'),
    program(dir, 'add-video', 'fakevideo01', 'Title'),
  ])
  expect(help).toMatchObject({
    code: 0,
    said: expect.stringContaining('add-video <YouTube address or id> "<title>"') as string,
  })
  expect(unknown).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no verb dance.') as string,
  })
  expect(locked.code).toBe(1)
  expect(locked.said).toMatch(/^Nothing was done\. Another Motorkin process is using .*\/db\. Stop it first/)
  await lock.release()
  expect(await program(dir, 'add-video', 'fakevideo01', 'Title')).toEqual({
    code: 0,
    said: 'Added fakevideo01: Title\n',
  })
  remove()
})
