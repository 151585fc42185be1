/**
 * The one way to the rows: a small transactional port with three adapters (memory, Dexie, raw IndexedDB) that pass
 * one conformance suite. Inside `work` nothing but the transaction may be awaited, else IndexedDB closes it.
 */
export type Key = string | number

export interface KeyRange {
  /** A field of the row that the schema names as an index; the primary key when left out. */
  index?: string
  only?: Key
  /** Inclusive. */
  from?: Key
  /** Inclusive. */
  to?: Key
  /** Largest key first. */
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
  /** The keys of all rows, without the rows. */
  keys: (table: TableOf<T>) => Promise<Key[]>
}
export interface Store<T> {
  /** All of it or nothing; resolves once it is committed. `work` may be run again on a fresh connection. */
  transaction: <R>(
    mode: 'read' | 'write',
    tables: readonly TableOf<T>[],
    work: (tx: Tx<T>) => Promise<R>,
  ) => Promise<R>
  close: () => void
}

/** Of each table its primary key, then the fields that are indexes. */
export type Schema<T> = { readonly [N in TableOf<T>]: readonly [key: string, ...indexes: string[]] }
