import {
  blockSlots,
  blockWords,
  gatherBits,
  meet,
  meetThree,
  meetThreeWithout,
  meetWithout,
  narrow,
} from './bits.ts'

/** A bitmap over slots, and the number of set bits in each block. */
export interface SlotBitmap {
  readonly bits: Int32Array
  readonly blocks: Uint16Array
}

/** Allocator of an index's bitmaps, and operations on several bitmaps at once. Operations work on whole blocks. */
export interface BitmapMemory {
  /** Returns an empty bitmap. */
  allocate(slots: number): SlotBitmap
  /** Frees an unused bitmap. */
  free(bitmap: SlotBitmap): void
  /** Returns a memory for bitmaps of another size, since freed bitmaps can be reused only for the same size. */
  renewed(): BitmapMemory
  /** Writes the slots that are in all bitmaps of `all` and in none of `without`; returns their number. */
  intersect(out: SlotBitmap, all: readonly SlotBitmap[], without: readonly SlotBitmap[]): number
  /** Keeps the slots that are in at least one bitmap of `some`; returns their number. */
  retainAny(out: SlotBitmap, some: readonly SlotBitmap[]): number
}

/** One block of a union. */
const union = new Int32Array(blockWords)

/**
 * Implementation for every environment. The server uses loops in WebAssembly, which a page may run only with
 * `wasm-unsafe-eval`.
 */
export const plainMemory: BitmapMemory = {
  allocate: (slots) => ({ bits: new Int32Array(slots / 32), blocks: new Uint16Array(slots / blockSlots) }),
  free: () => undefined,
  renewed: () => plainMemory,
  intersect(out, all, without) {
    const [a = out, b = a, c] = all
    const [d] = without
    const four = c && d && ([a.bits, b.bits, c.bits, d.bits] as const)
    const { bits, blocks } = out
    let count = 0
    for (let k = 0; k < blocks.length; k += 1) {
      const from = k * blockWords
      if (a.blocks[k] === 0 || b.blocks[k] === 0 || c?.blocks[k] === 0) {
        if (blocks[k] !== 0) bits.fill(0, from, from + blockWords)
        blocks[k] = 0
        continue
      }
      let n = 0
      if (four !== undefined) n = meetThreeWithout(bits, four, from)
      else if (c !== undefined) n = meetThree(bits, a.bits, b.bits, c.bits, from)
      else if (d) n = meetWithout(bits, a.bits, b.bits, d.bits, from)
      else n = meet(bits, a.bits, b.bits, from)
      for (let i = 3; i < all.length && n > 0; i += 1) n = meet(bits, bits, (all[i] ?? a).bits, from)
      for (let i = 1; i < without.length && n > 0; i += 1)
        n = meetWithout(bits, bits, bits, (without[i] ?? a).bits, from)
      blocks[k] = n
      count += n
    }
    return count
  },
  retainAny({ bits, blocks }, some) {
    let count = 0
    for (let k = 0; k < blocks.length; k += 1) {
      if (blocks[k] === 0) continue
      const from = k * blockWords
      union.fill(0)
      for (const one of some) if (one.blocks[k] !== 0) gatherBits(union, one.bits, from)
      const n = narrow(bits, union, from)
      blocks[k] = n
      count += n
    }
    return count
  },
}
