import { z } from 'zod/mini'
import { pageSizes } from './limits.ts'
import { id, instant, line, mintedId, paging, storable, text, route, write, drawable } from './parts.ts'
import { searchWords } from './values/list-inputs.ts'

/** Characters. */
export const blogLimits = {
  title: 150,
  /** With its tags; it must fit into a JSON body. */
  description: 40_000,
  excerpt: 160,
} as const

const slug = z.string().check(z.minLength(1), z.maxLength(100), storable)

/** R-ENT-18 */
export const blog = z.object({
  _id: id,
  title: z.string(),
  slug: z.string(),
  /** Address of a picture of this server, '' for none, and what is shown until it is there. */
  image: z.string(),
  blur: z.string(),
  /** HTML of a short list of tags; in lists the first words of it, as plain text. */
  description: z.string(),
  updated_at: instant,
  /** `updated_at` in words, true when this was answered. */
  time_ago: z.string(),
})
export type Blog = z.output<typeof blog>

/** An article as an admin writes it. */
export const blogForm = z.object({
  /** Of the article that is changed; without one it is a new article. */
  slug: z.optional(slug),
  /** Of a new article, made where it is written: sent again with other words it is the same article. */
  id: z.optional(mintedId),
  title: line('Please enter a title', blogLimits.title),
  description: text('Please write the article', blogLimits.description).check(drawable),
  /** A drawn picture's address, the id of a picture one has uploaded, the address the article has, or '' for none. */
  image: z.string().check(z.maxLength(200), storable),
  published: z._default(z.boolean(), true),
  /** It appears by itself then; without one, or with one that has passed, at once. */
  publish_at: z.optional(
    instant.check(z.refine((v) => !Number.isNaN(Date.parse(v)), 'Please choose a time')),
  ),
})
export type BlogForm = z.output<typeof blogForm>

/** Where the player of a video comes from, and nothing else of the platform (R-BLOG-05). */
export const playerHost = 'https://www.youtube-nocookie.com'
/** Eleven letters, digits, dashes and underscores. */
export const isVideoId = (text: string): boolean => /^[\w-]{11}$/.test(text)

/** A video below the articles (R-EXT-06). */
export const video = z.object({
  /** As the platform calls it. */
  _id: z.string(),
  title: z.string(),
  published_at: instant,
  /** Address of a picture of this server, '' while there is none, and what is shown until it is there. */
  poster: z.string(),
  blur: z.string(),
})
export type Video = z.output<typeof video>

export const blogRoutes = {
  /** Published articles, newest first; with a search those that have a word beginning with each of its words. */
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
  /** Newest first; none where nothing was set up. */
  listVideos: route('GET blogs/videos', 'own:videos', { auth: 'none', data: z.array(video) }),
  /** R-ROLE-20 */
  saveBlog: write('POST admin_master/save-blog', 'own:save-blog', {
    auth: 'admin',

    body: blogForm,
    data: blog,
    reply: { published: z.boolean() },
  }),
}
