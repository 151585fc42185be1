import { type Blog, blogRoutes, type Video } from '#contract/blogs.ts'
import { AppError, errorRules } from '#contract/errors.ts'
import { pageSizes } from '#contract/limits.ts'
import type { Cached } from '../../cache/cached.ts'
import type { Get, Mine } from '../../cache/reads.ts'
import { useLocal } from '../context.ts'
import { useReading, type ReadResult } from '../read-result.ts'

/** What anybody may read and this phone keeps for the current person, signed in or not. */
export interface BlogPage {
  data: Blog[]
  count: number
  page: number
  search: string
}

function useCached<T>(o: {
  key: readonly unknown[]
  /** The name it is stored under. */
  k: string
  load: (get: Get) => Promise<Mine<T>>
  /** Whether what is stored under the name is what is requested. */
  fits?: (cached: T) => boolean
}): ReadResult<T> {
  const local = useLocal()
  return useReading<T>({
    // The same for everybody: whoever turns out to be signed in goes on reading.
    key: ['mine-for-all', o.k, ...o.key],
    network: () => local.reads.mine(o.k, o.load),
    phone: async (phone): Promise<Cached<T> | undefined> => {
      const cached = await phone.mine<T>(o.k)
      return cached && (o.fits?.(cached.value) ?? true) ? cached : undefined
    },
  })
}

/** One page of the articles, newest first. Of the searches the last one is stored: there is no end to what one may search for. */
export function useBlogs(page: number, search = ''): ReadResult<BlogPage> {
  return useCached<BlogPage>({
    key: ['list', page, search],
    k: search === '' ? `blogs:${page}` : 'blogs:found',
    load: async (get) => {
      const body = { page, limit: pageSizes.blogs, ...(search !== '' && { search }) }
      const { data, count_records } = await get(blogRoutes.listBlogs, { body })
      return { value: { data, count: count_records, page, search } }
    },
    fits: (cached) => cached.page === page && cached.search === search,
  })
}

/** The videos below the articles; kept, so that their place is there at once the next time. */
export function useVideos(): ReadResult<Video[]> {
  return useCached<Video[]>({
    key: ['videos'],
    k: 'videos',
    load: async (get) => ({ value: (await get(blogRoutes.listVideos)).data }),
  })
}

/** An article; `undefined` in it means that the server has none there. That is stored as well: it takes the old copy's place. */
export function useBlog(slug: string): ReadResult<{ blog: Blog | undefined }> {
  return useCached<{ blog: Blog | undefined }>({
    key: ['one', slug],
    k: `blog:${slug}`,
    load: async (get) => {
      try {
        return { value: { blog: (await get(blogRoutes.getBlogBySlug, { params: { slug } })).data } }
      } catch (error) {
        if (error instanceof AppError && errorRules[error.code].action === 'show')
          return { value: { blog: undefined } }
        throw error
      }
    },
  })
}
