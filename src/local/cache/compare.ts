import type { CachedAnswerRow, OwnTables } from '../database/records.ts'
import type { Tx } from '../database/store.ts'
import type { OwnStore } from '../outbox/command.ts'

/** The cars a person is about to compare, by their slugs: on this phone only, in their own database. */
export const mostCompared = 4
/** Row of the person's `kept`. */
export const compareRow = 'compare'

/** The first few of them, each once. */
export const comparable = (slugs: readonly string[]): string[] => [...new Set(slugs)].slice(0, mostCompared)

const listOf = (row: CachedAnswerRow | undefined): string[] =>
  Array.isArray(row?.value) ? row.value.filter((slug): slug is string => typeof slug === 'string') : []

/** Inside a transaction that names `kept`. */
export const comparedIn = async (tx: Tx<OwnTables>): Promise<string[]> =>
  listOf(await tx.get('kept', compareRow))

const read = (store: OwnStore) => store.transaction('read', ['kept'], comparedIn)

export function saveCompared(store: OwnStore, slugs: readonly string[], now: number): Promise<void> {
  return store.transaction('write', ['kept'], (tx) =>
    slugs.length === 0
      ? tx.delete('kept', compareRow)
      : tx.put('kept', { k: compareRow, value: comparable(slugs), asOf: now }),
  )
}

/** What a guest chose goes with the person who signed in, before what that person chose at another time. */
export async function adoptCompared(guest: OwnStore, own: OwnStore, now: number): Promise<void> {
  const chosen = await read(guest)
  if (chosen.length === 0) return
  await saveCompared(own, [...chosen, ...(await read(own))], now)
  await saveCompared(guest, [], now)
}
