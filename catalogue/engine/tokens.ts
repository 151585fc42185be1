import { tokensOf, wordFits, type Word } from '../words.ts'
import { SlotSet } from './slot-set.ts'
import type { Table } from './table.ts'

/** Words kept with their cars. */
const mostWords = 200

/** Every token of the cars' texts with the cars that have it; made when a word is first looked for. */
export class Tokens {
  private readonly table: Table
  private tokens: Map<string, SlotSet> | undefined
  /** The cars of a word, as long as nothing changes. */
  private readonly found = new Map<string, SlotSet>()

  constructor(table: Table) {
    this.table = table
  }

  /** The cars with a token that the word fits. */
  carsWith(word: Word): SlotSet {
    const key = `${word.loose} ${word.text}`
    const known = this.found.get(key)
    if (known !== undefined) return known
    this.tokens ??= this.build()
    const fitting: SlotSet[] = []
    for (const [token, set] of this.tokens) if (set.count > 0 && wordFits(word, token)) fitting.push(set)
    const [only] = fitting
    const cars = fitting.length === 1 && only !== undefined ? only : this.union(fitting)
    if (this.found.size >= mostWords) this.found.clear()
    this.found.set(key, cars)
    return cars
  }

  add(slots: Uint32Array): void {
    this.found.clear()
    const { tokens } = this
    if (tokens === undefined) return
    for (const slot of slots) {
      for (const token of tokensOf(this.texts(slot))) setOf(tokens, token, this.table).add(slot)
    }
  }

  /** Takes out a car whose texts are still the ones it was added with. */
  remove(slot: number): void {
    this.found.clear()
    for (const token of this.tokens === undefined ? [] : tokensOf(this.texts(slot))) {
      const set = this.tokens?.get(token)
      set?.remove(slot)
      if (set?.count === 0) this.tokens?.delete(token)
    }
  }

  grow(): void {
    for (const set of this.tokens?.values() ?? []) set.grow()
    this.found.clear()
  }

  reset(): void {
    this.tokens = undefined
    this.found.clear()
  }

  private texts(slot: number) {
    const { table } = this
    const { make, model } = table.dimensions
    const brand = make.labels[make.column[slot] ?? 0] ?? ''
    const both = model.labels[model.column[slot] ?? 0] ?? ''
    return {
      title: table.titles[slot] ?? '',
      make: brand,
      model: both.slice(brand.length + 1),
      year: table.year[slot] ?? 0,
    }
  }

  /** Cars of one kind, title and year share their tokens, so most texts are cut up once. */
  private build(): Map<string, SlotSet> {
    const tokens = new Map<string, SlotSet>()
    const { table } = this
    const kinds = table.dimensions.model
    const cut: Map<string, { year: number; sets: SlotSet[] }>[] = kinds.labels.map(() => new Map())
    const used = table.used()
    for (let i = 0; i < used.length; i += 1) {
      const slot = used[i] ?? 0
      const same = cut[kinds.column[slot] ?? 0]
      const title = table.titles[slot] ?? ''
      const year = table.year[slot] ?? 0
      let known = same?.get(title)
      if (known?.year !== year) {
        known = { year, sets: tokensOf(this.texts(slot)).map((token) => setOf(tokens, token, table)) }
        same?.set(title, known)
      }
      for (const set of known.sets) set.add(slot)
    }
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

function setOf(tokens: Map<string, SlotSet>, token: string, table: Table): SlotSet {
  const known = tokens.get(token)
  if (known !== undefined) return known
  const made = new SlotSet(table.space)
  tokens.set(token, made)
  return made
}
