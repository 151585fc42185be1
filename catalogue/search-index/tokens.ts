import type { SearchableCar } from '../search.ts'
import { tagOfCode, titleTokens, tokensOf } from '../tags.ts'
import { wordFits, type Word } from '../words.ts'
import { runToEnd, spans, type Pieces } from './order.ts'
import { SlotSet } from './slot-set.ts'
import type { CarTable } from './table.ts'

/** Words kept with their cars. */
const mostWords = 200

/** Every token of the cars' texts with the cars that have it; made when a word is first looked for. */
export class Tokens {
  private readonly table: CarTable
  private tokens: Map<string, SlotSet> | undefined
  /** The cars of a word, as long as nothing changes. */
  private readonly found = new Map<string, SlotSet>()
  private changes = 0

  constructor(table: CarTable) {
    this.table = table
  }

  /** The cars with a token that the word fits. */
  carsWith(word: Word): SlotSet {
    return this.cars(`${word.loose} ${word.text}`, (tokens) =>
      [...tokens].flatMap(([token, set]) => (set.count > 0 && wordFits(word, token) ? set : [])),
    )
  }

  /** The cars with one of some tags. */
  carsTagged(tags: readonly string[]): SlotSet {
    return this.cars(tags.join('|'), (tokens) => tags.flatMap((tag) => tokens.get(tag) ?? []))
  }

  /** The cars with a token that one of the words fits. */
  carsWithAny(words: readonly Word[]): SlotSet {
    const sets = words.map((word) => this.carsWith(word))
    const [only] = sets
    if (sets.length === 1 && only !== undefined) return only
    return this.cars(JSON.stringify(words), () => sets)
  }

  private cars(key: string, find: (tokens: ReadonlyMap<string, SlotSet>) => readonly SlotSet[]): SlotSet {
    const known = this.found.get(key)
    if (known !== undefined) return known
    const fitting = find(this.tokens ?? runToEnd(this.build()))
    const [only] = fitting
    const cars = fitting.length === 1 && only !== undefined ? only : this.union(fitting)
    if (this.found.size >= mostWords) this.found.clear()
    this.found.set(key, cars)
    return cars
  }

  /** Makes them now, piece by piece; gives up when something changes meanwhile. */
  *prepare(): Pieces<void> {
    if (this.tokens === undefined) yield* this.build()
  }

  add(slots: Uint32Array): void {
    this.changed()
    const { tokens } = this
    if (tokens === undefined) return
    for (const slot of slots) {
      for (const token of this.tokensAt(slot, tokensOf)) setOf(tokens, token, this.table).add(slot)
    }
  }

  /** Takes out a car whose texts are still the ones it was added with. */
  remove(slot: number): void {
    this.changed()
    for (const token of this.tokens === undefined ? [] : this.tokensAt(slot, tokensOf)) {
      const set = this.tokens?.get(token)
      set?.remove(slot)
      if (set?.count === 0) this.tokens?.delete(token)
    }
  }

  grow(): void {
    for (const set of this.tokens?.values() ?? []) set.grow()
    this.changed()
  }

  reset(): void {
    this.tokens = undefined
    this.changed()
  }

  private changed(): void {
    this.changes += 1
    this.found.clear()
  }

  private tokensAt(slot: number, of: (car: SearchableCar) => string[]): string[] {
    const car = this.table.carAt(slot)
    return car === undefined ? [] : of(car)
  }

  /** Cars of one kind, title and year share their words, so most texts are cut up once; each tag is looked up once. */
  private *build(): Pieces<Map<string, SlotSet>> {
    const tokens = new Map<string, SlotSet>()
    const { table, changes } = this
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
        known = { year, sets: this.tokensAt(slot, titleTokens).map((token) => setOf(tokens, token, table)) }
        same?.set(title, known)
      }
      for (const set of known.sets) set.add(slot)
      for (const code of table.tags[slot] ?? '') {
        const set = tagged.get(code) ?? setOf(tokens, tagOfCode(code), table)
        tagged.set(code, set)
        set.add(slot)
      }
    }
    yield* spans(used.length, (from, to) => used.subarray(from, to).forEach(take), 4096)
    if (this.changes === changes) this.tokens = tokens
    return tokens
  }

  private union(sets: readonly SlotSet[]): SlotSet {
    const total = sets.reduce((n, set) => n + set.count, 0)
    const { space } = this.table
    const all = new SlotSet(space, total > 1000 || sets.some((set) => set.isBitmap))
    if (all.isBitmap) all.unite(sets, undefined)
    else for (const set of sets) for (const slot of set.few) all.add(slot)
    return all
  }
}

function setOf(tokens: Map<string, SlotSet>, token: string, table: CarTable): SlotSet {
  const known = tokens.get(token)
  if (known !== undefined) return known
  const made = new SlotSet(table.space)
  tokens.set(token, made)
  return made
}
