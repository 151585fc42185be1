import { nextStamp, type DraftCopy } from '#contract/sync/draft-copy.ts'
import type { DraftEnd } from '#contract/sync/drafts.ts'
import type { OwnStore, OwnTx } from '../outbox/command.ts'

/** Drafts that are gone here and of which the server has not heard yet, in a row of `meta`. */
const endsRow = 'draft-ends'

export interface End {
  id: string
  at: number
  why: DraftEnd
}

export const endsIn = async (tx: OwnTx): Promise<readonly End[]> =>
  ((await tx.get('meta', endsRow))?.v as End[] | undefined) ?? []

export const readEnds = (store: OwnStore): Promise<readonly End[]> =>
  store.transaction('read', ['meta'], endsIn)

/** Notes that a draft is gone, for the server to hear of, with a stamp above all that is known of it; answers that. */
export function noteEnd(
  store: OwnStore,
  draft: DraftCopy & { id: string },
  { why, now }: { why: DraftEnd; now: number },
): Promise<number> {
  const end: End = { id: draft.id, at: nextStamp(draft, now), why }
  return store.transaction('write', ['meta'], async (tx) => {
    const ends = (await endsIn(tx)).filter(({ id }) => id !== end.id)
    await tx.put('meta', { k: endsRow, v: [...ends, end] })
    return end.at
  })
}

/** The server heard of it, or it came back before that. */
export function forgetEnd(store: OwnStore, id: string): Promise<void> {
  return store.transaction('write', ['meta'], async (tx) => {
    const ends = await endsIn(tx)
    if (ends.some((end) => end.id === id))
      await tx.put('meta', { k: endsRow, v: ends.filter((end) => end.id !== id) })
  })
}
