import { fieldError } from '../kernel/call.ts'
import { z } from 'zod/mini'
import { textParts } from '#catalogue'
import { insertRow, type RowPage, type PageQuery, pageOf, changeRow, findRow } from '../kernel/db/lists.ts'
import { part, type Sql } from '../kernel/db/sql.ts'
import { blog, type BlogForm } from '#contract/blogs.ts'
import { noBlog } from '#contract/heads/article-head.ts'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '../kernel/deps.ts'
import { claimImages } from '../pictures/uploads/form-images.ts'
import { articleTokens, excerptOf, plainOf, safeArticle, slugsOf } from './blogs-rules.ts'

const blogRow = z.extend(z.omit(blog, { time_ago: true }), { updated_at: z.date() })
export type BlogRow = z.output<typeof blogRow>

/**
 * Returns articles that are published at `now` and have a token that begins with each word of the search, newest first. A
 * scheduled article is included from its time of publication.
 */
export async function blogPage(sql: Sql, q: PageQuery & { now: Date }): Promise<RowPage<BlogRow>> {
  return pageOf(sql, blogRow, q, {
    columns: 'b.id as _id, b.title, b.slug, b.image, b.blur, b.excerpt as description, b.updated_at',
    from: part`from blogs b where b.published_at <= ${q.now}
      and not exists (select 1 from unnest(${textParts(q.search ?? '')}::text[]) w
        where not exists (select 1 from unnest(b.search_tokens) t where starts_with(t, w)))`,
    order: 'b.published_at desc, b.id',
  })
}

const publishedRow = z.extend(blogRow, { published_at: z.date() })
export type PublishedArticle = z.output<typeof publishedRow>

/** Returns an article that is published at `now`. */
export function blogBySlug(sql: Sql, slug: string, now: Date): Promise<PublishedArticle | undefined> {
  return sql.first(
    publishedRow,
  )`select id as _id, title, slug, image, blur, description, updated_at, published_at
    from blogs where slug = ${slug} and published_at <= ${now}`
}

const heldRow = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.string(),
  blur: z.string(),
  published_at: z.nullable(z.date()),
})
type HeldBlog = z.output<typeof heldRow>

/** Returns an article, draft or not, and locks its row until the transaction ends. */
const heldBlog = (sql: Sql, which: { slug: string } | { id: string }): Promise<HeldBlog | undefined> =>
  findRow(sql, 'blogs', heldRow, which, 'for update')

/** Columns that every save writes. */
export interface BlogWords {
  title: string
  description: string
  excerpt: string
  image: string
  blur: string
  search_tokens: readonly string[]
  /** Time of publication; null for a draft. */
  published_at: Date | null
  updated_at: Date
}

/** Inserts an article; returns false when its slug belongs to another article or its id exists. */
export const addBlog = (
  sql: Sql,
  b: BlogWords & { id: string; slug: string; author: string | null },
): Promise<boolean> => insertRow(sql, 'blogs', { ...b, created_at: b.updated_at }, 'on conflict do nothing')

/**
 * Adds or changes an article; `before` is the old row. A new article whose id exists is the same article: the response to its
 * first save was lost.
 */
export async function saveArticle(
  sql: Sql,
  deps: Pick<Deps, 'newId' | 'now' | 'drawn'>,
  author: string,
  { slug, id: minted, title, description: html, image, published, publish_at }: BlogForm,
) {
  const id = minted ?? deps.newId()
  const before = await heldBlog(sql, slug === undefined ? { id } : { slug })
  if (slug !== undefined && !before) throw new AppError('not_found', { msg: noBlog })
  const description = safeArticle(html)
  const plain = plainOf(description)
  if (plain === '') throw fieldError('description', 'Please write the article')
  const now = deps.now()
  const published_at = published ? publishedAt(before?.published_at, publish_at, now) : null
  const words = {
    title,
    description,
    excerpt: excerptOf(description),
    ...(await pictureOf(sql, deps, { author, image, before, now })),
    search_tokens: articleTokens(title, plain),
    published_at,
    // A scheduled article is readable only from its time of publication.
    updated_at: published_at !== null && published_at > now ? published_at : now,
  }
  if (before) {
    await changeRow(sql, 'blogs', { id: before.id }, words)
    return { slug: before.slug, id: before.id, words, before }
  }
  for (const free of slugsOf({ id, title })) {
    if (await addBlog(sql, { ...words, id, slug: free, author })) return { slug: free, id, words, before }
  }
  throw new AppError('key_in_progress', { retryAfter: 1 })
}

/**
 * Returns the time of publication: the wish when it is in the future, now for a draft, and the old time for a published
 * article.
 */
function publishedAt(before: Date | null | undefined, wish: string | undefined, now: Date): Date {
  const then = wish === undefined ? now : new Date(wish)
  if (then > now) return then
  return before && before <= now ? before : now
}

/**
 * Returns the picture of an article. It must be a picture of this server, so that no other server learns who reads the
 * article.
 */
async function pictureOf(
  sql: Sql,
  { drawn }: Pick<Deps, 'drawn'>,
  o: { author: string; image: string; before: HeldBlog | undefined; now: Date },
): Promise<{ image: string; blur: string }> {
  if (o.image === '') return { image: '', blur: '' }
  if (o.before?.image === o.image) return { image: o.image, blur: o.before.blur }
  const key = /^\/media\/([a-z\d-]+)\/1280\.webp$/.exec(o.image)?.[1]
  if (key !== undefined && drawn?.has(key)) return { image: o.image, blur: '' }
  const missing = () => fieldError('image', 'This picture is not here. Please add it again.')
  if (!/^img_[0-9a-f]{32}$/.test(o.image)) throw missing()
  const [picture] = await claimImages(sql, o.author, [o.image], o.now, missing)
  if (!picture) throw missing()
  return { image: picture.url, blur: picture.blur }
}
