import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { blogRoutes } from '#contract/blogs.ts'
import { refreshVideos } from '../../server/blogs/refresh-videos.ts'
import { addVideo } from '../../server/blogs/videos-store.ts'
import {
  fakeChannel,
  fakeKey,
  type FakeVideo,
  type FakeVideoPlatform,
  fakeVideoPlatform,
} from '../fakes/fake-video-platform.ts'
import { videoPlatformOf } from '../../server/integrations/video-platform.ts'
import { reapUploads } from '../../server/pictures/uploads/reaper.ts'
import { uploadServiceOf } from '../../server/pictures/uploads/upload-service.ts'
import { testServer, type TestServer } from '../support/api.ts'

const hour = 3_600_000
const videoOf = (n: number, over: Partial<FakeVideo> = {}): FakeVideo => ({
  id: `fakevideo${String(n).padStart(2, '0')}`,
  title: `Video ${n}`,
  publishedAt: new Date(Date.UTC(2026, 1, 28 - n)).toISOString(),
  ...over,
})

let fake: FakeVideoPlatform
let server: TestServer
/** A server without a channel. */
let bare: TestServer
const webRoot = mkdtempSync(join(tmpdir(), 'motorkin-videos-'))
beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><html><head></head><body></body></html>')
  fake = await fakeVideoPlatform()
  const where = { YOUTUBE_URL: fake.url, YOUTUBE_PICTURES_URL: fake.url }
  server = await testServer({
    env: { ...where, YOUTUBE_API_KEY: fakeKey, YOUTUBE_CHANNEL: fakeChannel },
    webRoot,
  })
  bare = await testServer({ env: where, webRoot })
})
afterAll(async () => {
  await Promise.all([server.close(), bare.close(), fake.close()])
  rmSync(webRoot, { recursive: true })
})
beforeEach(async () => {
  for (const { db, clock } of [server, bare]) {
    clock.set('2026-03-01T09:00:00.000Z')
    await db.run({ text: `delete from videos; update outside_lists set next_at = '-infinity', tries = 0` })
  }
  Object.assign(fake, { videos: [videoOf(1), videoOf(2)], calls: [], mood: 'well' })
})

const reasons: string[] = []
const log = { warn: (o: object) => void reasons.push(JSON.stringify(o)) }
const patience = () => ({
  ms: fake.mood === 'slow' ? 1000 : 30_000,
  listBytes: 512 * 1024,
  posterBytes: 3 * 1024 * 1024,
})
const refresh = (of: TestServer = server) =>
  refreshVideos(of.deps, videoPlatformOf(of.deps.config, patience()), log)
const listed = async (of: TestServer = server) => (await of.call(blogRoutes.listVideos)).reply.data
const titles = async (of?: TestServer) => (await listed(of)).map(({ title }) => title)
const asked = (path: string) => fake.calls.filter((call) => call.startsWith(path))

test('The server fetches 25 channel activities and lists uploads by title and video id [R-EXT-06 R-BLOG-05]', async () => {
  fake.videos = Array.from({ length: 30 }, (_, n) => videoOf(n))
  Object.assign(fake.videos[3] ?? {}, { type: 'like' })
  Object.assign(fake.videos[4] ?? {}, { type: 'playlistItem' })
  await refresh()
  expect(asked('/youtube')).toEqual([
    `/youtube/v3/activities?part=snippet%2CcontentDetails&channelId=${fakeChannel}&maxResults=25&key=${fakeKey}`,
  ])
  const data = await listed()
  expect(data).toHaveLength(23)
  expect(data[0]).toMatchObject({
    _id: 'fakevideo00',
    title: 'Video 0',
    published_at: '2026-02-28T00:00:00.000Z',
  })
  expect(data.map(({ _id }) => _id)).not.toContain('fakevideo03')
  expect(data.map(({ _id }) => _id)).not.toContain('fakevideo04')
})

test('Where nothing is set up there are no videos and nobody is asked [R-BLOG-06]', async () => {
  await refresh(bare)
  expect(await listed(bare)).toEqual([])
  expect(fake.calls).toEqual([])
})

test('The platform is asked once an hour, by one process of many', async () => {
  await Promise.all([refresh(), refresh(), refresh()])
  expect(asked('/youtube')).toHaveLength(1)
  server.clock.advance(hour - 1)
  await refresh()
  expect(asked('/youtube')).toHaveLength(1)
  server.clock.advance(1)
  fake.videos = [videoOf(3)]
  await refresh()
  expect(asked('/youtube')).toHaveLength(2)
  expect(await titles()).toEqual(['Video 3'])
})

test.each(['quota', 'slow', 'broken', 'html', 'no-json', 'huge', 'redirect'] as const)(
  'When a platform is %s, the last list stays, and retries slow down [R-BLOG-06]',
  async (mood) => {
    await refresh()
    fake.mood = mood
    server.clock.advance(hour)
    await refresh()
    expect(await titles()).toEqual(['Video 1', 'Video 2'])
    server.clock.advance(9 * 60_000)
    await refresh()
    expect(asked('/youtube')).toHaveLength(2)
    server.clock.advance(60_000)
    await refresh()
    expect(asked('/youtube')).toHaveLength(3)
    server.clock.advance(10 * 60_000)
    await refresh()
    expect(asked('/youtube')).toHaveLength(3)
    fake.mood = 'well'
    fake.videos = [videoOf(3)]
    server.clock.advance(10 * 60_000)
    await refresh()
    expect(await titles()).toEqual(['Video 3'])
    expect(reasons.join('\n')).not.toContain(fakeKey)
  },
)

test('An unreadable video in a list is left out, and the rest is shown', async () => {
  fake.mood = 'odd'
  fake.videos = [videoOf(1, { title: '\u202eTurned\u0000 around\n' }), videoOf(2, { title: ' ' }), videoOf(3)]
  await refresh()
  expect(await titles()).toEqual(['Turned around', 'Video 3'])
})

test('Posters are fetched by the server and served in its own widths and formats', async () => {
  fake.videos = [videoOf(1), videoOf(2, { small: true })]
  await refresh()
  expect(asked('/vi/')).toEqual([
    '/vi/fakevideo01/maxresdefault.jpg',
    '/vi/fakevideo02/maxresdefault.jpg',
    '/vi/fakevideo02/hqdefault.jpg',
  ])
  for (const { poster, blur } of await listed()) {
    expect(poster).toMatch(/^\/media\/img_[0-9a-f]{32}\/1280\.webp$/)
    expect(blur).toMatch(/^data:image\/webp/)
    const answer = await server.app.inject({ url: poster.replace('1280.webp', '320.avif') })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/avif'])
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 320, height: 180 })
  }
  await refresh()
  expect(asked('/vi/')).toHaveLength(3)
})

test.each(['html', 'huge', 'redirect', 'slow'] as const)(
  'A picture that is %s shows none, and is tried again later',
  async (mood) => {
    fake.videos = [videoOf(1)]
    await addVideo(bare.db, { id: 'fakevideo01', title: 'Ours', now: bare.clock.now() })
    fake.mood = mood
    await refresh(bare)
    expect(await listed(bare)).toMatchObject([{ title: 'Ours', poster: '', blur: '' }])
    fake.mood = 'well'
    await refresh(bare)
    expect((await listed(bare))[0]?.poster).toBe('')
    bare.clock.advance(10 * 60_000)
    await refresh(bare)
    expect((await listed(bare))[0]?.poster).toMatch(/^\/media\/img_/)
  },
)

test('A picture that never comes is asked for ten times and no more', async () => {
  await addVideo(bare.db, { id: 'fakevideo09', title: 'Gone', now: bare.clock.now() })
  for (let n = 0; n < 12; n++) {
    await refresh(bare)
    bare.clock.advance(24 * hour)
  }
  expect(asked('/vi/fakevideo09/max')).toHaveLength(10)
})

test('A video’s picture survives the sweep of uploads and is deleted with the video', async () => {
  fake.videos = [videoOf(1)]
  await refresh()
  const poster = (await listed())[0]?.poster ?? ''
  server.clock.advance(30 * 24 * hour)
  await reapUploads(server.deps, uploadServiceOf(server.deps))
  expect((await server.app.inject({ url: poster })).statusCode).toBe(200)
  fake.videos = []
  await refresh()
  await reapUploads(server.deps, uploadServiceOf(server.deps))
  expect((await server.app.inject({ url: poster })).statusCode).toBe(404)
})

test('A page may embed one player host, and only where videos exist [R-BLOG-05]', async () => {
  const framesOf = async (of: TestServer) => {
    const page = await of.app.inject({ url: '/blog', headers: { accept: 'text/html' } })
    return /frame-src ([^;]*)/.exec(String(page.headers['content-security-policy']))?.[1]
  }
  // A page uses the result of the check that an earlier page started.
  await expect.poll(() => framesOf(server)).toBe('https://www.youtube-nocookie.com')
  expect(await framesOf(bare)).toBe("'none'")
  await addVideo(bare.db, { id: 'fakevideo01', title: 'Ours', now: bare.clock.now() })
  await expect.poll(() => framesOf(bare)).toBe('https://www.youtube-nocookie.com')
})
