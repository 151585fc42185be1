import type { SearchableCar } from '../search.ts'
import { tagOfCode, titleTokens, tokensOf } from '../tags.ts'
import { wordFits, type Word } from '../words.ts'
import { runToEnd, spans, type Pieces } from './order.ts'
import { SlotSet } from './slot-set.ts'
import type { CarTable } from './table.ts'

/** Maximum number of cached words. */
const mostWords = 200

export type Tokens = ReturnType<typeof createTokens>

/** Creates the inverted index from tokens to cars; it is built at the first search for a word. */
export function createTokens(table: CarTable) {
  let tokens: Map<string, SlotSet> | undefined
  /** Cache of the cars of a word; cleared after every change. */
  const found = new Map<string, SlotSet>()
  /** Cached sets that belong to no token and must be released. */
  let unions: SlotSet[] = []
  let outdated: SlotSet[] = []
  let changes = 0

  function changed(): void {
    changes += 1
    forget()
    forget()
  }

  /** Clears the cache. A running search may still use the sets, so they are released at the next call. */
  function forget(): void {
    found.clear()
    releaseAll(outdated)
    outdated = unions
    unions = []
  }

  function tokensAt(slot: number, of: (car: SearchableCar) => string[]): string[] {
    const car = table.carAt(slot)
    return car === undefined ? [] : of(car)
  }

  /**
   * Cars with the same model, title and year have the same words, so most titles are split only once. Each tag is looked up
   * once.
   */
  function* build(): Pieces<Map<string, SlotSet>> {
    const made = new Map<string, SlotSet>()
    const before = changes
    const kinds = table.dimensions.model
    const cut: Map<string, { year: number; sets: SlotSet[] }>[] = kinds.labels.map(() => new Map())
    const tagged = new Map<string, SlotSet>()
    const used = table.used()
    const take = (slot: number) => {
      const same = cut[kinds.column[slot] ?? 0]
      const title = table.titles[slot] ?? ''
      const year = table.year[slot] ?? 0
      let known = same?.get(title)
      if (known?.year !== year) {
        known = { year, sets: tokensAt(slot, titleTokens).map((token) => setOf(made, token, table)) }
        same?.set(title, known)
      }
      for (const set of known.sets) set.add(slot)
      for (const code of table.tags[slot] ?? '') {
        const set = tagged.get(code) ?? setOf(made, tagOfCode(code), table)
        tagged.set(code, set)
        set.add(slot)
      }
    }
    yield* spans(used.length, (from, to) => used.subarray(from, to).forEach(take), 4096)
    // A search between two pieces may have built the index already.
    if (changes === before) tokens ??= made
    return made
  }

  function union(sets: readonly SlotSet[]): SlotSet {
    const total = sets.reduce((n, set) => n + set.count, 0)
    const all = new SlotSet(table.space, total > 1000 || sets.some((set) => set.isBitmap))
    if (all.isBitmap) all.unite(sets, undefined)
    else for (const set of sets) for (const slot of set.few) all.add(slot)
    unions.push(all)
    return all
  }

  function cars(key: string, find: (tokens: ReadonlyMap<string, SlotSet>) => readonly SlotSet[]): SlotSet {
    const known = found.get(key)
    if (known !== undefined) return known
    const fitting = find(tokens ?? runToEnd(build()))
    const [only] = fitting
    const all = fitting.length === 1 && only !== undefined ? only : union(fitting)
    if (found.size >= mostWords) forget()
    found.set(key, all)
    return all
  }

  /** Returns the cars with a token that the word matches. */
  const carsWith = (word: Word): SlotSet =>
    cars(`${word.loose} ${word.text}`, (all) =>
      [...all].flatMap(([token, set]) => (set.count > 0 && wordFits(word, token) ? set : [])),
    )

  return {
    carsWith,
    /** Returns the cars with at least one of the tags. */
    carsTagged: (tags: readonly string[]) =>
      cars(tags.join('|'), (all) => tags.flatMap((tag) => all.get(tag) ?? [])),
    /** Returns the cars with a token that one of the words matches. */
    carsWithAny(words: readonly Word[]): SlotSet {
      const sets = words.map(carsWith)
      const [only] = sets
      if (sets.length === 1 && only !== undefined) return only
      return cars(JSON.stringify(words), () => sets)
    },
    /** Builds the index now, piece by piece; discards it when the table changes meanwhile. */
    *prepare(): Pieces<void> {
      if (tokens !== undefined) return
      const made = yield* build()
      if (made !== tokens) releaseAll(made.values())
    },
    add(slots: Uint32Array): void {
      changed()
      if (tokens === undefined) return
      for (const slot of slots) {
        for (const token of tokensAt(slot, tokensOf)) setOf(tokens, token, table).add(slot)
      }
    },
    /** Removes a car; its texts must be the same as at its insertion. */
    remove(slot: number): void {
      changed()
      for (const token of tokens === undefined ? [] : tokensAt(slot, tokensOf)) {
        const set = tokens?.get(token)
        set?.remove(slot)
        if (set?.count !== 0) continue
        set.release()
        tokens?.delete(token)
      }
    },
    grow(): void {
      for (const set of tokens?.values() ?? []) set.grow()
      changed()
    },
    reset(): void {
      releaseAll(tokens?.values() ?? [])
      tokens = undefined
      changed()
    },
  }
}

function releaseAll(sets: Iterable<SlotSet>): void {
  for (const set of sets) set.release()
}

function setOf(tokens: Map<string, SlotSet>, token: string, table: CarTable): SlotSet {
  const known = tokens.get(token)
  if (known !== undefined) return known
  const made = new SlotSet(table.space)
  tokens.set(token, made)
  return made
}
