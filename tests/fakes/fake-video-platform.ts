// A video platform on this machine that speaks YouTube's wire format, well or badly, and has pictures. For tests and for
// `npm run fakes`.
import { createServer, type ServerResponse } from 'node:http'
import sharp from 'sharp'
import { listenLocally } from './listen.ts'

export interface FakeVideo {
  id: string
  title: string
  publishedAt: string
  /** Kind of the channel's activity. */
  type?: 'upload' | 'like' | 'playlistItem'
  /** Whether the largest picture size is missing. */
  small?: boolean
}
export interface FakeVideoPlatform {
  /** Value of YOUTUBE_URL and YOUTUBE_PICTURES_URL. */
  url: string
  videos: FakeVideo[]
  /** Path and query of every call. */
  calls: string[]
  mood: VideoMood
  close: () => Promise<void>
}

export const fakeKey = 'fake-key'
export const fakeChannel = 'UCfakefakefakefakefakefa'

const thumbnail = (id: string, size: string, width: number, height: number) => ({
  url: `https://i.ytimg.com/vi/${id}/${size}.jpg`,
  width,
  height,
})
function itemOf({ id, title, publishedAt, type = 'upload' }: FakeVideo) {
  const details = {
    upload: { upload: { videoId: id } },
    like: { like: { resourceId: { kind: 'youtube#video', videoId: id } } },
    playlistItem: {
      playlistItem: { resourceId: { kind: 'youtube#video', videoId: id }, playlistId: 'PLfake' },
    },
  }
  return {
    kind: 'youtube#activity',
    etag: `etag-${id}`,
    id: `activity-${id}`,
    snippet: {
      publishedAt,
      channelId: fakeChannel,
      title,
      description: `About ${title}`,
      thumbnails: {
        default: thumbnail(id, 'default', 120, 90),
        medium: thumbnail(id, 'mqdefault', 320, 180),
        high: thumbnail(id, 'hqdefault', 480, 360),
      },
      channelTitle: 'Fake Channel',
      type,
    },
    contentDetails: details[type],
  }
}

const json = (reply: ServerResponse, status: number, body: unknown) =>
  void reply
    .writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
    .end(JSON.stringify(body))

/** Returns the responses of each mood, with at most `most` videos. */
function moodsOf(videos: readonly FakeVideo[], most: number, reply: ServerResponse) {
  const items = videos.slice(0, most).map(itemOf)
  const whole = {
    kind: 'youtube#activityListResponse',
    etag: 'etag',
    items,
    pageInfo: { totalResults: videos.length, resultsPerPage: items.length },
  }
  const quota = {
    code: 403,
    message: 'quota',
    errors: [{ domain: 'youtube.quota', reason: 'quotaExceeded' }],
  }
  const odd = [
    null,
    7,
    {},
    { snippet: { type: 'upload', title: 1 } },
    { ...itemOf({ id: '../../x', title: 'x', publishedAt: 'x' }) },
  ]
  return {
    well: () => json(reply, 200, whole),
    quota: () => json(reply, 403, { error: quota }),
    slow: () => undefined,
    broken: () => void reply.writeHead(500).end(),
    html: () =>
      void reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in to the network</h1>'),
    'no-json': () => void reply.writeHead(200, { 'content-type': 'application/json' }).end('{"items":'),
    huge: () => json(reply, 200, { items: [], pad: 'x'.repeat(2_000_000) }),
    redirect: () => void reply.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    odd: () => json(reply, 200, { ...whole, items: [...odd, ...items] }),
  }
}
export type VideoMood = keyof ReturnType<typeof moodsOf>

function activities(fake: FakeVideoPlatform, url: URL, reply: ServerResponse): void {
  const asked = url.searchParams
  const known = asked.get('key') === fakeKey && asked.get('channelId') === fakeChannel
  if (!known || asked.get('part') !== 'snippet,contentDetails')
    return json(reply, 400, {
      error: { code: 400, message: 'API key not valid. Please pass a valid API key.' },
    })
  moodsOf(fake.videos, Number(asked.get('maxResults') ?? 5), reply)[fake.mood]()
}

/** Draws a picture for a video, with a colour that depends on its id. */
async function picture(id: string, width: number): Promise<Buffer> {
  const shade = (at: number) => (id.charCodeAt(at) * 37) % 200
  const background = { r: shade(0), g: shade(5), b: shade(10) }
  return sharp({ create: { width, height: Math.round((width * 9) / 16), channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** Starts the video platform; it listens on the loopback address only. */
export async function fakeVideoPlatform(port = 0): Promise<FakeVideoPlatform> {
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    fake.calls.push(url.pathname + url.search)
    const [, id = '', size] = /^\/vi\/([\w-]{11})\/(maxresdefault|hqdefault)\.jpg$/.exec(url.pathname) ?? []
    const found = fake.videos.find((one) => one.id === id)
    if (url.pathname === '/youtube/v3/activities') activities(fake, url, reply)
    else if (!found || (found.small === true && size === 'maxresdefault')) reply.writeHead(404).end()
    else if (fake.mood === 'html') reply.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>')
    else if (fake.mood === 'huge')
      reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(Buffer.alloc(8_000_000))
    else if (fake.mood === 'redirect') reply.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    else if (fake.mood !== 'slow')
      void picture(id, size === 'hqdefault' ? 480 : 1280).then((bytes) =>
        reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes),
      )
  })
  const { origin, close } = await listenLocally(server, port)
  const fake: FakeVideoPlatform = { url: origin, videos: [], calls: [], mood: 'well', close }
  return fake
}
