import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { pictureUrl } from '#contract/values/pictures.ts'
import type { Sql } from '../kernel/db/sql.ts'

/** A picture as an ad holds it. */
export interface ClaimedPicture {
  url: string
  blur: string
}

const claimed = z.object({ image_id: z.string(), blur: z.string() })

/**
 * The pictures of an ad, in the order of `ids`: each must be this person's and complete. Call it in the transaction
 * that writes the ad: the rows are touched, so that nothing removes them before the ad is committed. Repeated ids
 * count once.
 */
export async function claimImages(
  sql: Sql,
  user: string,
  ids: readonly string[],
  now: Date,
): Promise<ClaimedPicture[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows(claimed, {
    name: 'upload-claim',
    text: `update uploads set used_at = greatest(used_at, $3)
           where user_id = $1 and image_id = any ($2) and state = 'done' returning image_id, blur`,
    values: [user, ids, now],
  })
  const blurs = new Map(rows.map(({ image_id, blur }) => [image_id, blur]))
  return [...new Set(ids)].map((id) => {
    const blur = blurs.get(id)
    if (blur === undefined) {
      const msg = 'A picture of this ad has not arrived. Please add it again.'
      throw new AppError('validation_failed', { msg, fields: { image_ids: msg } })
    }
    return { url: pictureUrl(`/media/${id}/1280.webp`, 1280, 'webp'), blur }
  })
}
