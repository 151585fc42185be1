import { type Blog, type BlogForm, blogRoutes, noBlog, timeAgo } from '#contract/blogs.ts'
import { AppError } from '#contract/errors.ts'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { claimImages } from '../pictures/uploads/claim-images.ts'
import { refused } from '../pictures/uploads/refused.ts'
import { recipeOf } from '../pictures/vocabulary.ts'
import { excerptOf, plainOf, safeArticle, slugsOf, tokensOf } from './blogs-rules.ts'
import {
  addBlog,
  blogBySlug,
  blogPage,
  type BlogRow,
  type BlogWords,
  heldBlog,
  type HeldBlog,
  rewriteBlog,
} from './blogs-store.ts'
import { mountVideos } from './videos/videos-routes.ts'

const success = true as const
const missing = () => new AppError('not_found', { msg: noBlog })

export function mountBlogs(mount: Mount, deps: Deps): void {
  mountVideos(mount, deps)
  const told = (row: BlogRow): Blog => ({
    ...row,
    updated_at: row.updated_at.toISOString(),
    time_ago: timeAgo(row.updated_at.getTime(), deps.now().getTime()),
  })

  mount(blogRoutes.listBlogs, async ({ body, sql }) => {
    const { rows, count } = await blogPage(sql, body)
    return { success, msg: 'Success', data: rows.map(told), count_records: count }
  })

  mount(blogRoutes.getBlogBySlug, async ({ params, sql }) => {
    const row = await blogBySlug(sql, params.slug)
    if (!row) throw missing()
    return { success, msg: 'Success', data: told(row) }
  })

  mount(blogRoutes.saveBlog, async ({ body, user, sql }) => {
    const { slug, id, words } = await save(sql, deps, user.id, body)
    const { title, image, blur, description, updated_at, published_at } = words
    const data = told({ _id: id, title, slug, image, blur, description, updated_at })
    return { success, msg: 'The article has been saved', data, published: published_at !== null }
  })
}

async function save(
  sql: Sql,
  deps: Deps,
  author: string,
  { slug, title, description: html, image, published }: BlogForm,
): Promise<{ slug: string; id: string; words: BlogWords }> {
  const before = slug === undefined ? undefined : await heldBlog(sql, slug)
  if (slug !== undefined && !before) throw missing()
  const description = safeArticle(html)
  const plain = plainOf(description)
  if (plain === '') throw refused('description', 'Please write the article')
  const now = deps.now()
  const words = {
    title,
    description,
    excerpt: excerptOf(description),
    ...(await pictureOf(sql, { author, image, before, now })),
    search_tokens: tokensOf(title, plain),
    // A draft is new on the day it is published, an article that is corrected stays where it was.
    published_at: published ? (before?.published_at ?? now) : null,
    updated_at: now,
  }
  if (before && slug !== undefined) {
    await rewriteBlog(sql, before.id, words)
    return { slug, id: before.id, words }
  }
  const id = deps.newId()
  for (const free of slugsOf({ id, title })) {
    if (await addBlog(sql, { ...words, id, slug: free, author })) return { slug: free, id, words }
  }
  throw new AppError('key_in_progress', { retryAfter: 1 })
}

/** Pictures are this server's own: nobody's reading is told to another one. */
async function pictureOf(
  sql: Sql,
  o: { author: string; image: string; before: HeldBlog | undefined; now: Date },
): Promise<{ image: string; blur: string }> {
  if (o.image === '') return { image: '', blur: '' }
  if (o.before?.image === o.image) return { image: o.image, blur: o.before.blur }
  const drawn = /^\/media\/([a-z\d-]+)\/1280\.webp$/.exec(o.image)?.[1]
  if (drawn !== undefined && recipeOf(drawn)) return { image: o.image, blur: '' }
  const missing = () => refused('image', 'This picture is not here. Please add it again.')
  if (!/^img_[0-9a-f]{32}$/.test(o.image)) throw missing()
  const [picture] = await claimImages(sql, o.author, [o.image], o.now, missing)
  if (!picture) throw missing()
  return { image: picture.url, blur: picture.blur }
}
