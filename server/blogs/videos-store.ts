import { changesOne, instantColumn, truthOf } from '../kernel/db/lists.ts'
import { z } from 'zod/mini'
import { type AdminVideo, adminVideo } from '#contract/admin/admin-articles.ts'
import { isVideoId, type Video, video } from '#contract/blogs.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import { raw, type Sql } from '../kernel/db/sql.ts'
import type { Upload } from '../integrations/video-platform.ts'

/**
 * Omits a poster that is not stored yet. A row names its poster before the file exists, so that the sweep does not delete the
 * file; the row gets `blur` when the file exists.
 */
const shown = z.overwrite<Video>((v) => ({ ...v, poster: v.blur === '' ? '' : uploadedUrl(v.poster) }))
const row = z.extend(video, { published_at: instantColumn }).check(shown)
const columns = raw('id as _id, title, source, published_at, poster, blur')

/** Maximum videos of a page. */
const most = 60

/** Returns videos, newest first; those of the channel only while a channel is set. */
export const listVideos = (sql: Sql, channel: boolean): Promise<Video[]> =>
  sql.all(row)`select ${columns} from videos
    where source = 'operator' or ${channel} order by published_at desc, id limit ${most}`

/** Returns whether an operator has added a video. */
export async function hasOwnVideos(sql: Sql): Promise<boolean> {
  return truthOf(sql)`select exists (select 1 from videos where source = 'operator') as any`
}

/** Replaces the videos of the channel by these uploads; videos of an operator stay. */
export async function saveUploads(sql: Sql, uploads: readonly Upload[], now: Date): Promise<void> {
  await sql.exec`delete from videos where source = 'channel' and id <> all (${uploads.map(({ id }) => id)})`
  for (const { id, title, published } of uploads) {
    await sql.exec`insert into videos (id, title, source, published_at, poster_at)
      values (${id}, ${title}, 'channel', ${published}, ${now}) on conflict (id) do update
      set title = excluded.title, published_at = excluded.published_at where videos.source = 'channel'`
  }
}

/** Adds a video of the operator; changes its title when it exists. */
export async function addVideo(sql: Sql, v: { id: string; title: string; now: Date }): Promise<void> {
  await sql.exec`insert into videos (id, title, source, published_at, poster_at)
    values (${v.id}, ${v.title}, 'operator', ${v.now}, ${v.now}) on conflict (id) do update
    set title = excluded.title, source = 'operator', poster_at = excluded.poster_at, poster_tries = 0`
}

/** Deletes a video; returns false when it does not exist. A video of the channel comes back with the channel's next list. */
export const removeVideo = (sql: Sql, id: string): Promise<boolean> =>
  changesOne(sql)`delete from videos where id = ${id}`

const listedRow = z.extend(adminVideo, { published_at: instantColumn }).check(shown)
/** Returns all videos, newest first, also those without a picture. */
export const everyVideo = (sql: Sql): Promise<AdminVideo[]> =>
  sql.all(listedRow)`select ${columns} from videos order by published_at desc, id`

const hosts = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/

/** Returns the id of a video in a text: an address in any of YouTube's forms, or the id alone. */
export function videoIdIn(text: string): string | undefined {
  const given = text.trim()
  if (isVideoId(given)) return given
  const address = /^https?:/i.test(given) ? given : `https://${given}`
  if (!URL.canParse(address)) return undefined
  const { hostname, pathname, searchParams } = new URL(address)
  if (!hosts.test(hostname)) return undefined
  const [, first = '', second = ''] = pathname.split('/')
  const named = hostname.endsWith('youtu.be')
    ? first
    : /^(?:shorts|embed|live|v)$/.test(first)
      ? second
      : searchParams.get('v')
  return named !== null && isVideoId(named) ? named : undefined
}
