// Fetches videos from the platform at intervals, so that pages never wait for it. While the platform is unavailable, the last
// list stays. One process fetches at a time; the claim of a process that died expires.
import { hash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { imageIdOf } from '#contract/sync/uploads.ts'
import type { Deps } from '../kernel/deps.ts'
import { later, nextTry } from '../kernel/semaphore.ts'
import { OutsideFailure } from '../integrations/bounded-fetch.ts'
import type { VideoPlatform } from '../integrations/video-platform.ts'
import { saveOwnImage } from '../pictures/uploads/form-images.ts'
import { saveUploads } from './videos-store.ts'
import { changeRow } from '../kernel/db/lists.ts'

const minute = 60_000
const hour = 60 * minute
/** Maximum tries for the picture of a video; after them the video stays without a picture. */
const mostPosters = 10

type RefreshLog = Pick<FastifyBaseLogger, 'warn'>
const first = 5 * minute

/** Returns why the platform failed, in words that may be logged; throws any other error, because it is a bug. */
function reasonOf(error: unknown): string {
  if (error instanceof OutsideFailure || error instanceof AppError) return error.message
  throw error
}

const claimedList = z.object({ tries: z.int() })

async function refreshList(deps: Deps, uploads: NonNullable<VideoPlatform['uploads']>, log: RefreshLog) {
  const { db, now } = deps
  const claimed = await db.first(claimedList)`update outside_lists
    set next_at = ${later(now(), 5 * minute)}, tries = tries + 1 where name = 'videos' and next_at <= ${now()}
    returning tries`
  if (!claimed) return
  try {
    const found = await uploads()
    await db.tx(async (sql) => {
      await saveUploads(sql, found, now())
      const done = { next_at: later(now(), hour), tries: 0, fetched_at: now() }
      await changeRow(sql, 'outside_lists', { name: 'videos' }, done)
    })
  } catch (error) {
    log.warn({ reason: reasonOf(error), tries: claimed.tries }, 'the list of videos could not be fetched')
    const next_at = nextTry(now(), claimed.tries, { first, longest: 6 * hour })
    await changeRow(db, 'outside_lists', { name: 'videos' }, { next_at })
  }
}

const claimedPoster = z.object({ id: z.string(), tries: z.int() })

/** Fetches the picture of one video that has none; returns false when no picture is due. */
async function fetchPoster(deps: Deps, platform: VideoPlatform, log: RefreshLog): Promise<boolean> {
  const { db, now } = deps
  const claimed = await db.first(claimedPoster)`update videos
    set poster_at = ${later(now(), 5 * minute)}, poster_tries = poster_tries + 1 where id in (
      select id from videos where blur = '' and poster_at <= ${now()} and poster_tries < ${mostPosters}
      order by published_at desc limit 1 for update skip locked
    ) returning id, poster_tries as tries`
  if (!claimed) return false
  const { id, tries } = claimed
  try {
    const bytes = await platform.poster(id)
    const poster = imageIdOf(hash('sha256', bytes))
    // The row names the picture first: the sweep deletes a picture that no row names.
    await changeRow(db, 'videos', { id }, { poster })
    const blur = await saveOwnImage(deps, poster, bytes)
    await changeRow(db, 'videos', { id, poster }, { blur })
  } catch (error) {
    log.warn({ video: id, tries, reason: reasonOf(error) }, 'the picture of a video could not be fetched')
    await changeRow(db, 'videos', { id }, { poster_at: nextTry(now(), tries, { first }) })
  }
  return true
}

/** Fetches the list when it is due, then the missing pictures. */
export async function refreshVideos(
  deps: Deps,
  platform: VideoPlatform,
  log: RefreshLog,
  stopping?: AbortSignal,
): Promise<void> {
  if (platform.uploads) await refreshList(deps, platform.uploads, log)
  while (stopping?.aborted !== true && (await fetchPoster(deps, platform, log)));
}
