import type { Fields } from '#contract/commands.ts'
import type { OutboxItem } from '../../database/records.ts'
import { commandOf } from '../command.ts'
import { mergeFields, sideOf } from '../merge.ts'

/** One field that both sides changed. */
export interface DisputedField {
  name: string
  /** What the person saw when they decided. */
  before: unknown
  mine: unknown
  theirs: unknown
}
/** What a person must decide about an item in conflict. */
export interface Dispute {
  /** What they wanted to change no longer exists. */
  gone: boolean
  /** Fields that both sides changed, differently. */
  fields: readonly DisputedField[]
  /** All of what this phone wants, and how things are on the server. */
  mine: Fields
  theirs: Fields
}

/** How a person settles a conflict (I9). */
export type Resolution =
  /** My values win where both disagree. */
  | { how: 'mine' }
  /** Theirs stand where both disagree; the rest of mine still goes. */
  | { how: 'theirs' }
  /** These values, field by field, in place of the disputed ones. */
  | { how: 'values'; values: Fields }
  /** Neither: what I wrote becomes a draft. */
  | { how: 'draft' }
  /** It was deleted elsewhere: make it anew. */
  | { how: 'again' }

export function disputeOf(item: OutboxItem): Dispute {
  const editing = commandOf(item)?.editing
  const mine = editing?.of(item.payload) ?? {}
  if (!item.theirs) {
    // A server that did not say how things are leaves no choice but to ask it again.
    const gone = item.lastError?.code === 'gone' || item.lastError?.code === 'not_found'
    return { gone, fields: [], mine, theirs: {} }
  }
  const theirs = item.theirs.fields
  const { overlaps } = mergeFields({
    ...sideOf(item.base),
    mine,
    theirs,
    sets: editing?.sets ?? [],
  })
  const fields = overlaps.map((name) => ({
    name,
    before: item.base?.snapshot[name],
    mine: mine[name],
    theirs: theirs[name],
  }))
  return { gone: false, fields, mine, theirs }
}
