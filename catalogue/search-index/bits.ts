// Loops over all bits of a block, in which a search spends most of its time. The intersections count four words at a time and
// are written out for each number of bitmaps, because a loop over a list of bitmaps takes three times as long.

/** Number of slots per block; sets count their slots per block, so that a search can skip empty blocks. */
export const blockSlots = 1024
export const blockWords = blockSlots / 32

type Words = Int32Array

/** Intersects one block of two bitmaps; returns the number of common bits. */
export function meet(out: Words, a: Words, b: Words, from: number): number {
  let n = 0
  for (let i = from; i < from + blockWords; i += 4) {
    const w = (a[i] ?? 0) & (b[i] ?? 0)
    const x = (a[i + 1] ?? 0) & (b[i + 1] ?? 0)
    const y = (a[i + 2] ?? 0) & (b[i + 2] ?? 0)
    const z = (a[i + 3] ?? 0) & (b[i + 3] ?? 0)
    out[i] = w
    out[i + 1] = x
    out[i + 2] = y
    out[i + 3] = z
    n += bitsIn(w, x, y, z)
  }
  return n
}

/** Intersects one block of three bitmaps; returns the number of common bits. */
export function meetThree(out: Words, a: Words, b: Words, c: Words, from: number): number {
  let n = 0
  for (let i = from; i < from + blockWords; i += 4) {
    const w = (a[i] ?? 0) & (b[i] ?? 0) & (c[i] ?? 0)
    const x = (a[i + 1] ?? 0) & (b[i + 1] ?? 0) & (c[i + 1] ?? 0)
    const y = (a[i + 2] ?? 0) & (b[i + 2] ?? 0) & (c[i + 2] ?? 0)
    const z = (a[i + 3] ?? 0) & (b[i + 3] ?? 0) & (c[i + 3] ?? 0)
    out[i] = w
    out[i + 1] = x
    out[i + 2] = y
    out[i + 3] = z
    n += bitsIn(w, x, y, z)
  }
  return n
}

/** Intersects one block of two bitmaps and removes the bits of a third one; returns the number of remaining bits. */
export function meetWithout(out: Words, a: Words, b: Words, without: Words, from: number): number {
  let n = 0
  for (let i = from; i < from + blockWords; i += 4) {
    const w = (a[i] ?? 0) & (b[i] ?? 0) & ~(without[i] ?? 0)
    const x = (a[i + 1] ?? 0) & (b[i + 1] ?? 0) & ~(without[i + 1] ?? 0)
    const y = (a[i + 2] ?? 0) & (b[i + 2] ?? 0) & ~(without[i + 2] ?? 0)
    const z = (a[i + 3] ?? 0) & (b[i + 3] ?? 0) & ~(without[i + 3] ?? 0)
    out[i] = w
    out[i + 1] = x
    out[i + 2] = y
    out[i + 3] = z
    n += bitsIn(w, x, y, z)
  }
  return n
}

/** Intersects one block of three bitmaps and removes the bits of a fourth one; returns the number of remaining bits. */
export function meetThreeWithout(
  out: Words,
  [a, b, c, without]: readonly [Words, Words, Words, Words],
  from: number,
): number {
  let n = 0
  for (let i = from; i < from + blockWords; i += 4) {
    const w = (a[i] ?? 0) & (b[i] ?? 0) & (c[i] ?? 0) & ~(without[i] ?? 0)
    const x = (a[i + 1] ?? 0) & (b[i + 1] ?? 0) & (c[i + 1] ?? 0) & ~(without[i + 1] ?? 0)
    const y = (a[i + 2] ?? 0) & (b[i + 2] ?? 0) & (c[i + 2] ?? 0) & ~(without[i + 2] ?? 0)
    const z = (a[i + 3] ?? 0) & (b[i + 3] ?? 0) & (c[i + 3] ?? 0) & ~(without[i + 3] ?? 0)
    out[i] = w
    out[i + 1] = x
    out[i + 2] = y
    out[i + 3] = z
    n += bitsIn(w, x, y, z)
  }
  return n
}

export function join(out: Words, by: Words, from: number): void {
  for (let i = from; i < from + blockWords; i += 1) out[i] = (out[i] ?? 0) | (by[i] ?? 0)
}

/** Adds one block of a bitmap to a buffer of one block. */
export function gatherBits(into: Words, words: Words, from: number): void {
  for (let i = 0; i < blockWords; i += 1) into[i] = (into[i] ?? 0) | (words[from + i] ?? 0)
}

/** Intersects one block of a bitmap with a buffer of one block; returns the number of remaining bits. */
export function narrow(words: Words, by: Words, from: number): number {
  for (let i = 0; i < blockWords; i += 1) words[from + i] = (words[from + i] ?? 0) & (by[i] ?? 0)
  return inBlock(words, from)
}

/** Counts the set bits of a block. */
export function inBlock(words: Words, from: number): number {
  let n = 0
  for (let i = from; i < from + blockWords; i += 4)
    n += bitsIn(words[i] ?? 0, words[i + 1] ?? 0, words[i + 2] ?? 0, words[i + 3] ?? 0)
  return n
}

/** Counts the common bits of two bitmaps in a block. */
export function common(a: Words, b: Words, from: number): number {
  let n = 0
  for (let i = from; i < from + blockWords; i += 4) {
    n += bitsIn(
      (a[i] ?? 0) & (b[i] ?? 0),
      (a[i + 1] ?? 0) & (b[i + 1] ?? 0),
      (a[i + 2] ?? 0) & (b[i + 2] ?? 0),
      (a[i + 3] ?? 0) & (b[i + 3] ?? 0),
    )
  }
  return n
}

/** Counts the set bits of four words. */
function bitsIn(w: number, x: number, y: number, z: number): number {
  // A carry-save adder first adds three words bit by bit: `ones` holds the sums, `twos` the carries.
  const either = w ^ x
  const ones = inFours(either ^ y) + inFours(z)
  const twos = inFours((w & x) | (either & y))
  const bytes =
    (ones & 0x0f0f0f0f) +
    ((ones >>> 4) & 0x0f0f0f0f) +
    2 * ((twos & 0x0f0f0f0f) + ((twos >>> 4) & 0x0f0f0f0f))
  return Math.imul(bytes, 0x01010101) >>> 24
}

/** Counts the set bits in each group of four bits. */
function inFours(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  return ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0
}
