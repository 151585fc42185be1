import type { Key, KeyRange, Schema, Store, TableOf, Tx } from '../../src/local/database/store.ts'

/**
 * The store of the model: does the same as the memory store (a test compares the two) without copying rows. The rows are frozen
 * instead, so code that changes a row in place fails at once.
 */
type Row = Record<string, unknown>
type Table = Map<Key, Row>

function freeze<V>(value: V): V {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const entry of Object.values(value)) freeze(entry)
  return Object.freeze(value)
}
function compare(a: Key, b: Key): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
const keyAt = (row: Row, field: string) => row[field] as Key | undefined

function select(rows: Row[], primary: string, range: KeyRange): Row[] {
  const field = range.index ?? primary
  const { only, from = only, to = only } = range
  const found = rows.filter((row) => {
    const at = keyAt(row, field)
    if (at === undefined || keyAt(row, primary) === undefined) return false
    return (from === undefined || compare(at, from) >= 0) && (to === undefined || compare(at, to) <= 0)
  })
  const by = (a: Row, b: Row, name: string) => compare(keyAt(a, name) ?? 0, keyAt(b, name) ?? 0)
  if (found.length > 1) found.sort((a, b) => by(a, b, field) || by(a, b, primary))
  if (range.reverse) found.reverse()
  return range.limit === undefined ? found : found.slice(0, range.limit)
}

export function frozenStore<T extends { [N in keyof T]: object }>(schema: Schema<T>): Store<T> {
  const tables = new Map<string, Table>(Object.keys(schema).map((name) => [name, new Map()]))
  let last: Promise<unknown> = Promise.resolve()

  async function run<R>(
    mode: string,
    allowed: readonly string[],
    work: (tx: Tx<T>) => Promise<R>,
  ): Promise<R> {
    const written = new Map<string, Map<Key, Row | undefined>>()
    const open = (name: string): Table => {
      const table = tables.get(name)
      if (!table || !allowed.includes(name)) throw new Error(`Table ${name} is not part of this transaction`)
      return table
    }
    const write = (name: TableOf<T>, key: Key | undefined, row: Row | undefined) => {
      open(name)
      if (mode === 'read' || key === undefined) throw new Error('Nothing can be written here')
      const rows = written.get(name) ?? new Map<Key, Row | undefined>()
      written.set(name, rows.set(key, row))
    }
    const rowsOf = (name: string): Row[] => {
      const changed = written.get(name)
      if (!changed) return [...open(name).values()]
      const table = open(name)
      const rows: (Row | undefined)[] = []
      for (const [key, row] of table) rows.push(changed.has(key) ? changed.get(key) : row)
      for (const [key, row] of changed) if (!table.has(key)) rows.push(row)
      return rows.filter((row) => row !== undefined)
    }
    const tx: Tx<T> = {
      get: async <N extends TableOf<T>>(name: N, key: Key) => {
        const table = open(name)
        const changed = written.get(name)
        return (changed?.has(key) ? changed.get(key) : table.get(key)) as T[N] | undefined
      },
      put: async (name, row) => {
        const frozen = freeze({ ...row }) as Row
        write(name, keyAt(frozen, schema[name][0]), frozen)
      },
      delete: async (name, key) => write(name, key, undefined),
      list: async <N extends TableOf<T>>(name: N, range: KeyRange = {}) =>
        select(rowsOf(name), schema[name][0], range) as T[N][],
      keys: async (name) =>
        select(rowsOf(name), schema[name][0], {}).flatMap((row) => keyAt(row, schema[name][0]) ?? []),
    }
    const result = await work(tx)
    for (const [name, rows] of written) {
      for (const [key, row] of rows) {
        if (row) tables.get(name)?.set(key, row)
        else tables.get(name)?.delete(key)
      }
    }
    return result
  }
  return {
    transaction(mode, allowed, work) {
      const mine = last.then(() => run(mode, allowed, work))
      last = Promise.allSettled([mine])
      return mine
    },
    close: () => undefined,
  }
}
