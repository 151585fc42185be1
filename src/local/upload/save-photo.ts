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
  /** Store that evicts data which can be loaded again, when a photo needs space. */
  store: OwnStore
  shrink: Shrink
  /** Adds the photo to a draft, in the transaction that stores it. */
  named?: (tx: OwnTx, row: BlobRow) => Promise<void>
  /** Returns the image ids of the owner's photos that were removed from the draft, and that only a waiting ad still needs. */
  out?: (tx: OwnTx) => Promise<ReadonlySet<string>>
  /** Message when the maximum number of photos is reached. */
  full?: string
}
export interface PickedPhoto {
  /** Id of the draft, lane or form that it belongs to. */
  owner: string
  name: string
  file: Blob
}
export type SavePhotoResult =
  | {
      ok: true
      /** Id of the row in `blobs`. */
      id: string
      /** Name of the picture on the server. */
      imageId: string
      /** Whether it was stored already. */
      again: boolean
    }
  | { ok: false; error: Failure }

/** A photo that was chosen for a write and not sent yet. */
export interface ChosenPhoto {
  /** Name of the picture on the server. */
  imageId: string
  /** Name of its file. */
  name: string
  /** Thumbnail. */
  thumb: Blob
}
const damaged = {
  ok: false,
  error: { code: 'validation_failed', msg: pictureWords.damaged },
} as const
const full = `An ad can have ${limits.adImages} pictures.`

/** Returns the failure for an error of a store. */
export const failureOf = (error: unknown): Failure => ({
  code: isQuota(error) ? 'storage_full' : 'storage_unavailable',
})

/** Returns the failure as a result, for `catch`. */
export const failed = (error: unknown) => ({ ok: false, error: failureOf(error) }) as const

/** Returns a function that loads the code for decoding on demand. Pictures are processed one after the other. */
export const lazyShrink = (): (() => Promise<Shrink>) =>
  loadOnce(async () => (await import('./photo-worker-client.ts').catch(missingFile)).browserPhotoWorker())

/** Stores one photo per transaction: it is stored completely or not at all, and earlier ones stay (I12). */
function put(
  { store, named, out }: Pick<SavePhotoPorts, 'store' | 'named' | 'out'>,
  row: BlobRow,
): Promise<'saved' | 'again' | 'full'> {
  return store.transaction('write', named || out ? ['blobs', 'drafts'] : ['blobs'], async (tx) => {
    const all = await tx.list('blobs', { index: 'owner', only: row.owner })
    const gone = await out?.(tx)
    const others = all.filter(({ sha256 }) => gone?.has(imageIdOf(sha256)) !== true)
    const same = all.find((other) => other.id === row.id)
    // The person may pick a photo again because the server has lost it, so its upload state is cleared and the server is asked
    // again.
    if (same?.upload?.done !== undefined) await tx.put('blobs', row)
    if (!others.some(({ id }) => id === row.id) && others.length >= limits.adImages) return 'full'
    await named?.(tx, row)
    if (same) return 'again'
    await tx.put('blobs', row)
    return 'saved'
  })
}

/**
 * Reduces a photo for an ad, removes its place, and stores it. `ok` is returned after the commit; otherwise the error is returned
 * and the draft is unchanged.
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
