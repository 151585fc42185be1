import { countBefore } from '../count-before.ts'
import type { SlotOrder, Pieces } from './order.ts'
import { SlotSet, type Space } from './slot-set.ts'

const mostSteps = 256
/** Cars a step is worth having for. */
const perStep = 128

export interface Ladder {
  /** Cars it was cut for. */
  cutFor: number
  /** The lowest step that holds everything up to a value. */
  upTo: (value: number) => SlotSet | undefined
  /** The highest step that holds only what is below a value. */
  below: (value: number) => SlotSet | undefined
  add: (slot: number) => void
  remove: (slot: number) => void
  /** Also one that was cut while there was no room for any car, and so holds no bitmap yet. */
  grow: () => void
  /** Called when nobody uses it any more. */
  release: () => void
}

/**
 * The cars up to each of a rising row of values, as bitmaps: what is between two values is one bitmap without
 * another, and a few cars beside the edges. The last step holds everything. Made along an order, a step at a time.
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
  /** The first step whose edge is not below a value. */
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
