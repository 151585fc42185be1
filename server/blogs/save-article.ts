import { type BlogForm, noBlog } from '#contract/blogs.ts'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { claimImages } from '../pictures/uploads/claim-images.ts'
import { pictureRefusal } from '../pictures/uploads/picture-refusal.ts'
import { excerptOf, plainOf, safeArticle, slugsOf, articleTokens } from './blogs-rules.ts'
import { addBlog, type BlogWords, heldBlog, type HeldBlog, rewriteBlog } from './blogs-store.ts'

export interface SavedArticle {
  id: string
  slug: string
  words: BlogWords
  /** What it was; undefined for a new one. */
  before: HeldBlog | undefined
}

/** Writes an article, or rewrites it. */
export async function saveArticle(
  sql: Sql,
  deps: Pick<Deps, 'newId' | 'now' | 'drawn'>,
  author: string,
  { slug, title, description: html, image, published, publish_at }: BlogForm,
): Promise<SavedArticle> {
  const before = slug === undefined ? undefined : await heldBlog(sql, slug)
  if (slug !== undefined && !before) throw new AppError('not_found', { msg: noBlog })
  const description = safeArticle(html)
  const plain = plainOf(description)
  if (plain === '') throw pictureRefusal('description', 'Please write the article')
  const now = deps.now()
  const published_at = published ? publishedAt(before?.published_at, publish_at, now) : null
  const words = {
    title,
    description,
    excerpt: excerptOf(description),
    ...(await pictureOf(sql, deps, { author, image, before, now })),
    search_tokens: articleTokens(title, plain),
    published_at,
    // Nobody reads it before.
    updated_at: published_at !== null && published_at > now ? published_at : now,
  }
  if (before && slug !== undefined) {
    await rewriteBlog(sql, before.id, words)
    return { slug, id: before.id, words, before }
  }
  const id = deps.newId()
  for (const free of slugsOf({ id, title })) {
    if (await addBlog(sql, { ...words, id, slug: free, author })) return { slug: free, id, words, before }
  }
  throw new AppError('key_in_progress', { retryAfter: 1 })
}

/** A draft is new on the day it is published, an article that is corrected stays where it was. */
function publishedAt(before: Date | null | undefined, wish: string | undefined, now: Date): Date {
  const then = wish === undefined ? now : new Date(wish)
  if (then > now) return then
  return before && before <= now ? before : now
}

/** Pictures are this server's own: nobody's reading is told to another one. */
async function pictureOf(
  sql: Sql,
  { drawn }: Pick<Deps, 'drawn'>,
  o: { author: string; image: string; before: HeldBlog | undefined; now: Date },
): Promise<{ image: string; blur: string }> {
  if (o.image === '') return { image: '', blur: '' }
  if (o.before?.image === o.image) return { image: o.image, blur: o.before.blur }
  const key = /^\/media\/([a-z\d-]+)\/1280\.webp$/.exec(o.image)?.[1]
  if (key !== undefined && drawn?.has(key)) return { image: o.image, blur: '' }
  const missing = () => pictureRefusal('image', 'This picture is not here. Please add it again.')
  if (!/^img_[0-9a-f]{32}$/.test(o.image)) throw missing()
  const [picture] = await claimImages(sql, o.author, [o.image], o.now, missing)
  if (!picture) throw missing()
  return { image: picture.url, blur: picture.blur }
}
