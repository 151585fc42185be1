import type { CarCard } from '#contract/cars.ts'
import type { Versioned } from '#contract/errors.ts'

/** The cars this phone searched by itself, where an answer comes from them. */
export interface Scope {
  /** Cars it searched: the newest ones, and what the person saved. */
  searched: number
  /** All cars for sale, as far as this phone knows. */
  of: number
  /** Server time these cars were true, ms. */
  asOf: number
}
/** What this phone has of the replica. */
export interface ReplicaStatus {
  /**
   * `none`: nothing yet; `loading`: the first copy, or the brands and places, are on their way; `ready`: every search can
   * be answered here as the server would.
   */
  state: 'none' | 'loading' | 'ready'
  /** Cars that can be searched here. */
  searched: number
  /** All cars for sale, as far as this phone knows; 0 before the first answer. */
  of: number
  /** Server time these cars were true, ms; 0 when there are none. */
  asOf: number
  /** While a copy is being fetched: cars of it that are here, and how many there will be at most. */
  progress?: { cars: number; of: number }
  /** The phone had no room for more cars than this, and more are for sale; 0 when not even news fits. */
  room?: number
}
/** Something this phone keeps and the server's time it was true. */
export interface Cached<T> {
  value: T
  asOf: number
  /** The server's time of single cars in it that were met at other times, by id. */
  times?: ReadonlyMap<string, number>
  /** Made of those cars this phone happens to hold: others that the server would name may be missing. */
  partial?: boolean
  /** How it was made, when this phone searched its own cars; undefined for what the server itself said. */
  scope?: Scope
  /** The worker's copy, served because the server was silent. */
  fromPhone?: boolean
}
/** Something with versions in an answer: `k` is the lane of the writes about it. */
export interface AnsweredVersion extends Versioned {
  k: string
}
export interface CachedCars {
  favourites: CarCard[]
  /** The last look first. */
  viewed: CarCard[]
  /** The server's time of each of them, by its id. */
  times: ReadonlyMap<string, number>
}
