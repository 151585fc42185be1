import type { OwnTables, PublicTables } from './records.ts'
import type { Schema } from './store.ts'

/**
 * Version of the schema. A new table or index needs a new number, by which a page upgrades an older database. A table that is no
 * longer listed is deleted then, so it must be one that no app ever filled. The raw IndexedDB version is ten times this number.
 */
export const schemaVersion = 5

/** Whether the raw version of a database is one that only a newer app understands (I16). */
export const isNewer = (rawVersion: number, version = schemaVersion) => Math.floor(rawVersion / 10) > version

export const ownSchema: Schema<OwnTables> = {
  outbox: ['id', 'seq', 'lane'],
  favourites: ['carId'],
  drafts: ['id', 'updatedAt'],
  viewed: ['carId', 'at'],
  kept: ['k'],
  entities: ['k'],
  blobs: ['id', 'owner', 'sha256'],
  chats: ['k'],
  meta: ['k'],
  log: ['n'],
}
export const ownTables = Object.keys(ownSchema) as (keyof OwnTables)[]
export const publicSchema: Schema<PublicTables> = {
  cards: ['id', 'seenAt'],
  details: ['id', 'slug', 'seenAt'],
  lists: ['k', 'seenAt'],
  reference: ['k'],
  facts: ['k'],
  texts: ['k'],
  meta: ['k'],
}

/** Row of the public `meta`, written at the database's creation. If it is missing, the rest was evicted (I15). */
export const birthRow = 'birth'

/**
 * Returns a hash for the name of a database. Each person has one database: what A wrote cannot be read or sent as B, and deleting
 * A is deleting a database. The name must be computable synchronously and in the worker, so it is a plain 53-bit hash and no
 * digest.
 */
function hash(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    a = Math.imul(a ^ c, 2654435761)
    b = Math.imul(b ^ c, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

export const userPartition = (uid: string) => `u_${hash(uid)}`
export const guestPartition = (device: string) => `g_${device}`
/** Row of the public `meta`: the partitions on screen, in which the worker counts the waiting items. */
export const shownRow = 'shown'
