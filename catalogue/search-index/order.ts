import { countBefore } from '../count-before.ts'
import type { Space } from './slot-set.ts'

/** Long work that yields after every piece, so that the caller can run other tasks. */
export type Pieces<T> = Generator<void, T, void>

/** Runs all pieces at once. */
export function runToEnd<T>(work: Pieces<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Calls `each` for consecutive ranges of `size` and yields after each one. */
export function* spans(length: number, each: (from: number, to: number) => void, size = 8192): Pieces<void> {
  for (let from = 0; from < length; from += size) {
    each(from, Math.min(length, from + size))
    yield
  }
}

const fullest = 1024
const atFirst = 768

type Compare = (a: number, b: number) => number

/** The highest rank. */
const highest = 2 ** 32 - 1

/** Slots in a sorted order, split into blocks, so that an insertion does not move all other slots. */
export class SlotOrder {
  /** Numbers per slot that rise along the order, with gaps for later insertions. */
  ranks: Uint32Array
  private gap = 0
  private readonly space: Space
  private readonly compare: Compare
  private readonly blocks: { slots: Uint32Array; size: number }[] = []
  /** Position of each block's first slot; undefined after a change. */
  private starts: Uint32Array | undefined
  /** Last slot of each block; valid together with `starts`. */
  private lasts = new Uint32Array(0)
  private total: number

  constructor(sorted: Uint32Array, compare: Compare, space: Space) {
    this.compare = compare
    this.space = space
    this.ranks = new Uint32Array(space.slots)
    this.total = sorted.length
    for (let from = 0; from < sorted.length; from += atFirst) {
      const slots = new Uint32Array(fullest)
      const part = sorted.subarray(from, from + atFirst)
      slots.set(part)
      this.blocks.push({ slots, size: part.length })
    }
    this.rankAll()
  }

  get length(): number {
    return this.total
  }

  add(slot: number): void {
    const { blocks } = this
    if (blocks.length === 0) blocks.push({ slots: new Uint32Array(fullest), size: 0 })
    let [at, place] = this.seek((s) => this.compare(s, slot) < 0)
    let block = blocks[at]
    if (block === undefined) {
      at -= 1
      block = blocks[at]
      place = block?.size ?? 0
    }
    if (block === undefined) return
    if (block.size === fullest) {
      const half = fullest / 2
      const slots = new Uint32Array(fullest)
      slots.set(block.slots.subarray(half))
      const upper = { slots, size: fullest - half }
      blocks.splice(at + 1, 0, upper)
      block.size = half
      if (place > half) {
        block = upper
        at += 1
        place -= half
      }
    }
    block.slots.copyWithin(place + 1, place, block.size)
    block.slots[place] = slot
    block.size += 1
    this.total += 1
    this.starts = undefined
    this.rank(slot, at, place)
  }

  /** Makes room for the ranks of more slots. */
  grow(): void {
    const ranks = new Uint32Array(this.space.slots)
    ranks.set(this.ranks)
    this.ranks = ranks
  }

  /** Assigns a rank between those of the slot's neighbours. */
  private rank(slot: number, at: number, place: number): void {
    const { blocks, ranks } = this
    const here = blocks[at]
    const left = blocks[at - 1]
    const before = place > 0 ? here?.slots[place - 1] : left?.slots[left.size - 1]
    const after = place + 1 < (here?.size ?? 0) ? here?.slots[place + 1] : blocks[at + 1]?.slots[0]
    const low = before === undefined ? 0 : (ranks[before] ?? 0)
    const high = after === undefined ? highest : (ranks[after] ?? 0)
    const step = Math.min(this.gap, Math.floor((high - low) / 2))
    if (step < 1) this.rankAll()
    else ranks[slot] = before === undefined ? high - step : low + step
  }

  /** Reassigns all ranks; half of the range stays free for insertions at both ends. */
  private rankAll(): void {
    const { ranks } = this
    this.gap = Math.floor(highest / (2 * this.total + 2))
    let rank = Math.floor(highest / 4)
    for (const { slots, size } of this.blocks) {
      for (let i = 0; i < size; i += 1) {
        ranks[slots[i] ?? 0] = rank
        rank += this.gap
      }
    }
  }

  /** Removes a slot; its facts must be the same as at its insertion. */
  remove(slot: number): void {
    const [at, place] = this.seek((s) => this.compare(s, slot) < 0)
    const block = this.blocks[at]
    if (block === undefined || block.slots[place] !== slot) return
    block.slots.copyWithin(place, place + 1, block.size)
    block.size -= 1
    if (block.size === 0) this.blocks.splice(at, 1)
    this.total -= 1
    this.starts = undefined
  }

  /**
   * Returns the number of slots before the first one whose number is at least `bound`, or above `bound` with `orEqual`. The
   * order must be by these numbers, descending with `sign` -1.
   */
  below(numbers: Float64Array, sign: 1 | -1, bound: number, orEqual: boolean): number {
    const { blocks } = this
    const edge = sign * bound
    const starts = this.begins()
    const lasts = this.lasts
    let low = 0
    let high = blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const number = sign * (numbers[lasts[middle] ?? 0] ?? 0)
      if (number < edge || (orEqual && number === edge)) low = middle + 1
      else high = middle
    }
    const block = blocks[low]
    if (block === undefined) return this.total
    const start = starts[low] ?? 0
    low = 0
    high = block.size - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      const number = sign * (numbers[block.slots[middle] ?? 0] ?? 0)
      if (number < edge || (orEqual && number === edge)) low = middle + 1
      else high = middle
    }
    return start + low
  }

  /** Writes the slots at positions `from` (inclusive) to `to` (exclusive). */
  read(from: number, to: number, out: Uint32Array): void {
    const starts = this.begins()
    let at = countBefore(starts.length, (i) => (starts[i] ?? 0) <= from) - 1
    for (let done = from; done < to; at += 1) {
      const block = this.blocks[at]
      if (block === undefined) return
      const first = done - (starts[at] ?? 0)
      const last = Math.min(block.size, first + to - done)
      if (last - first === 1) out[done - from] = block.slots[first] ?? 0
      else out.set(block.slots.subarray(first, last), done - from)
      done += last - first
    }
  }

  /** Returns the slots at positions `from` (inclusive) to `to` (exclusive). */
  slice(from: number, to: number): Uint32Array {
    const end = Math.min(to, this.total)
    const out = new Uint32Array(Math.max(0, end - from))
    if (out.length > 0) this.read(from, end, out)
    return out
  }

  private begins(): Uint32Array {
    if (this.starts === undefined) {
      this.starts = new Uint32Array(this.blocks.length)
      this.lasts = new Uint32Array(this.blocks.length)
      let start = 0
      for (const [i, block] of this.blocks.entries()) {
        this.starts[i] = start
        this.lasts[i] = block.slots[block.size - 1] ?? 0
        start += block.size
      }
    }
    return this.starts
  }

  /** Returns block and position of the first slot that is not `before`. */
  private seek(before: (slot: number) => boolean): [number, number] {
    const { blocks } = this
    const at = countBefore(blocks.length, (i) => {
      const block = blocks[i]
      return block !== undefined && before(block.slots[block.size - 1] ?? 0)
    })
    const block = blocks[at]
    return [at, block === undefined ? 0 : countBefore(block.size, (i) => before(block.slots[i] ?? 0))]
  }
}

/**
 * Sorts slots by non-negative numbers; the sort is stable. It is a radix sort over the bits of the floats, which rise with
 * positive numbers.
 */
export function* sortBy(
  slots: Uint32Array,
  numbers: ArrayLike<number>,
  descending: boolean,
): Pieces<Uint32Array> {
  const keys = new Float64Array(slots.length)
  const digits = new Uint16Array(keys.buffer)
  let from = new Uint32Array(slots.length)
  let to = new Uint32Array(slots.length)
  yield* spans(slots.length, (first, end) => {
    for (let i = first; i < end; i += 1) {
      keys[i] = (numbers[slots[i] ?? 0] ?? 0) + 0
      from[i] = i
    }
  })
  const counts = new Uint32Array(65_536)
  for (let d = 0; d < 4; d += 1) {
    counts.fill(0)
    yield* spans(slots.length, (first, end) => countDigits(digits, d, counts, first, end))
    if (counts[digits[d] ?? 0] === slots.length) continue
    let start = 0
    for (let c = 0; c < counts.length; c += 1) {
      const digit = descending ? counts.length - 1 - c : c
      const n = counts[digit] ?? 0
      counts[digit] = start
      start += n
    }
    const [source, target] = [from, to]
    yield* spans(slots.length, (first, end) => {
      for (let i = first; i < end; i += 1) {
        const which = source[i] ?? 0
        const digit = digits[which * 4 + d] ?? 0
        const place = counts[digit] ?? 0
        counts[digit] = place + 1
        target[place] = which
      }
    })
    ;[from, to] = [to, from]
  }
  for (let i = 0; i < from.length; i += 1) from[i] = slots[from[i] ?? 0] ?? 0
  return from
}

function countDigits(digits: Uint16Array, d: number, counts: Uint32Array, first: number, end: number): void {
  for (let i = first; i < end; i += 1) {
    const digit = digits[i * 4 + d] ?? 0
    counts[digit] = (counts[digit] ?? 0) + 1
  }
}
