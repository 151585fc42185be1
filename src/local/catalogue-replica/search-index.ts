import { createSearchIndex, type Search } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import type { FactsRow, TextsRow } from '../database/records.ts'
import { linesOf, pickRows, unpackCard, withTags, type Lines } from './chunks/pack.ts'
import { rowNumberOf } from './chunks/rows.ts'
import type { Generation } from './feed/generations.ts'

export type SearchIndex = ReturnType<typeof buildSearchIndex>
export interface ChunkRows {
  facts: FactsRow
  texts: TextsRow
}

interface Part {
  row: FactsRow
  texts: TextsRow
  lines?: Lines
}

/** Builds the search index of one generation of the replica in memory; later rows are applied to it. */
export function buildSearchIndex(shown: Generation, rows: readonly ChunkRows[]) {
  const engine = createSearchIndex()
  let generation = shown
  /** Chunk of each car, by its slot in the engine. */
  const parts: (Part | undefined)[] = []
  const places: number[] = []
  /** Cards that are newer than those of the replica, by id. */
  const beside = new Map<string, CarCard>()

  const settled = new Set<string>()
  const isIn = (created: number) => generation.floor === null || created >= Date.parse(generation.floor)
  /** Returns the rows of a chunk that no later chunk overrides; chunks are visited from the last to the first. */
  function countingIn({ columns, gone }: FactsRow): number[] {
    const count: number[] = []
    for (const [i, id] of columns.ids.entries()) {
      if (!settled.has(id) && isIn(columns.created[i] ?? 0)) count.push(i)
      settled.add(id)
    }
    for (const id of gone) settled.add(id)
    return count
  }
  const keep = (slot: number | undefined, part: Part, i: number) => {
    if (slot === undefined) return
    parts[slot] = part
    places[slot] = i
  }
  for (const { facts, texts } of rows.toReversed()) {
    const part: Part = { row: facts, texts }
    const count = countingIn(facts)
    const whole = count.length === facts.columns.ids.length
    const columns = withTags(facts.columns)
    const slots = engine.load(whole ? columns : pickRows(columns, count))
    for (const [at, i] of count.entries()) keep(slots[at], part, i)
  }
  settled.clear()

  function cardIn(part: Part, i: number): CarCard {
    part.lines ??= linesOf(part.texts.text)
    return unpackCard(part.row, { rest: part.texts.rest, lines: part.lines }, i)
  }
  function versionOf(id: string): number {
    const known = beside.get(id)
    if (known) return known.version
    const slot = engine.slotOf(id)
    const part = slot === undefined ? undefined : parts[slot]
    return (slot !== undefined && part?.row.versions[places[slot] ?? 0]) || 0
  }
  function cardAt(slot: number): CarCard | undefined {
    const known = beside.get(engine.idAt(slot))
    if (known) return known
    const part = parts[slot]
    return part && cardIn(part, places[slot] ?? 0)
  }
  return {
    get generation(): Generation {
      return generation
    },
    /** Number of cars in the index. */
    get size(): number {
      return engine.size
    },
    find(search: Search) {
      const { slots, ...found } = engine.find(search)
      return { ...found, cards: [...slots].flatMap((slot) => cardAt(slot) ?? []) }
    },
    facets: (filter: Search['filter']) => engine.facets(filter),
    /** Applies rows that were added or have grown since. */
    apply(next: Generation, grown: readonly ChunkRows[]) {
      generation = next
      for (const { facts, texts } of grown.toSorted(
        (a, b) => rowNumberOf(a.facts.k) - rowNumberOf(b.facts.k),
      )) {
        const part: Part = { row: facts, texts }
        engine.remove(facts.gone)
        for (const id of facts.gone) beside.delete(id)
        for (const [i, id] of facts.columns.ids.entries()) {
          if (!isIn(facts.columns.created[i] ?? 0)) continue
          const version = facts.versions[i] ?? 0
          const known = versionOf(id)
          if (version < known || (version === known && beside.get(id)?.status === 'inactive')) continue
          if (version > known || engine.slotOf(id) === undefined) {
            beside.delete(id)
            engine.put([cardIn(part, i)])
          }
          keep(engine.slotOf(id), part, i)
        }
      }
    },
    /**
     * Adds a car that is stored beside the replica, unless the replica's data is newer (I18). A car listed before the floor is
     * added only when it is pinned.
     */
    add(card: CarCard, { asOf, pinned }: { asOf: number; pinned: boolean }) {
      const { _id: id, version, status } = card
      const isHere = engine.slotOf(id) !== undefined
      const known = versionOf(id)
      if (version < known) return
      const inTime = asOf >= generation.asOf
      if (status !== 'active') {
        if (!isHere || (version === known && !inTime)) return
        engine.remove([id])
      } else {
        if (isHere && version === known) return
        // An unknown car is added if it was listed since, or if it is pinned and older than the floor; any other has left the
        // replica.
        const inside = isIn(Date.parse(card.created_at))
        if (!isHere && !(inside ? inTime : pinned)) return
        engine.put([card])
      }
      beside.set(id, card)
    },
  }
}
