/** Recognizes repeated texts in memory of a fixed size: a new text may replace an older one. */
export class FrequencyFilter {
  readonly #marks: Uint32Array<ArrayBuffer>

  /** `size` is a power of two. */
  constructor(size = 65_536) {
    this.#marks = new Uint32Array(size)
  }

  /** Returns whether the text came recently, and records it. In rare cases another text with the same hash gives true. */
  again(text: string): boolean {
    let hash = 2_166_136_261
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619)
    // Similar texts have close hashes, so the bits are mixed.
    hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507)
    hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
    hash ^= hash >>> 16
    const mark = (hash | 1) >>> 0
    const place = (hash >>> 1) & (this.#marks.length - 1)
    if (this.#marks[place] === mark) return true
    this.#marks[place] = mark
    return false
  }
}
