import type { BitmapMemory } from './bitmap-memory.ts'
import { blockSlots, blockWords, common, inBlock, join } from './bits.ts'
import { sortedFew } from './sorted-few.ts'

/** A set becomes a bitmap when it contains more than one of this many slots. */
const sparse = 128

/** Number of slots of every set in an index; a whole number of blocks. */
export interface Space {
  slots: number
  /** Memory of the bitmaps; each size has its own. */
  memory: BitmapMemory
}
export const roundUp = (slots: number) => Math.ceil(slots / blockSlots) * blockSlots

const noBits = new Int32Array(0)
const noBlocks = new Uint16Array(0)
const noSlots = new Uint32Array(0)

/** A set of slots: a sorted list while it is small, a bitmap when it is large. */
export class SlotSet {
  count = 0
  /** Number of blocks that are not empty; only for bitmaps. */
  live = 0
  bits: Int32Array = noBits
  /** Number of slots in each block of a bitmap. */
  blocks: Uint16Array = noBlocks
  private list = noSlots
  readonly space: Space

  constructor(space: Space, bitmap = false) {
    this.space = space
    if (bitmap) this.grow(true)
  }

  get isBitmap(): boolean {
    return this.bits.length > 0
  }

  /** The slots of a list, ascending. */
  get few(): Uint32Array {
    return this.list.subarray(0, this.count)
  }

  has(slot: number): boolean {
    if (this.isBitmap) return (((this.bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1
    const at = this.lowerBound(slot)
    return at < this.count && this.list[at] === slot
  }

  add(slot: number): void {
    if (this.isBitmap) {
      const word = this.bits[slot >>> 5] ?? 0
      const bit = 1 << (slot & 31)
      if ((word & bit) !== 0) return
      this.bits[slot >>> 5] = word | bit
      this.shift(slot >>> 10, 1)
      return
    }
    const at = this.lowerBound(slot)
    if (at < this.count && this.list[at] === slot) return
    if (this.count === this.list.length) {
      const wider = new Uint32Array(Math.max(2, Math.ceil(this.count * 1.5)))
      wider.set(this.list)
      this.list = wider
    }
    if (at < this.count) this.list.copyWithin(at + 1, at, this.count)
    this.list[at] = slot
    this.count += 1
    if (this.count * sparse > this.space.slots && this.count > 32) this.grow(true)
  }

  remove(slot: number): void {
    if (this.isBitmap) {
      const word = this.bits[slot >>> 5] ?? 0
      const bit = 1 << (slot & 31)
      if ((word & bit) === 0) return
      this.bits[slot >>> 5] = word & ~bit
      this.shift(slot >>> 10, -1)
      return
    }
    const at = this.lowerBound(slot)
    if (at === this.count || this.list[at] !== slot) return
    this.list.copyWithin(at, at + 1, this.count)
    this.count -= 1
  }

  /** Grows a bitmap to the size of the space; converts a list if requested. */
  grow(bitmap = this.isBitmap): void {
    if (!bitmap || this.bits.length * 32 === this.space.slots) return
    const before = { bits: this.bits, blocks: this.blocks, few: this.few }
    const { memory, slots } = this.space
    const { bits, blocks } = memory.allocate(slots)
    bits.set(before.bits)
    blocks.set(before.blocks)
    this.bits = bits
    this.blocks = blocks
    // The smaller bitmap belonged to the previous memory, so it needs no release.
    if (before.bits.length > 0) return
    this.count = 0
    this.list = noSlots
    for (const slot of before.few) this.add(slot)
  }

  /** Frees the memory of an unused set. */
  release(): void {
    if (this.isBitmap) this.space.memory.free(this)
    this.bits = noBits
    this.blocks = noBlocks
    this.count = 0
  }

  /** Empties a bitmap; the cost depends only on its non-empty blocks. */
  clear(): void {
    const { blocks } = this
    for (let b = 0; b < blocks.length; b += 1) {
      if (blocks[b] !== 0) this.bits.fill(0, b * blockWords, (b + 1) * blockWords)
    }
    blocks.fill(0)
    this.count = 0
    this.live = 0
  }

  /** Fills a bitmap with the union of sets, limited to the non-empty blocks of `within`. */
  unite(sets: readonly SlotSet[], within: SlotSet | undefined): void {
    this.clear()
    const { bits, blocks } = this
    const wanted = within?.blocks
    for (const set of sets) {
      if (!set.isBitmap) {
        for (let i = 0; i < set.count; i += 1) {
          const slot = set.list[i] ?? 0
          if (wanted !== undefined && wanted[slot >>> 10] === 0) continue
          bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31))
          blocks[slot >>> 10] = 1
        }
        continue
      }
      for (let k = 0; k < blocks.length; k += 1) {
        if (set.blocks[k] === 0 || (wanted !== undefined && wanted[k] === 0)) continue
        join(bits, set.bits, k * blockWords)
        blocks[k] = 1
      }
    }
    for (let k = 0; k < blocks.length; k += 1) {
      if (blocks[k] === 0) continue
      blocks[k] = 0
      this.shift(k, inBlock(bits, k * blockWords))
    }
  }

  /** Fills a bitmap with the slots that are in all of the given bitmaps, at least one, and in none of the inverted ones. */
  intersect(given: readonly SlotSet[], inverted: readonly SlotSet[]): void {
    // Sets with few non-empty blocks come first, so that most blocks are skipped.
    const sets = given.length > 2 ? sortedFew(given, (set) => set.live) : given
    this.count = this.space.memory.intersect(this, sets, inverted)
    this.countLive()
  }

  /** Removes the slots that are in none of the given bitmaps. */
  retainAny(sets: readonly SlotSet[]): void {
    this.count = this.space.memory.retainAny(this, sets)
    this.countLive()
  }

  /** Recounts a bitmap after its bits were written from outside. */
  recount(): void {
    for (let k = 0; k < this.blocks.length; k += 1)
      this.shift(k, inBlock(this.bits, k * blockWords) - (this.blocks[k] ?? 0))
  }

  /** Counts the slots that are in this bitmap and in the other set. */
  meeting(other: SlotSet): number {
    let n = 0
    if (!other.isBitmap) {
      const { bits } = this
      for (let i = 0; i < other.count; i += 1) {
        const slot = other.list[i] ?? 0
        n += ((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1
      }
      return n
    }
    for (let k = 0; k < this.blocks.length; k += 1) {
      if (this.blocks[k] !== 0 && other.blocks[k] !== 0) n += common(this.bits, other.bits, k * blockWords)
    }
    return n
  }

  /** Writes the slots in ascending order; returns the end position. */
  copyTo(out: Uint32Array, from = 0): number {
    if (!this.isBitmap) {
      out.set(this.few, from)
      return from + this.count
    }
    let at = from
    for (let k = 0; k < this.blocks.length; k += 1) {
      if (this.blocks[k] === 0) continue
      for (let i = k * blockWords; i < (k + 1) * blockWords; i += 1) {
        for (let word = this.bits[i] ?? 0; word !== 0; word &= word - 1) {
          out[at] = i * 32 + 31 - Math.clz32(word & -word)
          at += 1
        }
      }
    }
    return at
  }

  private countLive(): void {
    const { blocks } = this
    let live = 0
    for (let k = 0; k < blocks.length; k += 1) if (blocks[k] !== 0) live += 1
    this.live = live
  }

  private shift(block: number, by: number): void {
    const before = this.blocks[block] ?? 0
    this.blocks[block] = before + by
    this.count += by
    if (before === 0 && by > 0) this.live += 1
    else if (before > 0 && before + by === 0) this.live -= 1
  }

  /** Returns the position of a slot in the list, or its insertion position. */
  private lowerBound(slot: number): number {
    const { list, count } = this
    if (count === 0 || (list[count - 1] ?? 0) < slot) return count
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((list[middle] ?? 0) < slot) low = middle + 1
      else high = middle
    }
    return low
  }
}
