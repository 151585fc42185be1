import type { DraftRow, OwnTables } from '../database/records.ts'
import type { Tx } from '../database/store.ts'
import { same } from './merge.ts'

/** The draft of words that became a write, as its form knows it: what was typed there since is not among them. */
export interface HandedDraft {
  id: string
  /** What the form has put there or found there; whatever is there, where it is left out. */
  words?: readonly DraftRow['values'][]
  /** What has to be written down when it goes. */
  gone?: (tx: Tx<OwnTables>, row: DraftRow) => Promise<unknown>
}

/** The draft goes with its words, in the transaction that takes them: a kill right after must not offer them again. */
export async function dropHanded(tx: Tx<OwnTables>, { id, words, gone }: HandedDraft): Promise<void> {
  const row = await tx.get('drafts', id)
  if (!row || (words && !words.some((known) => same(known, row.values)))) return
  await tx.delete('drafts', id)
  await gone?.(tx, row)
}
