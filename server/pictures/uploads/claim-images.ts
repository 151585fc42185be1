import { fieldError } from '../../kernel/call.ts'
import type { Picture } from '#contract/cars.ts'
import { limits } from '#contract/limits.ts'
import { accountWords } from '#contract/users/account.ts'
import { pictureUrl, uploadedUrl } from '#contract/values/pictures.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { touchImages } from './uploads-store.ts'

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
): Promise<Pick<Picture, 'url' | 'blur'>[]> {
  const rows = await touchImages(sql, user, ids, now)
  const blurs = new Map(rows.map(({ image_id, blur }) => [image_id, blur]))
  return [...new Set(ids)].map((id) => {
    const blur = blurs.get(id)
    if (blur === undefined) throw missing()
    return { url: uploadedUrl(id), blur }
  })
}

/** The address of a small picture of this person or business (R-VAL-35), or '' for none; call it in the transaction that shows it. */
export async function claimProfileImage(
  sql: Sql,
  o: { user: string; image: string; field: string; now: Date },
): Promise<string> {
  if (o.image === '') return ''
  const [row] = await touchImages(sql, o.user, [o.image], o.now)
  if (!row) throw fieldError(o.field, 'This picture has not arrived. Please add it again.')
  if (row.size > limits.profileImage) throw fieldError(o.field, accountWords.fileSize)
  return pictureUrl(`/media/${o.image}/640.webp`, 640, 'webp')
}
