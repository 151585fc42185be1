import { createInTurn } from '#contract/values/in-turn.ts'
import type { Key, KeyRange, Schema, Store, TableOf, Tx } from './store.ts'

/** Returns the field as a key. The memory store serves the model test and browsers in which nothing can be stored. */
function valueAt(row: object, field: string): Key | undefined {
  const value = (row as Record<string, unknown>)[field]
  // As in IndexedDB, a value that is no valid key is in no index.
  return typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value)) ? value : undefined
}

/** Copies a row. Rows are plain data, for which `structuredClone` costs many times as much. */
function copy<V>(value: V): V {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copy) as V
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value)
  const out: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(value)) out[key] = copy(entry)
  return out as V
}

/** Compares in IndexedDB's order: every number comes before every text. */
function compare(a: Key, b: Key): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

function select<R extends object>(rows: Iterable<R>, primary: string, range: KeyRange): R[] {
  const field = range.index ?? primary
  const { only, from = only, to = only } = range
  const found: { row: R; at: Key; key: Key }[] = []
  for (const row of rows) {
    const at = valueAt(row, field)
    const key = valueAt(row, primary)
    if (at === undefined || key === undefined) continue
    if (from !== undefined && compare(at, from) < 0) continue
    if (to !== undefined && compare(at, to) > 0) continue
    found.push({ row, at, key })
  }
  found.sort((a, b) => compare(a.at, b.at) || compare(a.key, b.key))
  if (range.reverse) found.reverse()
  return found.slice(0, range.limit).map((f) => copy(f.row))
}

type Rows = ReadonlyMap<Key, object>

export function memoryStore<T extends { [N in keyof T]: object }>(schema: Schema<T>): Store<T> {
  const tables = new Map<string, Rows>(Object.keys(schema).map((name) => [name, new Map()]))
  /** Runs transactions one after another, so that none sees partial changes of another. */
  const inTurn = createInTurn()

  async function run<R>(
    mode: string,
    allowed: readonly string[],
    work: (tx: Tx<T>) => Promise<R>,
  ): Promise<R> {
    /** Tables that this transaction has changed; a failed transaction discards them. */
    const written = new Map<string, Map<Key, object>>()
    const read = (name: string): Rows => {
      const table = written.get(name) ?? tables.get(name)
      if (!table || !allowed.includes(name)) throw new Error(`Table ${name} is not part of this transaction`)
      return table
    }
    const write = (name: string, key: Key | undefined): [table: Map<Key, object>, key: Key] => {
      const table = written.get(name) ?? new Map(read(name))
      if (mode === 'read') throw new Error('This transaction only reads')
      if (key === undefined) throw new Error('A row needs an explicit key')
      written.set(name, table)
      return [table, key]
    }
    const tx: Tx<T> = {
      get: async <N extends TableOf<T>>(name: N, key: Key) => copy(read(name).get(key)) as T[N] | undefined,
      put: async (name, row) => {
        const [table, key] = write(name, valueAt(row, schema[name][0]))
        table.set(key, copy(row))
      },
      delete: async (name, given) => {
        const [table, key] = write(name, given)
        table.delete(key)
      },
      list: async <N extends TableOf<T>>(name: N, range: KeyRange = {}) =>
        select(read(name).values(), schema[name][0], range) as T[N][],
      keys: async (name) => [...read(name).keys()].sort(compare),
    }
    const result = await work(tx)
    for (const [name, table] of written) tables.set(name, table)
    return result
  }
  return {
    transaction: (mode, allowed, work) => inTurn(() => run(mode, allowed, work)),
    close: () => undefined,
  }
}
