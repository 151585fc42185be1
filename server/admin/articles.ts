import { hash } from 'node:crypto'
import { blogRoutes } from '#contract/blogs.ts'
import { noBlog } from '#contract/heads/article-head.ts'
import { AppError } from '#contract/errors.ts'
import { type BlogWords, saveArticle } from '../blogs/blogs-store.ts'
import { addVideo, everyVideo, removeVideo, videoIdIn } from '../blogs/videos-store.ts'
import type { Deps } from '../kernel/deps.ts'
import { part, type Sql } from '../kernel/db/sql.ts'
import { actionMount, type AdminAction, operatorOf, operation } from './audit.ts'
import {
  type AdminArticle,
  adminArticle,
  adminArticleRoutes,
  type ArticleState,
  type WholeArticle,
} from '#contract/admin/admin-articles.ts'
import { publicBlog } from '../blogs/blogs-routes.ts'
import { fieldError, found, type Mount, noSuchPicture, ok, okData, okWith } from '../kernel/call.ts'
import { fewAtOnce } from '../kernel/http/form-parts.ts'
import { claimImages, saveAdImage } from '../pictures/uploads/form-images.ts'
import { uploadLimits } from '#contract/sync/uploads.ts'
import { z } from 'zod/mini'
import { hasWords, instantColumn, type RowPage, pageOf, type PageQuery } from '../kernel/db/lists.ts'

const articleRow = z.extend(adminArticle, {
  updated_at: instantColumn,
  published_at: z.nullable(instantColumn),
})
const columns = (now: Date) => part`b.id as _id, b.slug, b.title, b.image, b.blur, b.updated_at,
  b.published_at, case when b.published_at is null then 'draft' when b.published_at > ${now} then 'scheduled' else 'published' end as state`

/** Returns one page of articles: drafts first, then scheduled ones, then the newest. */
const adminArticles = (
  sql: Sql,
  q: PageQuery & { state: ArticleState | 'all'; now: Date },
): Promise<RowPage<AdminArticle>> =>
  pageOf(sql, articleRow, q, {
    columns: columns(q.now),
    from: part`from blogs b where ${hasWords(q.search, 'b.title')} and case ${q.state}
      when 'draft' then b.published_at is null when 'scheduled' then b.published_at > ${q.now}
      when 'published' then b.published_at <= ${q.now} else true end`,
    order: 'b.published_at desc nulls first, b.updated_at desc, b.id',
  })

const wholeRow = z.extend(articleRow, { description: z.string() })

const adminArticleBySlug = (sql: Sql, slug: string, now: Date): Promise<WholeArticle | undefined> =>
  sql.first(wholeRow)`select ${columns(now)}, b.description from blogs b where b.slug = ${slug}`

// Actions on articles and videos. Each writes the audit log in its transaction.

/**
 * Returns the fields of an article for the audit log. The text is logged by its length and hash, because a log of whole
 * articles would be unreadable.
 */
const auditFields = (a: Pick<BlogWords, 'title' | 'published_at' | 'image' | 'description'>) => ({
  title: a.title,
  published_at: a.published_at,
  image: a.image,
  text: `${a.description.length} characters, SHA-256 ${hash('sha256', a.description)}`,
})

/** Adds a video below the articles; a job loads its picture later. */
export const showVideo: AdminAction<{ address: string; title: string }, string> = async (
  { sql, deps, audit },
  { address, title },
) => {
  const id = videoIdIn(address)
  if (id === undefined) throw fieldError('address', 'This is no YouTube address and no id of 11 characters.')
  const before = (await everyVideo(sql)).find(({ _id }) => _id === id)
  await addVideo(sql, { id, title, now: deps.now() })
  await audit('add-video', 'video', id, {
    ...(before && { before: { title: before.title } }),
    after: { title },
  })
  return id
}

export const dropVideo: AdminAction<{ id: string }> = async ({ sql, audit }, { id }) => {
  const before = (await everyVideo(sql)).find(({ _id }) => _id === id)
  if (!before || !(await removeVideo(sql, id)))
    throw new AppError('not_found', { msg: 'There is no such video.' })
  const { title, source } = before
  await audit('remove-video', 'video', id, { before: { title, source } })
}

/** Bytes of a form. The margin lets a slightly too large file be refused at its field. */
const formBytes = uploadLimits.bytes + 1_000_000
/** Forms that are read at once: each holds a picture of up to 30 MB in memory. */
const mostAtOnce = 2
const missing = () => fieldError('image', 'Please choose a picture')

/** Creates a reader that stores the one picture of a form like an upload; the body names the picture by its id. */
const pictureReader = (deps: Deps) =>
  fewAtOnce(mostAtOnce, async (parts, { user }: { user: string }) => {
    let image: string | undefined
    for await (const { name, filename, bytes } of parts) {
      if (filename === undefined) continue
      if (name !== 'image' || image !== undefined) throw noSuchPicture(name)
      image = await saveAdImage(deps, { user, bytes, field: 'image' })
    }
    if (image === undefined) throw missing()
    return { image }
  })

/** Mounts the call that takes the picture of an article before the article is saved. */
function mountArticlePicture(mount: Mount, deps: Deps): void {
  mount(
    adminArticleRoutes.sendArticlePicture,
    async ({ body, user, sql }) => {
      const [picture] = await claimImages(sql, user.id, [body.image], deps.now(), missing)
      if (!picture) throw missing()
      await operation(sql, deps, operatorOf(user)).audit('send-article-picture', 'article', body.image, {
        after: { image: picture.url },
      })
      const data = { image: body.image, blur: picture.blur }
      return { ...ok, msg: 'The picture is there.', data }
    },
    { form: { bytes: formBytes, read: pictureReader(deps) } },
  )
}

export function mountArticles(mount: Mount, deps: Deps): void {
  mount(adminArticleRoutes.adminListArticles, ({ body, sql }) =>
    okWith(adminArticles(sql, { ...body, now: deps.now() })),
  )

  const shown = async (sql: Sql, slug: string) =>
    found(await adminArticleBySlug(sql, slug, deps.now()), noBlog)
  mount(adminArticleRoutes.adminGetArticle, ({ params, sql }) => okData(shown(sql, params.slug)))

  mountArticlePicture(mount, deps)

  mount(blogRoutes.saveBlog, async ({ body, user, sql }) => {
    const now = deps.now()
    const { slug, id, words, before } = await saveArticle(sql, deps, user.id, body)
    await operation(sql, deps, operatorOf(user)).audit(
      before ? 'edit-article' : 'write-article',
      'article',
      id,
      { ...(before && { before: auditFields(before) }), after: { ...auditFields(words), slug } },
    )
    const { title, image, blur, description, updated_at, published_at } = words
    const data = publicBlog({ _id: id, title, slug, image, blur, description, updated_at }, now)
    const msg =
      published_at !== null && published_at > now ? 'The article is scheduled.' : 'The article has been saved'
    return { ...ok, msg, data, published: published_at !== null }
  })

  mount(adminArticleRoutes.adminListVideos, ({ sql }) => okData(everyVideo(sql)))

  mount(adminArticleRoutes.addVideo, async ({ body, user, sql }) => {
    const id = await showVideo(operation(sql, deps, operatorOf(user)), body)
    return { ...ok, msg: 'The video is below the articles.', id }
  })

  actionMount(mount, deps)(adminArticleRoutes.removeVideo, dropVideo, 'The video is gone.')
}
