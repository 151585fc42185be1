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
/** Where videos are (R-EXT-06). Whatever is no usable answer throws `OutsideFailure`. */
export interface VideoPlatform {
  /** What the channel has uploaded lately; undefined where no channel is set. */
  uploads: (() => Promise<Upload[]>) | undefined
  /** The still picture of a video, as a stranger sent it. */
  poster: (id: string) => Promise<Buffer>
}

type Settings = Pick<Config, 'youtubeApiKey' | 'youtubeChannel' | 'youtubeUrl' | 'youtubePicturesUrl'>
const videoPatience = { ms: 10_000, listBytes: 512 * 1024, posterBytes: 3 * 1024 * 1024 }

/** Activities asked for at a time. */
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

/** Uploads alone: likes, playlists and whatever else a channel does are none. One that cannot be read is left out. */
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

/** Of the largest size first: not every video has it. */
const sizes = ['maxresdefault', 'hqdefault']

/** YouTube as the settings have it. Addresses of pictures are made here: those in its answers are not followed. */
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
