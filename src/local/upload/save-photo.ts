import { limits } from '#contract/limits.ts'
import { imageIdOf, pictureWords } from '#contract/sync/uploads.ts'
import { missingFile } from '#contract/values/expected.ts'
import { loadOnce } from '#contract/values/load-once.ts'
import { isQuota } from '../database/failures.ts'
import type { BlobRow } from '../database/records.ts'
import type { OwnStore, OwnTx } from '../outbox/command.ts'
import type { Failure } from '../outbox/sending/verdict.ts'
import { blobIdOf } from './blob-rows.ts'
import type { Shrink } from './shrink.ts'

export interface SavePhotoPorts {
  /** Store that evicts cached data when a photo needs space. */
  store: OwnStore
  shrink: Shrink
  /** Adds the picture to a draft, in the transaction that stores the picture. */
  named?: (tx: OwnTx, row: BlobRow) => Promise<void>
  /** Returns the image ids removed from the draft; their rows, which only a waiting ad needs, do not count in the limit. */
  out?: (tx: OwnTx) => Promise<ReadonlySet<string>>
  /** Message for a picture above the limit. */
  full?: string
}
export interface PickedPhoto {
  /** Row id of the draft, or id of the item, that the photo belongs to. */
  owner: string
  name: string
  file: Blob
}
export type SavePhotoResult =
  | {
      ok: true
      /** Id of the row in `blobs`. */
      id: string
      /** Id of the picture on the server. */
      imageId: string
      /** Whether the owner had the picture already. */
      again: boolean
    }
  | { ok: false; error: Failure }

/** A picture that was chosen for a write and is not sent yet. */
export interface ChosenPhoto {
  /** Id of the picture on the server. */
  imageId: string
  /** Name of its file. */
  name: string
  thumb: Blob
}
const damaged = {
  ok: false,
  error: { code: 'validation_failed', msg: pictureWords.damaged },
} as const
const full = `An ad can have ${limits.adImages} pictures.`

/** Converts an error of the store to a failure. */
export const failureOf = (error: unknown): Failure => ({
  code: isQuota(error) ? 'storage_full' : 'storage_unavailable',
})

/** Converts an error of the store to a failed result, for `catch`. */
export const failed = (error: unknown) => ({ ok: false, error: failureOf(error) }) as const

/** Returns a function that loads the photo worker client at the first picked picture, because few people pick pictures. */
export const lazyShrink = (): (() => Promise<Shrink>) =>
  loadOnce(async () => (await import('./photo-worker-client.ts').catch(missingFile)).browserPhotoWorker())

/** Stores each photo in its own transaction, so a failure neither leaves half a photo nor removes an earlier photo (I12). */
function put(
  { store, named, out }: Pick<SavePhotoPorts, 'store' | 'named' | 'out'>,
  row: BlobRow,
): Promise<'saved' | 'again' | 'full'> {
  return store.transaction('write', named || out ? ['blobs', 'drafts'] : ['blobs'], async (tx) => {
    const all = await tx.list('blobs', { index: 'owner', only: row.owner })
    const gone = await out?.(tx)
    const others = all.filter(({ sha256 }) => gone?.has(imageIdOf(sha256)) !== true)
    const same = all.find((other) => other.id === row.id)
    // The server may have lost the picture, so a new pick removes the confirmation, and the upload asks the server again.
    if (same?.upload?.done !== undefined) await tx.put('blobs', row)
    if (!others.some(({ id }) => id === row.id) && others.length >= limits.adImages) return 'full'
    await named?.(tx, row)
    if (same) return 'again'
    await tx.put('blobs', row)
    return 'saved'
  })
}

/**
 * Shrinks a photo, which removes the place where it was taken, and stores it. Returns `ok` after the commit. A failure names
 * its reason and changes nothing else of the draft.
 */
export async function savePhoto(
  { owner, name, file }: PickedPhoto,
  p: SavePhotoPorts,
): Promise<SavePhotoResult> {
  // The file cannot be read, for example because it was moved or is in cloud storage.
  const made = await p.shrink(file).catch(() => damaged)
  if (made === 'unable') return { ok: false, error: { code: 'storage_unavailable', msg: cannot } }
  if (!made.ok) return made
  const { photo } = made
  const imageId = imageIdOf(photo.sha256)
  const id = blobIdOf(owner, imageId)
  const row: BlobRow = { id, owner, name, size: photo.buf.byteLength, ...photo }
  const result = await put(p, row).catch(failed)
  if (typeof result === 'object') return result
  if (result === 'full') return { ok: false, error: { code: 'validation_failed', msg: p.full ?? full } }
  return { ok: true, id, imageId, again: result === 'again' }
}

const cannot = 'This browser cannot read pictures. Please use another one.'
