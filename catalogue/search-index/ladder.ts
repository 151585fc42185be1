import { countBefore } from '../count-before.ts'
import type { SlotOrder, Pieces } from './order.ts'
import { SlotSet, type Space } from './slot-set.ts'

const mostSteps = 256
/** Minimum number of cars per step. */
const perStep = 128

export interface Ladder {
  /** Number of cars when the ladder was built. */
  cutFor: number
  /** Returns the lowest step that contains all cars up to a value. */
  upTo: (value: number) => SlotSet | undefined
  /** Returns the highest step that contains only cars below a value. */
  below: (value: number) => SlotSet | undefined
  add: (slot: number) => void
  remove: (slot: number) => void
  /** Grows all bitmaps. A ladder built while the index was empty has no bitmaps yet. */
  grow: () => void
  /** Frees the bitmaps of an unused ladder. */
  release: () => void
}

/**
 * Builds a ladder along an order, one step at a time: bitmaps of the cars up to each of a rising list of values. A range
 * between two values is then one bitmap without another, plus a few cars at the edges. The last step contains all cars.
 */
export function* ladderAlong(order: SlotOrder, key: (slot: number) => number, space: Space): Pieces<Ladder> {
  const slots = order.slice(0, order.length)
  const cutFor = slots.length
  const steps = Math.min(mostSteps, Math.floor(cutFor / perStep))
  const edges: number[] = []
  for (let i = 1; i < steps; i += 1) {
    const edge = key(slots[Math.floor((cutFor * i) / steps)] ?? 0)
    if (edge !== edges.at(-1)) edges.push(edge)
  }
  edges.push(Infinity)
  const sets: SlotSet[] = []
  let set = new SlotSet(space, true)
  for (const slot of slots) {
    while (key(slot) > (edges[sets.length] ?? Infinity)) {
      sets.push(set)
      set = copyOf(set, space)
      yield
    }
    set.add(slot)
  }
  sets.push(set)
  while (sets.length < edges.length) sets.push(copyOf(set, space))
  /** Returns the first step whose edge is not below a value. */
  const step = (value: number) => countBefore(edges.length, (i) => (edges[i] ?? 0) < value)
  return {
    cutFor,
    upTo: (value) => sets[step(value)],
    below: (value) => sets[step(value) - 1],
    add(slot) {
      for (let i = step(key(slot)); i < sets.length; i += 1) sets[i]?.add(slot)
    },
    remove(slot) {
      for (let i = step(key(slot)); i < sets.length; i += 1) sets[i]?.remove(slot)
    },
    grow() {
      for (const one of sets) one.grow(true)
    },
    release() {
      for (const one of sets) one.release()
    },
  }
}

function copyOf(set: SlotSet, space: Space): SlotSet {
  const copy = new SlotSet(space, true)
  copy.unite([set], undefined)
  return copy
}
