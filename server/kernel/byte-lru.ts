interface Entry<T> {
  value: T
  bytes: number
  /** Whether the entry was read since it was set or since its last second chance. */
  used: boolean
}

/**
 * Cache with a limit in bytes. It evicts the oldest entry that was not read since its last chance (second-chance algorithm).
 */
export class ByteLru<T> {
  #entries = new Map<string, Entry<T>>()
  /**
   * Iterator that continues where the last eviction stopped: a new iterator would skip the slots of all deleted entries,
   * sometimes thousands.
   */
  #oldestFirst: MapIterator<[string, Entry<T>]> | undefined
  #bytes = 0
  #limit: number
  #dropped: (key: string, value: T) => void

  constructor(limit: number, dropped: (key: string, value: T) => void = () => undefined) {
    this.#limit = limit
    this.#dropped = dropped
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  /** Returns the value and marks the entry as used. */
  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    entry.used = true
    return entry.value
  }

  /**
   * Stores the value and evicts the oldest entries until all fit. A value larger than the limit is dropped and evicts no
   * other entry.
   */
  set(key: string, value: T, bytes: number): void {
    this.delete(key)
    if (bytes > this.#limit) {
      this.#dropped(key, value)
      return
    }
    this.#entries.set(key, { value, bytes, used: false })
    this.#bytes += bytes
    while (this.#bytes > this.#limit) {
      this.#oldestFirst ??= this.#entries.entries()
      const { done, value: next } = this.#oldestFirst.next()
      if (done === true) {
        this.#oldestFirst = undefined
        continue
      }
      const [oldest, entry] = next
      this.delete(oldest)
      // A used entry and the new entry move to the end instead of being evicted.
      if (entry.used || oldest === key) {
        this.#entries.set(oldest, { ...entry, used: false })
        this.#bytes += entry.bytes
      } else this.#dropped(oldest, entry.value)
    }
  }

  /** Deletes an entry without calling `dropped`. */
  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}
