// The last changes of an index, by which older answers are looked through.
import { touches, type CarSearchIndex, type CarChange, type Search } from '#catalogue'

/** Beyond so many changes a new answer costs less. */
const mostChanges = 128

/** Where and when an answer was found. */
export interface AnswerState {
  /** Slots of the cars in it. */
  slots: Uint32Array
  /** The index and its version then. */
  index: number
  version: number
}
export interface ListRequest {
  search: Search
  facets: boolean
  /** The free text was longer than what is searched; the answer says so. */
  cut?: boolean
}

export class RecentChanges {
  /** The last changes, oldest first, each with the version that it led to. */
  #changes: { version: number; change: CarChange }[] = []
  /** From this version on all changes are kept. */
  #from: number

  constructor(version: number) {
    this.#from = version
  }

  /** Notes what led to a version. */
  add(version: number, changes: readonly CarChange[]): void {
    for (const change of changes) this.#changes.push({ version, change })
    const gone = this.#changes.splice(0, Math.max(0, this.#changes.length - mostChanges)).at(-1)
    if (gone !== undefined) this.#from = gone.version
  }

  /** Whether nothing that happened since could be seen in an answer. */
  spare({ slots, version }: AnswerState, { search, facets }: ListRequest, engine: CarSearchIndex): boolean {
    if (version < this.#from) return false
    const first = engine.carAt(slots[0] ?? -1)
    const last = engine.carAt(slots.at(-1) ?? -1)
    const answered = { search, facets, slots, first, last }
    return this.#changes.every((made) => made.version <= version || !touches(made.change, answered))
  }
}
