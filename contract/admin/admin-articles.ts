import { z } from 'zod/mini'
import { blogLimits, video } from '../blogs.ts'
import { adminList, adminRead, adminWrite } from './admin-route.ts'
import { id, instant, line, storable, write } from '../parts.ts'
import { imageIdPattern } from '../sync/uploads.ts'
import { knownOr } from '../values/list-inputs.ts'

/** Articles and videos, as the operator sees them. */

export const articleStates = ['draft', 'scheduled', 'published'] as const
export type ArticleState = (typeof articleStates)[number]

const row = {
  _id: id,
  slug: z.string(),
  title: z.string(),
  state: z.enum(articleStates),
  image: z.string(),
  blur: z.string(),
  updated_at: instant,
  /** When it appeared, or will; null for a draft. */
  published_at: z.nullable(instant),
}
export const adminArticle = z.object(row)
export type AdminArticle = z.output<typeof adminArticle>
/** With its text, to be changed. */
const wholeArticle = z.object({ ...row, description: z.string() })
export type WholeArticle = z.output<typeof wholeArticle>

export const adminVideo = z.object({ ...video.shape, source: z.enum(['channel', 'operator']) })
export type AdminVideo = z.output<typeof adminVideo>

export const adminArticleRoutes = {
  /** The ones changed last first. */
  adminListArticles: adminList('list-articles', adminArticle, {
    state: knownOr([...articleStates, 'all'] as const, 'all'),
  }),
  adminGetArticle: adminRead('article/:slug', 'get-article', wholeArticle, {
    slug: z.string().check(z.minLength(1), z.maxLength(100), storable),
  }),
  /** A form with one file, `image`; the article that names the answered id shows it (`saveBlog`). */
  sendArticlePicture: adminWrite(
    'article-picture',
    { image: z.string().check(z.regex(imageIdPattern, 'Please choose a picture')) },
    z.object({ image: z.string(), blur: z.string() }),
  ),
  /** Newest first, also those without a picture. */
  adminListVideos: adminRead('videos', 'list-videos', z.array(adminVideo)),
  /** By its id or any address of it; one that is there gets the title. */
  addVideo: write('POST admin_master/add-video', 'own:add-video', {
    auth: 'admin',
    body: z.object({
      address: line('Please enter the address of the video', 300),
      title: line('Please enter a title', blogLimits.title),
    }),
    reply: { id: z.string() },
  }),
  /** One of the channel comes back with the channel's next list. */
  removeVideo: adminWrite('remove-video', {
    id: z.string().check(z.minLength(1), z.maxLength(20), storable),
  }),
}
