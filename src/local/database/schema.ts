import type { OwnTables, PublicTables } from './records.ts'
import type { Schema } from './store.ts'

/**
 * Numbered versions, additive only: a change is a new entry in `dexie.ts`, an old number never changes its meaning.
 * Raw IndexedDB counts in tens of these.
 */
export const schemaVersion = 2

export const ownSchema: Schema<OwnTables> = {
  outbox: { key: 'id', indexes: ['seq', 'lane'] },
  favourites: { key: 'carId', indexes: [] },
  drafts: { key: 'id', indexes: ['updatedAt'] },
  viewed: { key: 'carId', indexes: ['at'] },
  kept: { key: 'k', indexes: [] },
  entities: { key: 'k', indexes: [] },
  blobs: { key: 'id', indexes: ['owner', 'sha256'] },
  meta: { key: 'k', indexes: [] },
  log: { key: 'n', indexes: [] },
}
export const publicSchema: Schema<PublicTables> = {
  cards: { key: 'id', indexes: ['seenAt'] },
  details: { key: 'id', indexes: ['slug', 'seenAt'] },
  lists: { key: 'k', indexes: ['seenAt'] },
  reference: { key: 'k', indexes: [] },
  meta: { key: 'k', indexes: [] },
}
