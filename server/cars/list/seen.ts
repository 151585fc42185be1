/** Tells what came before from what comes for the first time, in a fixed room: old ones are forgotten for new ones. */
export class Seen {
  readonly #marks: Uint32Array<ArrayBuffer>

  /** `room` is a power of two. */
  constructor(room = 65_536) {
    this.#marks = new Uint32Array(room)
  }

  /** Whether the text was seen not long ago; now it was. Another one may rarely be taken for it. */
  again(text: string): boolean {
    let hash = 2_166_136_261
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619)
    // Texts that differ in little lie close together until they are stirred.
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
