import { countBefore } from '../count-before.ts'
import type { SlotOrder, Pieces } from './order.ts'
import { SlotSet, type Space } from './slot-set.ts'

const mostSteps = 256
/** Cars a step is worth having for. */
const perStep = 128

/**
 * The cars up to each of a rising row of values, as bitmaps: what is between two values is one bitmap without
 * another, and a few cars beside the edges. The last step holds everything.
 */
export class Ladder {
  /** Cars it was cut for. */
  readonly cutFor: number
  private readonly edges: number[] = []
  private readonly sets: SlotSet[] = []
  private readonly key: (slot: number) => number

  private constructor(order: SlotOrder, key: (slot: number) => number) {
    this.key = key
    this.cutFor = order.length
    const steps = Math.min(mostSteps, Math.floor(order.length / perStep))
    for (let i = 1; i < steps; i += 1) {
      const at = Math.floor((order.length * i) / steps)
      const edge = key(order.slice(at, at + 1)[0] ?? 0)
      if (edge !== this.edges.at(-1)) this.edges.push(edge)
    }
    this.edges.push(Infinity)
  }

  /** A ladder along an order, a step at a time. */
  static *along(order: SlotOrder, key: (slot: number) => number, space: Space): Pieces<Ladder> {
    const ladder = new Ladder(order, key)
    const { edges, sets } = ladder
    const slots = order.slice(0, order.length)
    let step = 0
    let set = new SlotSet(space, true)
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] ?? 0
      while (key(slot) > (edges[step] ?? Infinity)) {
        sets.push(set)
        set = copyOf(set, space)
        step += 1
        yield
      }
      set.add(slot)
    }
    for (; sets.length < edges.length; set = copyOf(set, space)) sets.push(set)
    return ladder
  }

  /** The lowest step that holds everything up to a value. */
  upTo(value: number): SlotSet | undefined {
    return this.sets[this.step(value)]
  }

  /** The highest step that holds only what is below a value. */
  below(value: number): SlotSet | undefined {
    return this.sets[this.step(value) - 1]
  }

  add(slot: number): void {
    for (let i = this.step(this.key(slot)); i < this.sets.length; i += 1) this.sets[i]?.add(slot)
  }

  remove(slot: number): void {
    for (let i = this.step(this.key(slot)); i < this.sets.length; i += 1) this.sets[i]?.remove(slot)
  }

  /** Also one that was cut while there was no room for any car, and so holds no bitmap yet. */
  grow(): void {
    for (const set of this.sets) set.grow(true)
  }

  /** The first step whose edge is not below a value. */
  private step(value: number): number {
    return countBefore(this.edges.length, (i) => (this.edges[i] ?? 0) < value)
  }
}

function copyOf(set: SlotSet, space: Space): SlotSet {
  const copy = new SlotSet(space, true)
  copy.unite([set], undefined)
  return copy
}
