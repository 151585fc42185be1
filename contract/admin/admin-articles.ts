import { z } from 'zod/mini'
import { blogLimits, video } from '../blogs.ts'
import { adminList, adminRead, adminWrite } from './admin-route.ts'
import { id, instant, line, storable, write } from '../parts.ts'
import { imageIdPattern } from '../sync/uploads.ts'
import { knownOr } from '../values/list-inputs.ts'

/** Admin calls for articles and videos. */

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
  /** Time of publication, past or planned; null for a draft. */
  published_at: z.nullable(instant),
}
export const adminArticle = z.object(row)
export type AdminArticle = z.output<typeof adminArticle>
/** An article with its full text, for the editor. */
const wholeArticle = z.object({ ...row, description: z.string() })
export type WholeArticle = z.output<typeof wholeArticle>

export const adminVideo = z.object({ ...video.shape, source: z.enum(['channel', 'operator']) })
export type AdminVideo = z.output<typeof adminVideo>

export const adminArticleRoutes = {
  /** Lists articles: drafts first, then by time of publication, the latest first. */
  adminListArticles: adminList('list-articles', adminArticle, {
    state: knownOr([...articleStates, 'all'] as const, 'all'),
  }),
  adminGetArticle: adminRead('article/:slug', 'get-article', wholeArticle, {
    slug: z.string().check(z.minLength(1), z.maxLength(100), storable),
  }),
  /** Takes a form with one file, `image`. An article shows the picture once `saveBlog` names the returned id. */
  sendArticlePicture: adminWrite(
    'article-picture',
    { image: z.string().check(z.regex(imageIdPattern, 'Please choose a picture')) },
    z.object({ image: z.string(), blur: z.string() }),
  ),
  /** Lists videos, newest first, including videos without a picture. */
  adminListVideos: adminRead('videos', 'list-videos', z.array(adminVideo)),
  /** Takes the video's id or any of its URLs. For a video that already exists, only the title changes. */
  addVideo: write('POST admin_master/add-video', 'own:add-video', {
    auth: 'admin',
    body: z.object({
      address: line('Please enter the address of the video', 300),
      title: line('Please enter a title', blogLimits.title),
    }),
    reply: { id: z.string() },
  }),
  /** Removes a video. A video of the channel returns with the next import of the channel. */
  removeVideo: adminWrite('remove-video', {
    id: z.string().check(z.minLength(1), z.maxLength(20), storable),
  }),
}
