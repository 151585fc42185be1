import type { BlobRow } from '../database/records.ts'
import { meta, numberOf, setNumber, type OwnStore } from '../outbox/command.ts'

/** The pictures of one draft or ad: a row each, named by owner and bytes, so that no two owners share a row. */
export const blobIdOf = (owner: string, imageId: string): string => `${owner}/${imageId}`

/** The server keeps a picture of no ad for a week; what was confirmed longer ago than this is requested again. */
export const trustFor = 24 * 3_600_000

export type UploadState = NonNullable<BlobRow['upload']>

/** The server confirmed, not long ago, that it has the picture. */
export function isUploaded(row: BlobRow, now: number): boolean {
  const at = row.upload?.done
  return at !== undefined && Math.abs(now - at) < trustFor
}

/** What became of a note: the picture may be removed meanwhile, or somebody else leads (I17). */
export type Noted = 'noted' | 'removed' | 'fenced'

/** Writes down where an upload stands, and that its sender is alive. */
export function noteUpload(
  store: OwnStore,
  id: string,
  { next, epoch, now }: { next: UploadState | undefined; epoch: number; now: number },
): Promise<Noted> {
  return store.transaction('write', ['blobs', 'meta'], async (tx) => {
    if ((await numberOf(tx, meta.epoch)) !== epoch) return 'fenced'
    await setNumber(tx, meta.beat, now)
    const row = await tx.get('blobs', id)
    if (!row) return 'removed'
    const { upload: _before, ...rest } = row
    await tx.put('blobs', next ? { ...rest, upload: next } : rest)
    return 'noted'
  })
}

export type UploadProgress = ReturnType<typeof progressOf>
/** "Sending 2 of 6 photos (43 %)". */
export function progressOf(rows: readonly Pick<BlobRow, 'size' | 'upload'>[]) {
  const arrived = rows.filter((row) => row.upload?.done !== undefined)
  const sent = rows.reduce(
    (sum, row) => sum + (row.upload?.done === undefined ? (row.upload?.offset ?? 0) : row.size),
    0,
  )
  return {
    pictures: rows.length,
    /** How many of them are there. */
    arrived: arrived.length,
    bytes: rows.reduce((sum, row) => sum + row.size, 0),
    /** Bytes that are there. */
    sent,
  }
}
