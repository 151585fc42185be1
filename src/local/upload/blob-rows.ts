import type { BlobRow } from '../database/records.ts'
import { meta, numberOf, setNumber, type OwnStore } from '../outbox/command.ts'

/** Returns the row id of a picture. The id contains owner and image id, so that two owners never share a row. */
export const blobIdOf = (owner: string, imageId: string): string => `${owner}/${imageId}`

/**
 * Milliseconds for which a confirmed upload counts as present on the server; after that the server is asked again. The server
 * deletes a picture without an ad after a week.
 */
export const trustFor = 24 * 3_600_000

export type UploadState = NonNullable<BlobRow['upload']>

/** Returns whether the server confirmed within `trustFor` that it has the picture. */
export function isUploaded(row: BlobRow, now: number): boolean {
  const at = row.upload?.done
  return at !== undefined && Math.abs(now - at) < trustFor
}

/** Result of `noteUpload`. `removed`: the picture was deleted meanwhile. `fenced`: another sender has the leadership (I17). */
export type Noted = 'noted' | 'removed' | 'fenced'

/** Stores the state of an upload and the heartbeat of its sender. */
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
/** Returns the upload progress of these pictures, for a line such as "Sending 2 of 6 photos (43 %)". */
export function progressOf(rows: readonly Pick<BlobRow, 'size' | 'upload'>[]) {
  const arrived = rows.filter((row) => row.upload?.done !== undefined)
  const sent = rows.reduce(
    (sum, row) => sum + (row.upload?.done === undefined ? (row.upload?.offset ?? 0) : row.size),
    0,
  )
  return {
    pictures: rows.length,
    /** Number of pictures that the server has. */
    arrived: arrived.length,
    bytes: rows.reduce((sum, row) => sum + row.size, 0),
    /** Number of bytes that the server has. */
    sent,
  }
}
