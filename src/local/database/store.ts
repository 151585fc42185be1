/**
 * Key of a row. All rows are accessed by one small transactional interface with three adapters (memory, Dexie, raw IndexedDB)
 * that pass one conformance suite. Inside `work` only the transaction may be awaited, else IndexedDB closes it.
 */
export type Key = string | number

export interface KeyRange {
  /** Field of the row that the schema names as an index; the primary key when left out. */
  index?: string
  only?: Key
  /** Inclusive. */
  from?: Key
  /** Inclusive. */
  to?: Key
  /** Whether the largest key comes first. */
  reverse?: boolean
  limit?: number
}
export type TableOf<T> = keyof T & string

export interface Tx<T> {
  get: <N extends TableOf<T>>(table: N, key: Key) => Promise<T[N] | undefined>
  /** Writes the whole row; every key is explicit. */
  put: <N extends TableOf<T>>(table: N, row: T[N]) => Promise<void>
  delete: (table: TableOf<T>, key: Key) => Promise<void>
  list: <N extends TableOf<T>>(table: N, range?: KeyRange) => Promise<T[N][]>
  /** Reads the keys of all rows, without the rows. */
  keys: (table: TableOf<T>) => Promise<Key[]>
}
export interface Store<T> {
  /** Runs `work` atomically and resolves after the commit. `work` may run again on a new connection. */
  transaction: <R>(
    mode: 'read' | 'write',
    tables: readonly TableOf<T>[],
    work: (tx: Tx<T>) => Promise<R>,
  ) => Promise<R>
  close: () => void
}

/** Primary key of each table, followed by its indexed fields. */
export type Schema<T> = { readonly [N in TableOf<T>]: readonly [key: string, ...indexes: string[]] }
