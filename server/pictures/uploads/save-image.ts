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
import { findUpload, touchUpload } from './uploads-store.ts'
import { examine } from './examine.ts'
import { masterName } from './photo-service.ts'

interface FormFile {
  user: string
  bytes: Buffer
  /** Where it is said when the file is refused. */
  field: string
}
/** How large a picture may be, and what is said of others. */
interface Taken {
  most: number
  size: string
  type: string
}
const small = { most: limits.profileImage, size: accountWords.fileSize, type: accountWords.fileType }
const large = { most: uploadLimits.bytes, size: pictureWords.bytes, type: pictureWords.type }

/** A small picture: an avatar, a logo, the featured image of an ad (R-VAL-35). */
export const saveProfileImage = (deps: Deps, file: FormFile) => keepImage(deps, file, small)

/** One of the pictures of an ad (R-VAL-39). */
export const saveAdImage = (deps: Deps, file: FormFile) => keepImage(deps, file, large)

/** Keeps the file of a form as if it had been uploaded, and returns its id; looks at it as at any stranger's. */
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
 * Keeps a picture that belongs to nobody, such as the poster of a video, and returns its blur. Looked at as any stranger's;
 * a row must name it already.
 */
export async function saveOwnImage(deps: Deps, id: string, bytes: Buffer): Promise<string> {
  const uploads = uploadServiceOf(deps)
  const { master, blur } = await examine(bytes)
  await uploads.locks.run(id, () => uploads.store.put(masterName(id), master))
  return blur
}
