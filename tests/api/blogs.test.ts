import { z } from 'zod/mini'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BlogForm, blogLimits, blogRoutes } from '#contract/blogs.ts'
import { profileRoutes } from '#contract/users/profile.ts'
import { accountRoutes } from '#contract/users/account.ts'
import { routes } from '#contract/index.ts'
import { safeArticle } from '../../server/blogs/blogs-rules.ts'
import { forgetUploads } from '../../server/pictures/uploads/uploads-store.ts'
import { formOf, town } from '../support/accounts.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { hostileHtml } from '../support/hostile-html.ts'
import { addUser, adminSession, furnish } from '../support/motorkin.ts'
import { testImage } from '../support/writes.ts'

let server: TestServer
let admin: string
let user: string
const drawn = '/media/suv-0e5a43-coast-flip-five/1280.webp'

beforeAll(async () => {
  server = await testServer({
    seed: async ({ db }) => {
      await furnish(db)
      await addUser(db, { id: 'desk', role: 'admin' })
      await addUser(db, { id: 'user' })
    },
  })
  admin = await adminSession(server, { id: 'desk' })
  user = await tokenOf('user')
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set('2026-03-01T09:00:00.000Z')
  await server.db.run({ text: 'delete from blogs; delete from idempotency' })
})

const tokenOf = (id: string, role: 'user' | 'admin' = 'user') =>
  server.token({ id, fullname: id, email: '', avatarurl: '', is_subscriber: false, role })
const article = { title: 'How to read a service book', description: '<p>Look for stamps.</p>', image: '' }
const save = (over: Partial<BlogForm> = {}, token = admin, headers: Record<string, string> = {}) =>
  server.call(blogRoutes.saveBlog, { body: { ...article, ...over }, token, headers })
const list = async (body: object = {}) => (await server.call(blogRoutes.listBlogs, { body })).reply
const read = (slug: string) => server.call(blogRoutes.getBlogBySlug, { params: { slug } })
/** Publishes `count` articles, one minute apart. */
async function write(count: number): Promise<void> {
  for (let i = 1; i <= count; i++) {
    server.clock.advance(60_000)
    await save({ title: `Article ${i}` })
  }
}

describe('The list', () => {
  test('Anybody reads published articles, newest first, twelve a page, with the total number [R-API-41 R-BLOG-04 R-ENT-18]', async () => {
    await write(13)
    const first = await list()
    expect(first.count_records).toBe(13)
    expect(first.data.map(({ title }) => title)).toEqual(
      Array.from({ length: 12 }, (_, i) => `Article ${13 - i}`),
    )
    const second = await list({ page: 2 })
    expect(second.data.map(({ title }) => title)).toEqual(['Article 1'])
    expect(second.count_records).toBe(13)
    expect((await list({ page: 3 })).data).toEqual([])
    expect((await list({ page: 2, limit: 5 })).data.map(({ title }) => title)[0]).toBe('Article 8')
  })

  test('A row carries the first words as plain text and never the whole article [R-API-41 R-ENT-18]', async () => {
    const words = 'a long sentence about tyres & <b>brakes</b>, '.repeat(20)
    await save({ description: `<h2>First</h2><p>${words}</p><script>x</script>`, image: drawn })
    const [row] = (await list()).data
    expect(row).toMatchObject({ image: drawn, slug: 'how-to-read-a-service-book', time_ago: 'just now' })
    expect(row?.description).toMatch(/^a long sentence about tyres & brakes, a long .*…$/)
    expect(row?.description.length).toBeLessThanOrEqual(blogLimits.excerpt)
  })

  test('A search finds articles by word beginnings, ignoring accents and case, and counts them [R-API-41 R-API-52]', async () => {
    await save({ title: 'Tyres for the rainy season' })
    await save({ title: 'Papers', description: '<p>Customs in <b>Lagos</b>, a Citroën and tyres</p>' })
    const titles = async (search: string) => (await list({ search })).data.map(({ title }) => title).sort()
    expect(await titles('TYRE')).toEqual(['Papers', 'Tyres for the rainy season'])
    expect(await titles('citroen tyr')).toEqual(['Papers'])
    expect(await titles('yres')).toEqual([])
    expect(await titles("%_'; drop table blogs")).toEqual([])
    expect((await list({ search: 'rain' })).count_records).toBe(1)
    expect((await list({ search: '' })).count_records).toBe(2)
  })
})

describe('An article', () => {
  test('is read by its address, whole, with the day it was last changed [R-API-42 R-ENT-18]', async () => {
    const { slug } = (await save({ image: drawn })).reply.data
    server.clock.advance(3 * 86_400_000)
    expect((await read(slug)).reply.data).toEqual({
      _id: expect.any(String) as string,
      slug,
      title: article.title,
      description: article.description,
      image: drawn,
      blur: '',
      updated_at: '2026-03-01T09:00:00.000Z',
      time_ago: '3 days ago',
    })
  })

  test('that is not there, or only a draft, is "Blog not available" [R-ERR-27 R-API-42]', async () => {
    const { slug } = (await save({ published: false })).reply.data
    for (const address of [slug, 'nowhere', "a' or 1=1", 'ü'.repeat(20)]) {
      const { status, error } = await read(address)
      expect([status, error.code, error.msg]).toEqual([404, 'not_found', 'Blog not available'])
    }
    expect(await list()).toMatchObject({ data: [], count_records: 0 })
  })

  test('A shown article contains nothing that runs, loads or covers the page [R-BLOG-09]', async () => {
    const allowed =
      /<(?:\/?(?:p|b|strong|i|em|ul|ol|li|h2|h3|h4|blockquote|a)|br ?\/|a href="(?:https?:\/\/|\/(?!\/))[^"<>]*" rel="noopener noreferrer")>/g
    const bad = hostileHtml.filter((snippet) =>
      /[<>]/.test(safeArticle(`Before ${snippet} after`).replace(allowed, '')),
    )
    expect(bad).toEqual([])
    const evil = hostileHtml.slice(0, 40).join('')
    const { data } = (await save({ description: `<p>Words</p>${evil}` })).reply
    const shown = (await read(data.slug)).reply.data.description
    expect(shown).toContain('<p>Words</p>')
    expect(shown.replace(allowed, '')).not.toMatch(/[<>]/)
    expect((await list()).data[0]?.description).not.toMatch(/[<>]/)
  })

  test('keeps what an article is laid out with, links of this app included [R-BLOG-09]', () => {
    const html =
      '<h2>Papers</h2><p>See <a href="/listings">the cars</a> &amp; <strong>ask</strong></p><blockquote>x</blockquote>'
    expect(safeArticle(html)).toBe(html.replace('listings"', 'listings" rel="noopener noreferrer"'))
    expect(safeArticle('<a href="//evil.example">x</a>')).toBe('<a>x</a>')
  })
})

describe('Writing', () => {
  test('Only an admin writes, and the database says who that is, not the token [R-ROLE-20]', async () => {
    expect((await server.call(blogRoutes.saveBlog, { body: article })).error.code).toBe('unauthenticated')
    expect((await save({}, user)).error.code).toBe('forbidden')
    expect((await save({}, await tokenOf('user', 'admin'))).error.code).toBe('forbidden')
    expect((await save({}, await tokenOf('nobody', 'admin'))).error.code).toBe('unauthenticated')
    expect((await list()).count_records).toBe(0)
    // A role granted after the token was issued also counts.
    expect((await save({}, await adminSession(server, { id: 'desk', role: 'user' }))).status).toBe(200)
  })

  test('Nobody becomes an admin by asking for it in sign-up or profile [R-ROLE-20]', async () => {
    const signUp = formOf('sly@example.org', { role: 'admin' })
    expect((await server.call(accountRoutes.signUp, { body: signUp })).status).toBe(200)
    const edit = { ...town, role: 'admin', fullname: 'Sly' }
    expect((await server.call(profileRoutes.updateUserDetails, { body: edit, token: user })).status).toBe(200)
    const row = z.object({ email: z.string() })
    const admins = await server.db.rows(row, { text: "select email from users where role <> 'user'" })
    expect(admins).toEqual([{ email: 'desk@motorkin.test' }])
    const seen = z.object({ n: z.int() })
    const count = {
      text: "select count(*)::int as n from users where fullname = 'Sly' or email = 'sly@example.org'",
    }
    expect(await server.db.row(seen, count)).toEqual({ n: 2 })
    expect((await save({}, user)).error.code).toBe('forbidden')
  })

  test('Every admin-only call requires a person whom the database knows as admin [R-ROLE-20]', () => {
    const forAdmins = Object.values(routes).filter(({ path }) => path.startsWith('admin_master/save'))
    expect(forAdmins.map(({ auth }) => auth)).toEqual(forAdmins.map(() => 'admin'))
    expect(forAdmins.length).toBeGreaterThan(0)
  })

  test('An article is changed under its address and keeps its place in the list [R-ROLE-20 R-BLOG-08]', async () => {
    const { slug } = (await save()).reply.data
    await write(1)
    server.clock.advance(86_400_000)
    const again = await adminSession(server, { id: 'desk' })
    const { reply } = await save({ slug, title: 'Another title', description: '<p>New words</p>' }, again)
    expect(reply.data).toMatchObject({ slug, title: 'Another title', updated_at: '2026-03-02T09:01:00.000Z' })
    expect((await list()).data.map(({ title }) => title)).toEqual(['Article 1', 'Another title'])
    expect((await list({ search: 'service' })).count_records).toBe(0)
    const { status, error } = await save({ slug: 'nowhere' }, again)
    expect([status, error.msg]).toEqual([404, 'Blog not available'])
  })

  test('Two articles with one title get two addresses; a published draft counts as new [R-ROLE-20]', async () => {
    const draft = (await save({ published: false })).reply
    expect(draft.published).toBe(false)
    server.clock.advance(60_000)
    const second = (await save()).reply.data
    expect(second.slug).toMatch(/^how-to-read-a-service-book-[0-9a-f]{12}$/)
    server.clock.advance(60_000)
    await save({ slug: draft.data.slug, published: true })
    expect((await list()).data.map(({ slug }) => slug)).toEqual([draft.data.slug, second.slug])
    expect((await save({ title: '!!!' })).reply.data.slug).toBe('article')
  })

  test('A save that is sent twice makes one article [R-ROLE-20]', async () => {
    const headers = { 'idempotency-key': '"k.1"', 'x-device': 'd1' }
    const first = (await save({}, admin, headers)).reply
    const again = await save({}, admin, headers)
    expect(again.reply).toEqual(first)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((await list()).count_records).toBe(1)
  })

  test('What is missing or too long is said at its field [R-ROLE-20]', async () => {
    const cases: [string, Partial<BlogForm>, string][] = [
      ['title', { title: '  ' }, 'Please enter a title'],
      ['title', { title: 'x'.repeat(151) }, 'At most 150 characters'],
      ['description', { description: '' }, 'Please write the article'],
      ['description', { description: '<script>x</script><p> </p>' }, 'Please write the article'],
      ['description', { description: 'x'.repeat(40_001) }, 'At most 40000 characters'],
      [
        'image',
        { image: 'https://elsewhere.example/x.jpg' },
        'This picture is not here. Please add it again.',
      ],
      [
        'image',
        { image: '/media/suv-ffffff-moon/1280.webp' },
        'This picture is not here. Please add it again.',
      ],
    ]
    for (const [field, over, msg] of cases) {
      const { status, error } = await save(over)
      expect([status, error.code, error.fields]).toEqual([422, 'validation_failed', { [field]: msg }])
    }
  })

  test('An article’s picture is shown, survives edits, and is not swept while in use [R-BLOG-07]', async () => {
    const { data } = (await save({ image: testImage })).reply
    expect(data.image).toBe(`/media/${testImage}/1280.webp`)
    expect(data.blur).not.toBe('')
    const edited = (await save({ slug: data.slug, image: data.image })).reply.data
    expect([edited.image, edited.blur]).toEqual([data.image, data.blur])
    const later = new Date('2099-01-01')
    await forgetUploads(server.db, { open: later, done: later })
    expect((await save({ image: testImage })).status).toBe(200)
    await server.db.run({ text: 'delete from blogs' })
    await forgetUploads(server.db, { open: later, done: later })
    const { error } = await save({ image: testImage })
    expect(error).toMatchObject({ code: 'validation_failed', fields: { image: expect.any(String) } })
  })
})
