import type { Versioned } from '#contract/errors.ts'
import type { OwnTx } from '../command.ts'

/** The base of a thing with versions: an older one never overwrites a newer one (I18). */
export async function putEntity(tx: OwnTx, k: string, now: Versioned, asOf: number): Promise<void> {
  const row = await tx.get('entities', k)
  if (row && (row.version > now.version || row.gone)) return
  await tx.put('entities', { k, version: now.version, fields: now.fields, asOf })
}

/** It is no longer there, and no late answer brings it back. */
export async function markGone(tx: OwnTx, k: string, asOf: number): Promise<void> {
  const row = await tx.get('entities', k)
  if (row) await tx.put('entities', { ...row, asOf, gone: true })
}
