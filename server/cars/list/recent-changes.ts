// The last changes of an index. They show whether older responses are still current.
import { touches, type CarSearchIndex, type CarChange, type Search } from '#catalogue'

/** Maximum number of changes: comparing more costs more than a new response. */
const mostChanges = 128

/** State of the index for which a response was computed. */
export interface AnswerState {
  /** Slots of the cars in the response. */
  slots: Uint32Array
  /** Id and version of the index. */
  index: number
  version: number
}
export interface ListRequest {
  search: Search
  facets: boolean
  /** Whether the search text was cut to its maximum length; the response says so. */
  cut?: boolean
}

export class RecentChanges {
  /** Changes, oldest first, each with the version it led to. */
  #changes: { version: number; change: CarChange }[] = []
  /** Version from which on all changes are stored. */
  #from: number

  constructor(version: number) {
    this.#from = version
  }

  /** Records the changes that led to a version. */
  add(version: number, changes: readonly CarChange[]): void {
    for (const change of changes) this.#changes.push({ version, change })
    const gone = this.#changes.splice(0, Math.max(0, this.#changes.length - mostChanges)).at(-1)
    if (gone !== undefined) this.#from = gone.version
  }

  /** Returns whether no change since the response's version can be visible in the response. */
  spare({ slots, version }: AnswerState, { search, facets }: ListRequest, engine: CarSearchIndex): boolean {
    if (version < this.#from) return false
    const first = engine.carAt(slots[0] ?? -1)
    const last = engine.carAt(slots.at(-1) ?? -1)
    const answered = { search, facets, slots, first, last }
    return this.#changes.every((made) => made.version <= version || !touches(made.change, answered))
  }
}
