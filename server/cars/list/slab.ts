const size = 1024 * 1024

/**
 * Bytes for answers that are sent and forgotten: many of them share one block, which costs far less than a block each.
 * Whoever keeps one for long must copy it, or it holds its whole block.
 */
export class Slab {
  #block = Buffer.alloc(0)
  #used = 0

  take(bytes: number): Buffer {
    if (bytes > size / 4) return Buffer.allocUnsafeSlow(bytes)
    if (this.#used + bytes > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(size)
      this.#used = 0
    }
    const from = this.#used
    this.#used += bytes
    return this.#block.subarray(from, this.#used)
  }
}
