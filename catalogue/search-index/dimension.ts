import type { FilterAspect } from '../search.ts'
import { SlotSet, type Space } from './slot-set.ts'

/** Facts that a filter may name; `model` and `city` are pairs with their parent, `slice` is a slice of the price histogram. */
export const dimensionNames = [
  'make',
  'model',
  'province',
  'city',
  'bodytype',
  'fueltype',
  'transmission',
  'year',
  'creator',
  'slice',
] as const
export type DimensionName = (typeof dimensionNames)[number]

/** Dimensions that are counted together, and the aspect of the filter that their counts ignore. */
export const facetGroups: readonly {
  aspect: FilterAspect
  /** A value of the second dimension is a pair with the first. */
  names: readonly Exclude<DimensionName, 'creator'>[]
}[] = [
  { aspect: 'make', names: ['make', 'model'] },
  { aspect: 'place', names: ['province', 'city'] },
  { aspect: 'bodytype', names: ['bodytype'] },
  { aspect: 'year', names: ['year'] },
  { aspect: 'fueltype', names: ['fueltype'] },
  { aspect: 'transmission', names: ['transmission'] },
  { aspect: 'price', names: ['slice'] },
]

/** Returns the key of a pair; our texts contain no NUL character. */
export const pairKey = (parent: string, child: string) => `${parent}\0${child}`

/** One fact with few different values: a code per slot, and per value the set of its slots. */
export class Dimension {
  readonly labels: string[] = []
  readonly sets: SlotSet[] = []
  column: Uint16Array | Uint32Array
  /** Codes by the folded form that a filter uses, for facts with several spellings. */
  readonly forms = new Map<string, number[]>()
  private readonly form: ((label: string) => string) | undefined
  private readonly codes = new Map<string | number, number>()
  private readonly space: Space
  private sorted: Uint32Array = new Uint32Array(0)

  constructor(space: Space, form?: (label: string) => string) {
    this.space = space
    this.form = form
    this.column = new Uint16Array(space.slots)
  }

  /** Returns the code of a value, assigning a new one if necessary. `key` identifies the value; people see `label`. */
  codeOf(key: string | number, label: string): number {
    const known = this.codes.get(key)
    if (known !== undefined) return known
    const code = this.labels.length
    this.codes.set(key, code)
    this.labels.push(label)
    this.sets.push(new SlotSet(this.space))
    if (this.form !== undefined) {
      const form = this.form(label)
      this.forms.set(form, [...(this.forms.get(form) ?? []), code])
    }
    if (code > 0xffff && this.column instanceof Uint16Array) this.column = Uint32Array.from(this.column)
    return code
  }

  find(key: string | number): number | undefined {
    return this.codes.get(key)
  }

  keys(): IterableIterator<[string | number, number]> {
    return this.codes.entries()
  }

  /** Returns the codes in the order of their labels. */
  byLabel(): Uint32Array {
    const { labels } = this
    if (this.sorted.length !== labels.length) {
      const text = (code: number) => labels[code] ?? ''
      this.sorted = Uint32Array.from(labels, (_, code) => code).sort((a, b) =>
        text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0,
      )
    }
    return this.sorted
  }

  remove(slot: number): void {
    this.sets[this.column[slot] ?? 0]?.remove(slot)
  }

  grow(): void {
    const wider =
      this.column instanceof Uint16Array
        ? new Uint16Array(this.space.slots)
        : new Uint32Array(this.space.slots)
    wider.set(this.column)
    this.column = wider
    for (const set of this.sets) set.grow()
  }
}

export type Dimensions = Readonly<Record<DimensionName, Dimension>>
