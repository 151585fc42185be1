import { z } from 'zod/mini'
import { blogLimits, isVideoId } from '#contract/blogs.ts'
import { cleanLine } from '#contract/parts.ts'
import { jsonIn } from '#contract/values/unknown.ts'
import type { Config } from '../kernel/config.ts'
import { fetchBounded, OutsideFailure } from './bounded-fetch.ts'

export interface Upload {
  id: string
  title: string
  published: Date
}
/** The video platform (R-EXT-06). Everything but a usable response throws `OutsideFailure`. */
export interface VideoPlatform {
  /** Returns the latest uploads of the channel; undefined where no channel is set. */
  uploads: (() => Promise<Upload[]>) | undefined
  /** Returns the poster picture of a video; the bytes are untrusted. */
  poster: (id: string) => Promise<Buffer>
}

type Settings = Pick<Config, 'youtubeApiKey' | 'youtubeChannel' | 'youtubeUrl' | 'youtubePicturesUrl'>
const videoPatience = { ms: 10_000, listBytes: 512 * 1024, posterBytes: 3 * 1024 * 1024 }

/** Number of activities of one request. */
const asked = 25

export const hasChannel = (config: Pick<Settings, 'youtubeApiKey' | 'youtubeChannel'>): boolean =>
  config.youtubeApiKey !== undefined && config.youtubeChannel !== undefined

const activities = z.object({ items: z.array(z.unknown()) })
const upload = z.object({
  snippet: z.object({
    type: z.literal('upload'),
    title: z.string(),
    publishedAt: z.string().check(z.refine((v) => !Number.isNaN(Date.parse(v)))),
  }),
  contentDetails: z.object({ upload: z.object({ videoId: z.string().check(z.refine(isVideoId)) }) }),
})

/** Returns uploads only, no likes, playlists or other activities of a channel. An unreadable upload is left out. */
function uploadsIn(text: string): Upload[] {
  const list = activities.safeParse(jsonIn(text))
  if (!list.success) throw new OutsideFailure('an answer without activities')
  return list.data.items.slice(0, asked).flatMap((item) => {
    const read = upload.safeParse(item)
    if (!read.success) return []
    const { snippet, contentDetails } = read.data
    const title = cleanLine(snippet.title).trim().slice(0, blogLimits.title)
    const published = new Date(snippet.publishedAt)
    return title === '' ? [] : [{ id: contentDetails.upload.videoId, title, published }]
  })
}

/** Names of the sizes of posters, largest first: not every video has the largest. */
const sizes = ['maxresdefault', 'hqdefault']

/** Returns YouTube with these settings. Addresses of pictures are built here; those in responses are not used. */
export function videoPlatformOf(config: Settings, patience = videoPatience): VideoPlatform {
  const { youtubeApiKey: key, youtubeChannel: channelId, youtubeUrl, youtubePicturesUrl } = config
  const { ms } = patience
  async function uploads(): Promise<Upload[]> {
    const url = new URL('/youtube/v3/activities', youtubeUrl)
    const params = {
      part: 'snippet,contentDetails',
      channelId: channelId ?? '',
      maxResults: String(asked),
      key: key ?? '',
    }
    url.search = new URLSearchParams(params).toString()
    const { body } = await fetchBounded(url, { ms, bytes: patience.listBytes, type: 'application/json' })
    return uploadsIn(body.toString('utf8'))
  }
  return {
    uploads: hasChannel(config) ? uploads : undefined,
    async poster(id) {
      let missing = new OutsideFailure('no video')
      for (const size of isVideoId(id) ? sizes : []) {
        try {
          const url = new URL(`/vi/${id}/${size}.jpg`, youtubePicturesUrl)
          return (await fetchBounded(url, { ms, bytes: patience.posterBytes, type: 'image/' })).body
        } catch (error) {
          if (!(error instanceof OutsideFailure) || error.status !== 404) throw error
          missing = error
        }
      }
      throw missing
    },
  }
}
