interface Entry<T> {
  value: T
  bytes: number
  /** Read since it was set, or since it had its second turn. */
  used: boolean
}

/** Entries up to a sum of bytes; the oldest that was not read since its last turn goes first (second chance). */
export class ByteLru<T> {
  #entries = new Map<string, Entry<T>>()
  /** Goes on where it stopped: a fresh one passes over the places of all that were taken out, thousands at times. */
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

  /** The value, which counts as a use. */
  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    entry.used = true
    return entry.value
  }

  /** Keeps the value and drops the oldest until all fit; one larger than the limit is dropped at once, and no other. */
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
      // A used one, and this one itself, have a second turn behind all others.
      if (entry.used || oldest === key) {
        this.#entries.set(oldest, { ...entry, used: false })
        this.#bytes += entry.bytes
      } else this.#dropped(oldest, entry.value)
    }
  }

  /** Forgets an entry without calling it dropped. */
  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}
