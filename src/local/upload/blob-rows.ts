import type { BlobRow } from '../database/records.ts'
import { meta, numberOf, setNumber, type OwnStore } from '../outbox/command.ts'

/** Returns the id of a picture's row. It consists of owner and content hash, so that no two owners share a row. */
export const blobIdOf = (owner: string, imageId: string): string => `${owner}/${imageId}`

/** Milliseconds for which a confirmation counts. The server keeps a picture without an ad for a week. */
export const trustFor = 24 * 3_600_000

export type UploadState = NonNullable<BlobRow['upload']>

/** Whether the server has recently confirmed the picture. */
export function isUploaded(row: BlobRow, now: number): boolean {
  const at = row.upload?.done
  return at !== undefined && Math.abs(now - at) < trustFor
}

/** Result of a note: the picture may have been removed meanwhile, or another sender leads (I17). */
export type Noted = 'noted' | 'removed' | 'fenced'

/** Stores the state of an upload, and a sign of life of its sender. */
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
/** Returns the progress, shown as "Sending 2 of 6 photos (43 %)". */
export function progressOf(rows: readonly Pick<BlobRow, 'size' | 'upload'>[]) {
  const arrived = rows.filter((row) => row.upload?.done !== undefined)
  const sent = rows.reduce(
    (sum, row) => sum + (row.upload?.done === undefined ? (row.upload?.offset ?? 0) : row.size),
    0,
  )
  return {
    pictures: rows.length,
    /** Number of pictures on the server. */
    arrived: arrived.length,
    bytes: rows.reduce((sum, row) => sum + row.size, 0),
    /** Bytes on the server. */
    sent,
  }
}
