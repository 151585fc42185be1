import { bucketNames, type BucketName } from '../cache/budget.ts'
import { ballastRow, pinned, type PublicStore } from '../cache/eviction.ts'
import type { OwnTables, PublicTables } from '../database/records.ts'
import type { Store, TableOf } from '../database/store.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { CacheBox } from '../platform/env.ts'
import { kindOf } from './freeing.ts'
import { isPinCache, picturePathOf } from '../saved-cars/names.ts'
import { cachedBytes } from '../saved-cars/pictures.ts'

/** Returns the approximate bytes of a value on the disk. */
function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength
  if (value instanceof Map || value instanceof Set) return weigh([...value])
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + weigh(one), 8)
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + weigh(one), 8)
}

const weighAll = (rows: readonly unknown[]) => rows.reduce((sum: number, row) => sum + weigh(row), 0)

/** Number of rows per read: photos are large, and all at once would exceed the memory of a small phone. */
const page = 8
async function weighTable<T>(store: Store<T>, table: TableOf<T>, key: string): Promise<number> {
  let sum = 0
  let from: string | undefined
  for (;;) {
    const rows: unknown[] = await store.transaction('read', [table], (tx) =>
      tx.list(table, { limit: page, ...(from === undefined ? {} : { from }) }),
    )
    const fresh = rows.filter((row) => (row as Record<string, unknown>)[key] !== from)
    for (const row of fresh) sum += weigh(row)
    const last = fresh.at(-1)
    if (last === undefined || rows.length < page) return sum
    from = String((last as Record<string, unknown>)[key])
  }
}

async function weighCache(box: CacheBox, name: string): Promise<[path: string, bytes: number][]> {
  const cache = await box.open(name)
  const found: [string, number][] = []
  for (const { url } of await cache.keys()) {
    const reply = await cache.match(url)
    // A response that other code stored has no size header of ours.
    if (reply) found.push([picturePathOf(url), cachedBytes(reply) || (await reply.blob()).size])
  }
  return found
}

export interface MeasurePorts {
  shared: PublicStore
  /** Databases of the people on this phone. */
  owns: readonly OwnStore[]
  caches: CacheBox | undefined
}
const words = ['outbox', 'favourites', 'drafts', 'viewed', 'kept', 'entities', 'chats', 'meta'] as const

/** Returns the bytes of each bucket, as counted by the app. */
export async function measure({ shared, owns, caches }: MeasurePorts): Promise<Record<BucketName, number>> {
  const sizes = Object.fromEntries(bucketNames.map((name) => [name, 0])) as Record<BucketName, number>
  for (const own of owns) {
    const read = <N extends TableOf<OwnTables>>(table: N) =>
      own.transaction('read', [table], async (tx) => weighAll(await tx.list(table)))
    for (const table of [...words, 'log'] as const) sizes.words += await read(table)
    sizes.photos += await weighTable(own, 'blobs', 'id')
  }
  const seen = <N extends TableOf<PublicTables>>(table: N) =>
    shared.transaction('read', [table], (tx) => tx.list(table))
  const pins = await shared.transaction('read', ['meta'], pinned)
  for (const row of await seen('details')) sizes[pins.has(row.id) ? 'favourites' : 'viewed'] += weigh(row)
  for (const table of ['lists', 'cards', 'reference'] as const) sizes.answers += weighAll(await seen(table))
  for (const table of ['facts', 'texts'] as const) sizes.replica += await weighTable(shared, table, 'k')
  sizes.words += weighAll((await seen('meta')).filter((row) => row.k !== ballastRow))
  if (!caches) return sizes
  for (const name of await caches.keys())
    for (const [path, bytes] of await weighCache(caches, name)) {
      if (isPinCache(name)) sizes.favourites += bytes
      else if (name === 'listings' || name === 'documents') sizes.answers += bytes
      else if (name !== 'pictures') sizes.shell += bytes
      else sizes[kindOf(path) === 'thumbs' ? 'thumbs' : 'viewedPictures'] += bytes
    }
  return sizes
}
