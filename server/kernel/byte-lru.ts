/** Entries up to a sum of bytes; the one unused for the longest time goes first. */
export class ByteLru<T> {
  #entries = new Map<string, { value: T; bytes: number }>()
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
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Keeps the value and drops the oldest until all fit; one larger than the limit is dropped at once. */
  set(key: string, value: T, bytes: number): void {
    this.delete(key)
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#limit) return
      this.delete(oldest)
      this.#dropped(oldest, entry.value)
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
