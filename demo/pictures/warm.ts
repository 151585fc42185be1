import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod/mini'
import type { Deps, WantedPicture } from '../../server/kernel/deps.ts'
import type { PictureService } from './picture-service.ts'
import { recipeOf } from './vocabulary.ts'

/** Covers drawn in advance, and how many of the newest cars also get the width of a sharp phone. */
const most = 400
const sharpest = 60
/** Milliseconds between two drawings, left to the users of the server. */
const breath = 30

const cover = z.object({ url: z.string() })

/** What a first visitor is likely to look at, most likely first. */
async function likely(deps: Pick<Deps, 'db'>): Promise<WantedPicture[]> {
  const covers = await deps.db.rows(cover, {
    text: `select pictures -> 0 ->> 'url' as url from cars
      where status = 'active' and jsonb_array_length(pictures) > 0
      order by created_at desc, id limit $1`,
    values: [most],
  })
  const keys = [...new Set(covers.map((c) => c.url.split('/').at(-2) ?? ''))].filter((k) => recipeOf(k))
  const at = (width: WantedPicture['width'], list: readonly string[]): WantedPicture[] =>
    list.map((key) => ({ key, width, format: 'avif' }))
  return [
    ...at(640, keys.slice(0, sharpest)),
    ...at(960, keys.slice(0, sharpest)),
    ...at(640, keys.slice(sharpest)),
  ]
}

/**
 * Draws the covers of the newest ads one by one while nobody else needs the machine; ends early when told to.
 * Says how many files are there now.
 */
export async function warmPictures(
  deps: Pick<Deps, 'db'>,
  service: PictureService,
  signal: AbortSignal,
): Promise<number> {
  let done = 0
  for (const wanted of await likely(deps)) {
    while (!service.idle && !signal.aborted) await pause(breath, undefined, { ref: false })
    if (signal.aborted) break
    await service.get(wanted, false)
    done++
    await pause(breath, undefined, { ref: false })
  }
  return done
}
