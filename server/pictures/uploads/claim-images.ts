import { fieldError } from '../../kernel/call.ts'
import { z } from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { accountWords } from '#contract/users/account.ts'
import { pictureUrl, uploadedUrl } from '#contract/values/pictures.ts'
import type { Sql } from '../../kernel/db/sql.ts'

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
  /** What is said, and where, of one that is not there. */
  missing = () => fieldError('image_ids', 'A picture of this ad has not arrived. Please add it again.'),
): Promise<ClaimedPicture[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows(claimed, {
    text: `update uploads set used_at = greatest(used_at, $3)
           where user_id = $1 and image_id = any ($2) and state = 'done' returning image_id, blur`,
    values: [user, ids, now],
  })
  const blurs = new Map(rows.map(({ image_id, blur }) => [image_id, blur]))
  return [...new Set(ids)].map((id) => {
    const blur = blurs.get(id)
    if (blur === undefined) throw missing()
    return { url: uploadedUrl(id), blur }
  })
}

const sizeRow = z.object({ size: z.int() })

/** The address of a small picture of this person or business (R-VAL-35), or '' for none; call it in the transaction that shows it. */
export async function claimProfileImage(
  sql: Sql,
  o: { user: string; image: string; field: string; now: Date },
): Promise<string> {
  if (o.image === '') return ''
  const row = await sql.row(sizeRow, {
    text: `update uploads set used_at = greatest(used_at, $3)
      where user_id = $1 and image_id = $2 and state = 'done' returning size`,
    values: [o.user, o.image, o.now],
  })
  if (!row) throw fieldError(o.field, 'This picture has not arrived. Please add it again.')
  if (row.size > limits.profileImage) throw fieldError(o.field, accountWords.fileSize)
  return pictureUrl(`/media/${o.image}/640.webp`, 640, 'webp')
}
