// What is done with all bits of a block at once: the loops that a search spends most of its time in. Those that meet bitmaps
// count four words at a time and are written out one by one: a loop over a list of bitmaps takes three times as long.

/** Slots of one block; sets count what they hold block by block, so that whole blocks can be passed over. */
export const blockSlots = 1024
export const blockWords = blockSlots / 32

type Words = Int32Array

/** One block of two bitmaps: writes what both have, and counts it. */
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

/** The same of three. */
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

/** One block of two bitmaps without a third one. */
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

/** One block of three bitmaps without a fourth one. */
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

/** Adds a block of a bitmap to what a single block holds. */
export function gatherBits(into: Words, words: Words, from: number): void {
  for (let i = 0; i < blockWords; i += 1) into[i] = (into[i] ?? 0) | (words[from + i] ?? 0)
}

/** Leaves of a block what a single block holds, and counts it. */
export function narrow(words: Words, by: Words, from: number): number {
  for (let i = 0; i < blockWords; i += 1) words[from + i] = (words[from + i] ?? 0) & (by[i] ?? 0)
  return inBlock(words, from)
}

/** How many bits of a block are set. */
export function inBlock(words: Words, from: number): number {
  let n = 0
  for (let i = from; i < from + blockWords; i += 4)
    n += bitsIn(words[i] ?? 0, words[i + 1] ?? 0, words[i + 2] ?? 0, words[i + 3] ?? 0)
  return n
}

/** How many bits of a block two bitmaps share. */
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

/** Bits set in four words. */
function bitsIn(w: number, x: number, y: number, z: number): number {
  // Three words are added bit by bit first: what stays in each place, and what is carried.
  const either = w ^ x
  const ones = inFours(either ^ y) + inFours(z)
  const twos = inFours((w & x) | (either & y))
  const bytes =
    (ones & 0x0f0f0f0f) +
    ((ones >>> 4) & 0x0f0f0f0f) +
    2 * ((twos & 0x0f0f0f0f) + ((twos >>> 4) & 0x0f0f0f0f))
  return Math.imul(bytes, 0x01010101) >>> 24
}

/** Bits set in every four. */
function inFours(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  return ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0
}
