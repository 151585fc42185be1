import { type Blog, blogRoutes, playerHost } from '#contract/blogs.ts'
import { noBlog, timeAgo } from '#contract/heads/article-head.ts'
import { found, type Mount, ok, okData } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { blogBySlug, blogPage, type BlogRow } from './blogs-store.ts'
import { hasChannel } from '../integrations/video-platform.ts'
import { hasOwnVideos, listVideos } from './videos-store.ts'

/** Returns the hosts whose player a page may show; none when there are no videos. */
export async function playersOf({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<string[]> {
  return hasChannel(config) || (await hasOwnVideos(db)) ? [playerHost] : []
}

/** Returns an article as it is sent at `now`. */
export const publicBlog = (row: BlogRow, now: Date): Blog => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
  time_ago: timeAgo(row.updated_at.getTime(), now.getTime()),
})

export function mountBlogs(mount: Mount, deps: Deps): void {
  mount(blogRoutes.listVideos, ({ sql }) => okData(listVideos(sql, hasChannel(deps.config))))

  mount(blogRoutes.listBlogs, async ({ body, sql }) => {
    const now = deps.now()
    const { data, totalCount } = await blogPage(sql, { ...body, now })
    return { ...ok, data: data.map((row) => publicBlog(row, now)), count_records: totalCount }
  })

  mount(blogRoutes.getBlogBySlug, async ({ params, sql }) => {
    const { published_at: _, ...row } = found(await blogBySlug(sql, params.slug, deps.now()), noBlog)
    return { ...ok, data: publicBlog(row, deps.now()) }
  })
}
