import type { Blog, Video } from '#contract/blogs.ts'
import { pageSizes } from '#contract/limits.ts'
import type { ReadResult } from '../read-result.ts'
import { ifThere, useCached } from './use-mine.ts'

// The schemas come with the first call.
const routes = async () => (await import('#contract/blogs.ts')).blogRoutes

/** One page of the articles, newest first. */
export const useBlogs = (page: number, search = ''): ReadResult<{ data: Blog[]; count: number }> =>
  useCached(`blogs:${page}:${search}`, async (get) => {
    const body = { page, limit: pageSizes.blogs, ...(search !== '' && { search }) }
    const { data, count_records } = await get(async () => (await routes()).listBlogs, { body })
    return { data, count: count_records }
  })

/** The videos below the articles; kept, so that their place is there at once the next time. */
export const useVideos = (): ReadResult<Video[]> =>
  useCached('videos', async (get) => (await get(async () => (await routes()).listVideos)).data)

/** An article; `undefined` in it means that the server has none there. */
export function useBlog(slug: string): ReadResult<{ blog: Blog | undefined }> {
  return useCached(`blog:${slug}`, async (get) => ({
    blog: await ifThere(get(async () => (await routes()).getBlogBySlug, { params: { slug } })),
  }))
}
