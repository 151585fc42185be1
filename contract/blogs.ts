import { z } from 'zod/mini'
import { pageSizes } from './limits.ts'
import { id, instant, line, mintedId, paging, storable, text, route, write, drawable } from './parts.ts'
import { searchWords } from './values/list-inputs.ts'

/** Maximum numbers of characters. */
export const blogLimits = {
  title: 150,
  /** Includes the HTML tags; the article must fit into a JSON body. */
  description: 40_000,
  excerpt: 160,
} as const

const slug = z.string().check(z.minLength(1), z.maxLength(100), storable)

/** R-ENT-18 */
export const blog = z.object({
  _id: id,
  title: z.string(),
  slug: z.string(),
  /** URL of a picture on this server, '' for none. `blur` is its placeholder. */
  image: z.string(),
  blur: z.string(),
  /** HTML with an allow-list of tags; in lists the first words as plain text. */
  description: z.string(),
  updated_at: instant,
  /** Age of `updated_at` in words at the time of the response. */
  time_ago: z.string(),
})
export type Blog = z.output<typeof blog>

/** An article as the admin's editor sends it. */
export const blogForm = z.object({
  /** Slug of the article to change; absent for a new article. */
  slug: z.optional(slug),
  /** Id of a new article, minted on the client: a second request with the same id means the same article. */
  id: z.optional(mintedId),
  title: line('Please enter a title', blogLimits.title),
  description: text('Please write the article', blogLimits.description).check(drawable),
  /** URL of a drawn picture, id of an uploaded picture, the article's present URL, or '' for none. */
  image: z.string().check(z.maxLength(200), storable),
  published: z._default(z.boolean(), true),
  /** Time at which the article appears; without a time, or with a past time, the article appears at once. */
  publish_at: z.optional(
    instant.check(z.refine((v) => !Number.isNaN(Date.parse(v)), 'Please choose a time')),
  ),
})
export type BlogForm = z.output<typeof blogForm>

/** Origin of the video player, the only part of the platform that the page loads (R-BLOG-05). */
export const playerHost = 'https://www.youtube-nocookie.com'
/** Checks for eleven letters, digits, dashes and underscores. */
export const isVideoId = (text: string): boolean => /^[\w-]{11}$/.test(text)

/** A video below the articles (R-EXT-06). */
export const video = z.object({
  /** The platform's id of the video. */
  _id: z.string(),
  title: z.string(),
  published_at: instant,
  /** URL of a picture on this server, '' until the server has one. `blur` is its placeholder. */
  poster: z.string(),
  blur: z.string(),
})
export type Video = z.output<typeof video>

export const blogRoutes = {
  /** Lists published articles, newest first. Each word of a search must be the beginning of a word of the article. */
  listBlogs: route('POST blogs/list-blogs', 'R-API-41', {
    auth: 'none',
    body: z.object({
      ...paging(pageSizes.blogs),
      search: searchWords,
    }),
    data: z.array(blog),
    reply: { count_records: z.int() },
  }),
  getBlogBySlug: route('GET blogs/get-blog-by-slug/:slug', 'R-API-42', {
    auth: 'none',
    params: { slug },
    data: blog,
  }),
  /** Lists videos, newest first; the list is empty when no channel is configured. */
  listVideos: route('GET blogs/videos', 'own:videos', { auth: 'none', data: z.array(video) }),
  /** R-ROLE-20 */
  saveBlog: write('POST admin_master/save-blog', 'own:save-blog', {
    auth: 'admin',

    body: blogForm,
    data: blog,
    reply: { published: z.boolean() },
  }),
}
