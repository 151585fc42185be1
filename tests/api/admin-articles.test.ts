import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { z } from 'zod/mini'
import { adminArticleRoutes } from '#contract/admin/admin-articles.ts'
import { auditLogRoutes } from '#contract/admin/audit-log.ts'
import { type BlogForm, blogRoutes } from '#contract/blogs.ts'
import { pictureWords, uploadLimits } from '#contract/sync/uploads.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { addUser, adminSession, furnish } from '../support/motorkin.ts'

let server: TestServer
let admin: string
const start = '2026-03-01T09:00:00.000Z'
const later = '2026-03-01T15:30:00.000Z'

beforeAll(async () => {
  server = await testServer({
    seed: async ({ db }) => {
      await furnish(db)
      await addUser(db, { id: 'desk', role: 'admin' })
    },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(start)
  admin = await adminSession(server, { id: 'desk', email: 'desk@motorkin.test' })
  await server.db.run({ text: 'delete from blogs; delete from videos; delete from idempotency' })
})

const article = { title: 'How to read a service book', description: '<p>Look for stamps.</p>', image: '' }
const save = async (over: Partial<BlogForm> = {}, key?: string) => {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return server.call(blogRoutes.saveBlog, { body: { ...article, ...over }, token: admin, headers })
}
const slugOf = async (over: Partial<BlogForm> = {}) => (await save(over)).reply.data.slug
const read = async (slug: string) =>
  (await server.call(blogRoutes.getBlogBySlug, { params: { slug } })).status
const published = async (body: object = {}) =>
  (await server.call(blogRoutes.listBlogs, { body })).reply.data.map(({ slug }) => slug)
const listed = async (body: object = {}) =>
  (await server.call(adminArticleRoutes.adminListArticles, { body, token: admin })).reply
const logRow = z.object({ action: z.string(), thing_id: z.string(), before: z.unknown(), after: z.unknown() })
const log = (thing: string) =>
  server.db.rows(logRow, {
    text: 'select * from audit_log where thing = $1 order by at desc, id desc',
    values: [thing],
  })

test('A scheduled article appears by itself at its time, everywhere at once [R-ROLE-20]', async () => {
  const slug = await slugOf({ publish_at: later })
  expect([await read(slug), await published(), await published({ search: 'service' })]).toEqual([404, [], []])
  expect((await listed()).data).toMatchObject([{ slug, state: 'scheduled', published_at: later }])
  server.clock.set('2026-03-01T15:29:59.000Z')
  expect(await read(slug)).toBe(404)
  server.clock.set(later)
  expect([await read(slug), await published(), await published({ search: 'service' })]).toEqual([
    200,
    [slug],
    [slug],
  ])
  const { data } = (await server.call(blogRoutes.getBlogBySlug, { params: { slug } })).reply
  expect([data.updated_at, data.time_ago]).toEqual([later, 'just now'])
})

test('A draft, a scheduled and a published article turn into each other', async () => {
  const slug = await slugOf({ published: false })
  const state = async () => (await listed()).data[0]?.state
  expect([await state(), await read(slug)]).toEqual(['draft', 404])
  await save({ slug, publish_at: later })
  expect([await state(), await read(slug)]).toEqual(['scheduled', 404])
  await save({ slug })
  expect([await state(), await read(slug)]).toEqual(['published', 200])
  await save({ slug, publish_at: later })
  expect([await state(), await read(slug)]).toEqual(['scheduled', 404])
  await save({ slug, published: false })
  expect([await state(), await read(slug)]).toEqual(['draft', 404])
})

test('A new article sent again with other words is still one article', async () => {
  const id = '0mkd3f9a-one-article'
  const first = (await save({ id, published: false }, 'first.0')).reply.data
  const again = (await save({ id, title: 'Read a service book' }, 'second.0')).reply.data
  expect([again.slug, again._id]).toEqual([first.slug, id])
  expect(await listed()).toMatchObject({
    totalCount: 1,
    data: [{ _id: id, title: 'Read a service book', state: 'published' }],
  })
  expect((await log('article')).map(({ action }) => action).slice(0, 2)).toEqual([
    'edit-article',
    'write-article',
  ])
  // Another article with the same title has its own slug.
  expect((await save({ id: '0mkd3f9b-another-one' })).reply.data.slug).not.toBe(first.slug)
})

test('A new article sent twice at once is one article', async () => {
  const id = '0mkd3f9c-both-at-once'
  const both = await Promise.all([save({ id }, 'a.0'), save({ id, title: 'Stamps' }, 'b.0')])
  const answers = both.map((answer) => (answer.status === 200 ? 'saved' : answer.error.code))
  expect(answers.filter((one) => one !== 'saved' && one !== 'key_in_progress')).toEqual([])
  await save({ id, title: 'Stamps' }, 'c.0')
  expect(await listed()).toMatchObject({ totalCount: 1, data: [{ _id: id, title: 'Stamps' }] })
})

test('A past publishing time means now; a corrected article keeps its publishing time', async () => {
  const slug = await slugOf({ publish_at: '2020-01-01T00:00:00.000Z' })
  expect((await listed()).data[0]?.published_at).toBe(start)
  server.clock.set(later)
  await save({ slug, title: 'Read the service book' })
  expect((await listed()).data[0]).toMatchObject({ published_at: start, title: 'Read the service book' })
  expect((await save({ publish_at: 'in twenty to thirty days' })).error.fields).toEqual({
    publish_at: 'Please choose a time',
  })
})

test('The list has drafts first and is narrowed by words and state', async () => {
  await save({ title: 'Old news' })
  server.clock.set(later)
  await save({ title: 'News' })
  await save({ title: 'A draft of news', published: false })
  await save({ title: 'Tomorrow', publish_at: '2026-03-03T06:30:00.000Z' })
  const titles = async (body: object) => (await listed(body)).data.map(({ title }) => title)
  expect(await titles({})).toEqual(['A draft of news', 'Tomorrow', 'News', 'Old news'])
  expect(await titles({ search: 'NEWS old' })).toEqual(['Old news'])
  expect(await titles({ state: 'scheduled' })).toEqual(['Tomorrow'])
  expect((await listed({ limit: 1, page: 4 })).totalCount).toBe(4)
})

test('A saved article is returned whole and sanitised, and every edit is logged once', async () => {
  const dirty = '<p onclick="x()">Look <script>alert(1)</script>here</p>'
  const first = await save({ description: dirty }, 'one-key')
  await save({ description: dirty }, 'one-key')
  const { slug, _id } = first.reply.data
  const whole = await server.call(adminArticleRoutes.adminGetArticle, { params: { slug }, token: admin })
  expect(whole.reply.data).toMatchObject({ _id, description: '<p>Look here</p>', state: 'published' })
  await save({ slug, published: false })
  expect((await log('article')).filter(({ thing_id }) => thing_id === _id)).toMatchObject([
    {
      action: 'edit-article',
      before: { published_at: start, text: expect.stringMatching(/^16 characters, SHA-256 [\da-f]{64}$/) },
      after: { published_at: null, text: expect.stringMatching(/^23 characters/) },
    },
    { action: 'write-article', before: null, after: { published_at: start, title: article.title } },
  ])
  const body = { search: 'service book', thing: 'article' } as const
  const { data } = (await server.call(auditLogRoutes.listAuditLog, { body, token: admin })).reply
  expect(data.map(({ action, name }) => [action, name])).toEqual([
    ['edit-article', article.title],
    ['write-article', article.title],
  ])
  const missing = await server.call(adminArticleRoutes.adminGetArticle, {
    params: { slug: 'no' },
    token: admin,
  })
  expect(missing.error.code).toBe('not_found')
})

async function sendImage(bytes: Buffer, field = 'image') {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)]), 'stamps.jpg')
  const whole = new Response(form)
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/admin_master/article-picture',
    headers: { authorization: `Bearer ${admin}`, 'content-type': whole.headers.get('content-type') ?? '' },
    payload: Buffer.from(await whole.arrayBuffer()),
  })
  const { data, fields } = answer.json<{ data: { image: string; blur: string }; fields?: object }>()
  return { data, fields }
}

test('An admin adds, replaces and removes an article’s picture, and the log records it [R-ROLE-20]', async () => {
  const plain = { width: 64, height: 48, channels: 3, background: '#a44' } as const
  const first = await sendImage(await sharp({ create: plain }).jpeg().toBuffer())
  const second = await sendImage(
    await sharp({ create: { ...plain, background: '#4a4' } })
      .png()
      .toBuffer(),
  )
  const address = (sent: typeof first) => `/media/${sent.data.image}/1280.webp`
  const { slug, _id } = (await save({ image: first.data.image })).reply.data
  const image = async () =>
    (await server.call(blogRoutes.getBlogBySlug, { params: { slug } })).reply.data.image
  expect(await image()).toBe(address(first))
  expect((await server.app.inject({ url: address(first) })).headers['content-type']).toBe('image/webp')
  await save({ slug, image: second.data.image })
  expect(await image()).toBe(address(second))
  await save({ slug, image: '' })
  expect(await image()).toBe('')
  expect((await log('article')).filter(({ thing_id }) => thing_id === _id)).toMatchObject([
    { before: { image: address(second) }, after: { image: '' } },
    { before: { image: address(first) }, after: { image: address(second) } },
    { after: { image: address(first) } },
  ])
})

test('What is no picture, too large or missing is refused at its field', async () => {
  expect((await sendImage(Buffer.from('%PDF-1.7'))).fields).toEqual({ image: pictureWords.type })
  const large = Buffer.alloc(uploadLimits.bytes + 1)
  expect((await sendImage(large)).fields).toEqual({ image: pictureWords.bytes })
  expect((await sendImage(Buffer.alloc(3), 'picture')).fields).toHaveProperty('picture')
})

test('An admin adds a video by address and removes it; the log has both [R-BLOG-05]', async () => {
  const add = (body: object) => server.call(adminArticleRoutes.addVideo, { body, token: admin })
  expect((await add({ address: 'https://vimeo.com/1', title: 'T' })).error.fields).toHaveProperty('address')
  const { id } = (await add({ address: 'https://youtu.be/fakevideo01', title: 'Meet the Fortuner' })).reply
  const shown = async () =>
    (await server.call(adminArticleRoutes.adminListVideos, { token: admin })).reply.data
  expect(await shown()).toMatchObject([
    { _id: 'fakevideo01', title: 'Meet the Fortuner', source: 'operator' },
  ])
  const remove = () => server.call(adminArticleRoutes.removeVideo, { body: { id }, token: admin })
  expect((await remove()).status).toBe(200)
  expect((await remove()).error.code).toBe('not_found')
  expect(await shown()).toEqual([])
  expect((await log('video')).slice(0, 2)).toMatchObject([
    { action: 'remove-video' },
    { action: 'add-video' },
  ])
})
