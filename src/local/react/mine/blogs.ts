import type { Blog, Video } from '#contract/blogs.ts'
import { pageSizes } from '#contract/limits.ts'
import type { ReadResult } from '../read-result.ts'
import { ifThere, useCached } from './use-mine.ts'

// The schemas are loaded with the first request.
const routes = async () => (await import('#contract/blogs.ts')).blogRoutes

/** Returns one page of the articles, newest first. */
export const useBlogs = (page: number, search = ''): ReadResult<{ data: Blog[]; count: number }> =>
  useCached(`blogs:${page}:${search}`, async (get) => {
    const body = { page, limit: pageSizes.blogs, ...(search !== '' && { search }) }
    const { data, count_records } = await get(async () => (await routes()).listBlogs, { body })
    return { data, count: count_records }
  })

/** Returns the videos below the articles; they are stored, so that the next visit can reserve their space at once. */
export const useVideos = (): ReadResult<Video[]> =>
  useCached('videos', async (get) => (await get(async () => (await routes()).listVideos)).data)

/** Returns an article; `blog` is undefined when the server has none with this slug. */
export function useBlog(slug: string): ReadResult<{ blog: Blog | undefined }> {
  return useCached(`blog:${slug}`, async (get) => ({
    blog: await ifThere(get(async () => (await routes()).getBlogBySlug, { params: { slug } })),
  }))
}
