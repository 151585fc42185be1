import { nextStamp, type DraftCopy } from '#contract/sync/draft-copy.ts'
import type { DraftEnd } from '#contract/sync/drafts.ts'
import type { OwnStore, OwnTx } from '../outbox/command.ts'

/** Row of `meta` with the deletions that the server does not know yet. */
const endsRow = 'draft-ends'

export interface DeletedDraft {
  id: string
  at: number
  why: DraftEnd
}

export const deletedDraftsIn = async (tx: OwnTx): Promise<readonly DeletedDraft[]> =>
  ((await tx.get('meta', endsRow))?.v as DeletedDraft[] | undefined) ?? []

export const readDeletedDrafts = (store: OwnStore): Promise<readonly DeletedDraft[]> =>
  store.transaction('read', ['meta'], deletedDraftsIn)

interface Ending {
  why: DraftEnd
  now: number
}
/** Stores a deletion that the next sync sends to the server; returns its stamp, which is higher than every stamp of the draft. */
export const noteDeletedDraft = (
  store: OwnStore,
  draft: DraftCopy & { id: string },
  ending: Ending,
): Promise<number> => store.transaction('write', ['meta'], (tx) => noteDeletedIn(tx, draft, ending))

export async function noteDeletedIn(
  tx: OwnTx,
  draft: DraftCopy & { id: string },
  { why, now }: Ending,
): Promise<number> {
  const end: DeletedDraft = { id: draft.id, at: nextStamp(draft, now), why }
  const ends = (await deletedDraftsIn(tx)).filter(({ id }) => id !== end.id)
  await tx.put('meta', { k: endsRow, v: [...ends, end] })
  return end.at
}

/** Removes a stored deletion, after the server has received it or when the draft is restored before that. */
export function forgetDeletedDraft(store: OwnStore, id: string): Promise<void> {
  return store.transaction('write', ['meta'], async (tx) => {
    const ends = await deletedDraftsIn(tx)
    if (ends.some((end) => end.id === id))
      await tx.put('meta', { k: endsRow, v: ends.filter((end) => end.id !== id) })
  })
}
