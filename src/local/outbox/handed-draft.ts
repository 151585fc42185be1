import type { DraftRow, OwnTables } from '../database/records.ts'
import type { Tx } from '../database/store.ts'
import { same } from './merge.ts'

/** The draft of words that became a write, as its form knows it. Text that was typed there later does not belong to the write. */
export interface HandedDraft {
  id: string
  /** Values that the form has stored or found in the row; when left out, any values are deleted. */
  words?: readonly DraftRow['values'][]
  /** Called in the transaction when the draft is deleted. */
  gone?: (tx: Tx<OwnTables>, row: DraftRow) => Promise<unknown>
}

/** Deletes the draft in the transaction that stores its words: after a kill of the app the form must not offer them again. */
export async function dropHanded(tx: Tx<OwnTables>, { id, words, gone }: HandedDraft): Promise<void> {
  const row = await tx.get('drafts', id)
  if (!row || (words && !words.some((known) => same(known, row.values)))) return
  await tx.delete('drafts', id)
  await gone?.(tx, row)
}
