import type { BlobRow } from '../database/records.ts'
import type { OwnTx } from './command.ts'

/**
 * Prefix of rows of `drafts` that list the pictures chosen for the next writes of a lane and not yet sent. The row names them in
 * their order, and their bytes are in `blobs` under its id, as those of an ad are under its draft. The list is not part of the
 * row with the draft's text, because an older app overwrites that row as a whole (I16).
 */
const prefix = 'chosen:'

/** Returns the id of the row that lists the chosen pictures of this lane; this id is also the owner of their bytes. */
export const attachmentsRow = (lane: string): string => prefix + lane
/** Returns the lane of such a row; undefined for any other draft. */
export const laneOfAttachments = (row: string): string | undefined =>
  row.startsWith(prefix) ? row.slice(prefix.length) : undefined

const nameOf = ({ id, owner }: Pick<BlobRow, 'id' | 'owner'>) => id.slice(owner.length + 1)

export async function attachmentsIn(tx: OwnTx, row: string): Promise<string[]> {
  const names = (await tx.get('drafts', row))?.values['pictures'] ?? ''
  return names.split(',').filter((name) => name !== '')
}

async function write(tx: OwnTx, row: string, names: readonly string[], now: number): Promise<void> {
  if (names.length === 0) await tx.delete('drafts', row)
  else await tx.put('drafts', { id: row, values: { pictures: names.join() }, updatedAt: now })
}

/** Appends a picture to the list, in the transaction that stores its bytes. */
export async function addAttachment(
  tx: OwnTx,
  blob: Pick<BlobRow, 'id' | 'owner'>,
  now: number,
): Promise<void> {
  const names = await attachmentsIn(tx, blob.owner)
  if (!names.includes(nameOf(blob))) await write(tx, blob.owner, [...names, nameOf(blob)], now)
}

/** Removes a picture and its bytes. */
export async function dropAttachment(
  tx: OwnTx,
  blob: Pick<BlobRow, 'id' | 'owner'>,
  now: number,
): Promise<void> {
  await tx.delete('blobs', blob.id)
  const names = await attachmentsIn(tx, blob.owner)
  const left = names.filter((name) => name !== nameOf(blob))
  if (left.length < names.length) await write(tx, blob.owner, left, now)
}

/** Moves chosen pictures to a write in this lane, in its transaction; returns the ids that the write needs. */
export async function takeAttachments(
  tx: OwnTx,
  ids: readonly string[],
  { lane, now }: { lane: string; now: number },
): Promise<string[]> {
  const taken: string[] = []
  const start = `${attachmentsRow(lane)}/`
  for (const id of ids) {
    const name = id.slice(start.length)
    const own = `${lane}/${name}`
    taken.push(id.startsWith(start) ? own : id)
    const row = id.startsWith(start) ? await tx.get('blobs', id) : undefined
    if (!row) continue
    // The same picture may be uploading for this lane already. After a complete upload the new row replaces it, so that the
    // server is asked again, as after choosing the picture again.
    const known = await tx.get('blobs', own)
    if (!known || known.upload?.done !== undefined) await tx.put('blobs', { ...row, id: own, owner: lane })
    await dropAttachment(tx, row, now)
  }
  return taken
}

/** Moves the chosen pictures of a write that was not accepted back to the list, before the others. */
export async function returnAttachments(
  tx: OwnTx,
  ids: readonly string[],
  { lane, createdAt }: { lane: string; createdAt: number },
): Promise<void> {
  const row = attachmentsRow(lane)
  const chosen = ids.filter((id) => id.startsWith(`${row}/`)).map((id) => id.slice(row.length + 1))
  if (chosen.length === 0) return
  for (const name of chosen) {
    const blob = await tx.get('blobs', `${lane}/${name}`)
    if (!blob) continue
    await tx.delete('blobs', blob.id)
    await tx.put('blobs', { ...blob, id: `${row}/${name}`, owner: row })
  }
  const others = (await attachmentsIn(tx, row)).filter((name) => !chosen.includes(name))
  await write(tx, row, [...chosen, ...others], createdAt)
}
