import type { Told } from '../../cache/kept.ts'
import type { OwnStore } from '../../cache/mine.ts'
import type { KeptRow } from '../../database/records.ts'
import { putEntity } from '../../outbox/sending/entities.ts'

export { readForMe } from '../../cache/mine.ts'

/** An answer, and with it what it tells of things with versions: edits are made on what was seen (I9). */
export function keepMine(store: OwnStore, row: KeptRow, told: readonly Told[]): Promise<void> {
  return store.transaction('write', ['kept', 'entities'], async (tx) => {
    await tx.put('kept', row)
    for (const { k, ...now } of told) await putEntity(tx, k, now, row.asOf)
  })
}
