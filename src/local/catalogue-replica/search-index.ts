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

/** A copy of the replica in memory, fit for searching: built once, then brought up to date row by row. */
export function buildSearchIndex(shown: Generation, rows: readonly ChunkRows[]) {
  const engine = createSearchIndex()
  let generation = shown
  /** By slot: where the rest of a car is. */
  const parts: (Part | undefined)[] = []
  const places: number[] = []
  /** Cars that something newer is known of than the replica says. */
  const beside = new Map<string, CarCard>()

  const settled = new Set<string>()
  const isIn = (created: number) => generation.floor === null || created >= Date.parse(generation.floor)
  /** Rows of a chunk that count, when it is looked at from the last chunk to the first. */
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
    /** Cars it searches. */
    get size(): number {
      return engine.size
    },
    find(search: Search) {
      const { slots, ...found } = engine.find(search)
      return { ...found, cards: [...slots].flatMap((slot) => cardAt(slot) ?? []) }
    },
    facets: (filter: Search['filter']) => engine.facets(filter),
    /** Takes over rows that came, or grew, since. */
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
     * A car the phone knows beside the replica, when it is not older than what the replica says of it (I18). Cars listed
     * before the floor are part of it only when they are pinned.
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
        // Listed since, or older than what is stored of the replica and saved; any other has left it.
        const inside = isIn(Date.parse(card.created_at))
        if (!isHere && !(inside ? inTime : pinned)) return
        engine.put([card])
      }
      beside.set(id, card)
    },
  }
}
