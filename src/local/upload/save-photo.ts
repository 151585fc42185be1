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
  /** One that lets go of what can be loaded again, when a photo needs its room. */
  store: OwnStore
  shrink: Shrink
  /** Names it in a draft, in the transaction that keeps it. */
  named?: (tx: OwnTx, row: BlobRow) => Promise<void>
  /** Those of its owner that were taken out, and whose bytes only an ad on its way still needs. */
  out?: (tx: OwnTx) => Promise<ReadonlySet<string>>
  /** The message when no more fit. */
  full?: string
}
export interface PickedPhoto {
  /** The draft or item it belongs to. */
  owner: string
  name: string
  file: Blob
}
export type SavePhotoResult =
  | {
      ok: true
      /** Of the row in `blobs`. */
      id: string
      /** The server will know it by this name. */
      imageId: string
      /** It was there already. */
      again: boolean
    }
  | { ok: false; error: Failure }

/** One that was chosen for a write and not sent yet. */
export interface ChosenPhoto {
  /** The server will know it by this name. */
  imageId: string
  /** Of its file. */
  name: string
  /** The small copy. */
  thumb: Blob
}
const damaged = {
  ok: false,
  error: { code: 'validation_failed', msg: pictureWords.damaged },
} as const
const full = `An ad can have ${limits.adImages} pictures.`

/** What a store that does not take something says. */
export const failureOf = (error: unknown): Failure => ({
  code: isQuota(error) ? 'storage_full' : 'storage_unavailable',
})

/** The same as a result, for `catch`. */
export const failed = (error: unknown) => ({ ok: false, error: failureOf(error) }) as const

/** Few people pick a picture: what decodes one is fetched when they do. It takes them one after the other. */
export const lazyShrink = (): (() => Promise<Shrink>) =>
  loadOnce(async () => (await import('./photo-worker-client.ts').catch(missingFile)).browserPhotoWorker())

/** One transaction a photo: it is there whole or not at all, and the one before it stays (I12). */
function put(
  { store, named, out }: Pick<SavePhotoPorts, 'store' | 'named' | 'out'>,
  row: BlobRow,
): Promise<'saved' | 'again' | 'full'> {
  return store.transaction('write', named || out ? ['blobs', 'drafts'] : ['blobs'], async (tx) => {
    const all = await tx.list('blobs', { index: 'owner', only: row.owner })
    const gone = await out?.(tx)
    const others = all.filter(({ sha256 }) => gone?.has(imageIdOf(sha256)) !== true)
    const same = all.find((other) => other.id === row.id)
    // Perhaps it is picked again because the server has forgotten that it had arrived: that is asked again.
    if (same?.upload?.done !== undefined) await tx.put('blobs', row)
    if (!others.some(({ id }) => id === row.id) && others.length >= limits.adImages) return 'full'
    await named?.(tx, row)
    if (same) return 'again'
    await tx.put('blobs', row)
    return 'saved'
  })
}

/**
 * Keeps a photo for an ad, small and without where it was taken. `ok` is returned after the commit; what could not be
 * kept is named, and nothing else of the draft is touched.
 */
export async function savePhoto(
  { owner, name, file }: PickedPhoto,
  p: SavePhotoPorts,
): Promise<SavePhotoResult> {
  // A file that cannot even be read: one that was moved, or that is in a cloud.
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
