import { type Blog, blogRoutes, type Video } from '#contract/blogs.ts'
import { pageSizes } from '#contract/limits.ts'
import type { ReadResult } from '../read-result.ts'
import { ifThere, useCached } from './use-mine.ts'

/** One page of the articles, newest first. */
export const useBlogs = (page: number, search = ''): ReadResult<{ data: Blog[]; count: number }> =>
  useCached(`blogs:${page}:${search}`, async (get) => {
    const body = { page, limit: pageSizes.blogs, ...(search !== '' && { search }) }
    const { data, count_records } = await get(blogRoutes.listBlogs, { body })
    return { data, count: count_records }
  })

/** The videos below the articles; kept, so that their place is there at once the next time. */
export const useVideos = (): ReadResult<Video[]> =>
  useCached('videos', async (get) => (await get(blogRoutes.listVideos)).data)

/** An article; `undefined` in it means that the server has none there. */
export function useBlog(slug: string): ReadResult<{ blog: Blog | undefined }> {
  return useCached(`blog:${slug}`, async (get) => ({
    blog: await ifThere(get(blogRoutes.getBlogBySlug, { params: { slug } })),
  }))
}
