import { z } from 'zod/mini'
import type { AdminArticle, AdminVideo, ArticleState, WholeArticle } from '#contract/admin/admin-articles.ts'
import { articleStates } from '#contract/admin/admin-articles.ts'
import {
  hasWords,
  instant,
  type ListPage,
  type PageQuery,
  pageOf,
  searchWordsOf,
} from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { everyVideo } from '../blogs/videos-store.ts'

const articleRow = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  state: z.enum(articleStates),
  image: z.string(),
  blur: z.string(),
  updated_at: instant,
  published_at: z.nullable(instant),
})
const columns = `b.id as _id, b.slug, b.title, b.image, b.blur, b.updated_at, b.published_at,
  case when b.published_at is null then 'draft' when b.published_at > $1 then 'scheduled' else 'published' end as state`
const where = `${hasWords('$2', 'b.title')} and case $3 when 'draft' then b.published_at is null when 'scheduled' then b.published_at > $1
  when 'published' then b.published_at <= $1 else true end`

/** Drafts first, then what is scheduled, then the newest. */
export const adminArticles = (
  sql: Sql,
  q: PageQuery & { state: ArticleState | 'all'; now: Date },
): Promise<ListPage<AdminArticle>> =>
  pageOf(sql, articleRow, q, {
    columns,
    from: `from blogs b where ${where}`,
    order: 'b.published_at desc nulls first, b.updated_at desc, b.id',
    values: [q.now, searchWordsOf(q.search), q.state],
  })

const wholeRow = z.extend(articleRow, { description: z.string() })

export const adminArticleBySlug = (sql: Sql, slug: string, now: Date): Promise<WholeArticle | undefined> =>
  sql.row(wholeRow, {
    text: `select ${columns}, b.description from blogs b where b.slug = $2`,
    values: [now, slug],
  })

/** Every video, also those whose picture is not there. */
export async function adminVideos(sql: Sql): Promise<AdminVideo[]> {
  const videos = await everyVideo(sql)
  return videos.map(({ id, published_at, ...rest }) => ({
    ...rest,
    _id: id,
    published_at: published_at.toISOString(),
  }))
}
