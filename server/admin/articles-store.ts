import { z } from 'zod/mini'
import type { AdminArticle, AdminVideo, ArticleState, WholeArticle } from '#contract/admin/admin-articles.ts'
import { articleStates } from '#contract/admin/admin-articles.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { everyVideo } from '../blogs/videos-store.ts'

const articleRow = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  state: z.enum(articleStates),
  image: z.string(),
  blur: z.string(),
  updated_at: z.date(),
  published_at: z.nullable(z.date()),
})
const columns = `b.id as _id, b.slug, b.title, b.image, b.blur, b.updated_at, b.published_at,
  case when b.published_at is null then 'draft' when b.published_at > $1 then 'scheduled' else 'published' end as state`
const hasWords = `not exists (select 1 from unnest($2::text[]) w where position(lower(w) in lower(b.title)) = 0)`
const where = `${hasWords} and case $3 when 'draft' then b.published_at is null when 'scheduled' then b.published_at > $1
  when 'published' then b.published_at <= $1 else true end`
const wordsOf = (search: string | undefined): string[] =>
  (search ?? '').split(/\s+/).filter((word) => word !== '')

const dated = <R extends z.output<typeof articleRow>>(row: R) => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
  published_at: row.published_at?.toISOString() ?? null,
})

/** Drafts first, then what is scheduled, then the newest. */
export async function adminArticles(
  sql: Sql,
  o: { page: number; limit: number; search?: string | undefined; state: ArticleState | 'all'; now: Date },
): Promise<{ data: AdminArticle[]; totalCount: number }> {
  const asked = [o.now, wordsOf(o.search), o.state]
  const rows = await sql.rows(articleRow, {
    text: `select ${columns} from blogs b where ${where}
      order by b.published_at desc nulls first, b.updated_at desc, b.id limit $4 offset $5`,
    values: [...asked, o.limit, (o.page - 1) * o.limit],
  })
  const count = await sql.row(z.object({ n: z.int() }), {
    text: `select count(*)::int as n from blogs b where ${where}`,
    values: asked,
  })
  return { data: rows.map(dated), totalCount: count?.n ?? 0 }
}

const wholeRow = z.extend(articleRow, { description: z.string() })

export async function adminArticleBySlug(
  sql: Sql,
  slug: string,
  now: Date,
): Promise<WholeArticle | undefined> {
  const row = await sql.row(wholeRow, {
    text: `select ${columns}, b.description from blogs b where b.slug = $2`,
    values: [now, slug],
  })
  return row && dated(row)
}

/** Every video, also those whose picture is not there. */
export async function adminVideos(sql: Sql): Promise<AdminVideo[]> {
  const videos = await everyVideo(sql)
  return videos.map(({ id, published_at, ...rest }) => ({
    ...rest,
    _id: id,
    published_at: published_at.toISOString(),
  }))
}
