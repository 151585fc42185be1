import { fieldError } from '../../kernel/call.ts'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { imageIdOf, pictureWords, sniffPicture, uploadLimits } from '#contract/sync/uploads.ts'
import { accountWords } from '#contract/users/account.ts'
import type { Deps } from '../../kernel/deps.ts'
import { uploadServiceOf } from './upload-service.ts'
import { findUpload, touchUpload, touchImages } from './uploads-store.ts'
import { examine } from './examine.ts'
import { masterName } from './photo-service.ts'
import type { Picture } from '#contract/cars.ts'
import { pictureUrl, uploadedUrl } from '#contract/values/pictures.ts'
import type { Sql } from '../../kernel/db/sql.ts'

interface FormFile {
  user: string
  bytes: Buffer
  /** Form field that an error refers to. */
  field: string
}
/** Maximum size of a picture, and the messages for other files. */
interface Taken {
  most: number
  size: string
  type: string
}
const small = { most: limits.profileImage, size: accountWords.fileSize, type: accountWords.fileType }
const large = { most: uploadLimits.bytes, size: pictureWords.bytes, type: pictureWords.type }

/** Stores a small picture: an avatar, a logo, the featured image of an ad (R-VAL-35). */
export const saveProfileImage = (deps: Deps, file: FormFile) => keepImage(deps, file, small)

/** Stores one of the pictures of an ad (R-VAL-39). */
export const saveAdImage = (deps: Deps, file: FormFile) => keepImage(deps, file, large)

/** Stores the file of a form like an upload and returns its id. The file is examined as untrusted data. */
async function keepImage(
  deps: Deps,
  { user, bytes, field }: FormFile,
  { most, size, type }: Taken,
): Promise<string> {
  if (bytes.length > most) throw fieldError(field, size)
  if (sniffPicture(bytes) === undefined) throw fieldError(field, type)
  const uploads = uploadServiceOf(deps)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const id = imageIdOf(sha256)
  await uploads.locks.run(id, async () => {
    const there = await findUpload(deps.db, user, id)
    if (there?.state === 'done' && (await uploads.pictures.has(id))) {
      await touchUpload(deps.db, there, deps.now())
      return
    }
    const row = await uploads.begin(user, { sha256, size: bytes.length })
    await writeFile(join(uploads.parts, row.file), bytes)
    try {
      await uploads.finish(row)
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      throw fieldError(field, error.code === 'unsupported_media_type' ? type : error.message)
    }
  })
  return id
}

/**
 * Stores a picture without an owner, such as the poster of a video, and returns its blur. The bytes are examined as untrusted
 * data. A row must refer to the picture before.
 */
export async function saveOwnImage(deps: Deps, id: string, bytes: Buffer): Promise<string> {
  const uploads = uploadServiceOf(deps)
  const { master, blur } = await examine(bytes)
  await uploads.locks.run(id, () => uploads.store.put(masterName(id), master))
  return blur
}

// Every row that shows a picture claims it from the owner's uploads.

/**
 * Returns the pictures of an ad in the order of `ids`: each must be this person's and complete. Call it in the transaction that
 * writes the ad: it renews their last use, so that no sweep deletes them before the commit. Repeated ids count once.
 */
export async function claimImages(
  sql: Sql,
  user: string,
  ids: readonly string[],
  now: Date,
  /** Returns the error for an id without a complete picture of this person. */
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

/**
 * Returns the address of a small picture of this person or business (R-VAL-35), or '' for none. Call it in the transaction that
 * shows the picture.
 */
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
