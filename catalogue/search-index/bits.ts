// What is done with all bits of a block at once; the loops that a search spends most of its time in.

/** Slots of one block; sets count what they hold block by block, so that whole blocks can be passed over. */
export const blockSlots = 1024
export const blockWords = blockSlots / 32

type Words = Int32Array

/** One block of three bitmaps: writes what all have, and counts it. */
export function meet(out: Words, a: Words, b: Words, c: Words, from: number): number {
  let n = 0
  for (let half = from; half < from + blockWords; half += 16) {
    let bytes = 0
    for (let i = half; i < half + 15; i += 3) {
      const x = (a[i] ?? 0) & (b[i] ?? 0) & (c[i] ?? 0)
      const y = (a[i + 1] ?? 0) & (b[i + 1] ?? 0) & (c[i + 1] ?? 0)
      const z = (a[i + 2] ?? 0) & (b[i + 2] ?? 0) & (c[i + 2] ?? 0)
      out[i] = x
      out[i + 1] = y
      out[i + 2] = z
      bytes += inBytes(x, y, z)
    }
    const i = half + 15
    const x = (a[i] ?? 0) & (b[i] ?? 0) & (c[i] ?? 0)
    out[i] = x
    n += sumOf(bytes + inBytes(x, 0, 0))
  }
  return n
}

/** The same without what is in either of two others. */
export function meetWithout(
  out: Words,
  a: Words,
  b: Words,
  c: Words,
  d: Words,
  e: Words,
  from: number,
): number {
  let n = 0
  for (let half = from; half < from + blockWords; half += 16) {
    let bytes = 0
    for (let i = half; i < half + 15; i += 3) {
      const x = (a[i] ?? 0) & (b[i] ?? 0) & (c[i] ?? 0) & ~((d[i] ?? 0) | (e[i] ?? 0))
      const y = (a[i + 1] ?? 0) & (b[i + 1] ?? 0) & (c[i + 1] ?? 0) & ~((d[i + 1] ?? 0) | (e[i + 1] ?? 0))
      const z = (a[i + 2] ?? 0) & (b[i + 2] ?? 0) & (c[i + 2] ?? 0) & ~((d[i + 2] ?? 0) | (e[i + 2] ?? 0))
      out[i] = x
      out[i + 1] = y
      out[i + 2] = z
      bytes += inBytes(x, y, z)
    }
    const i = half + 15
    const x = (a[i] ?? 0) & (b[i] ?? 0) & (c[i] ?? 0) & ~((d[i] ?? 0) | (e[i] ?? 0))
    out[i] = x
    n += sumOf(bytes + inBytes(x, 0, 0))
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

export const inBlock = (words: Words, from: number) => common(words, words, from)

/** How many bits of a block two bitmaps share. */
export function common(a: Words, b: Words, from: number): number {
  let n = 0
  for (let half = from; half < from + blockWords; half += 16) {
    let bytes = 0
    for (let i = half; i < half + 15; i += 3) {
      bytes += inBytes(
        (a[i] ?? 0) & (b[i] ?? 0),
        (a[i + 1] ?? 0) & (b[i + 1] ?? 0),
        (a[i + 2] ?? 0) & (b[i + 2] ?? 0),
      )
    }
    n += sumOf(bytes + inBytes((a[half + 15] ?? 0) & (b[half + 15] ?? 0), 0, 0))
  }
  return n
}

/** Bits set in three words, in every byte of a sum that has room for six times as many. */
function inBytes(x: number, y: number, z: number): number {
  const fours = inFours(x) + inFours(y) + inFours(z)
  return ((fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f)) | 0
}

function sumOf(bytes: number): number {
  const pairs = (bytes & 0x00ff00ff) + ((bytes >>> 8) & 0x00ff00ff)
  return (pairs & 0xffff) + (pairs >>> 16)
}

/** Bits set in every four. */
function inFours(word: number): number {
  const twos = word - ((word >>> 1) & 0x55555555)
  return ((twos & 0x33333333) + ((twos >>> 2) & 0x33333333)) | 0
}
