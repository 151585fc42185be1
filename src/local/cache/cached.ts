import type { CarCard } from '#contract/cars.ts'
import type { Versioned } from '#contract/errors.ts'

/** Set of cars that this phone searched itself for a response. */
export interface Scope {
  /** Number of cars searched: the newest ones, and those that the person saved. */
  searched: number
  /** Number of all cars for sale, as far as this phone knows. */
  of: number
  /** Server time of the data of these cars, in milliseconds. */
  asOf: number
}
/** State of the replica on this phone. */
export interface ReplicaStatus {
  /**
   * `none`: no cars yet; `loading`: the first generation, or makes and places, are being loaded; `ready`: every search can be
   * answered here as by the server.
   */
  state: 'none' | 'loading' | 'ready'
  /** Number of cars that can be searched here. */
  searched: number
  /** Number of all cars for sale, as far as this phone knows; 0 before the first response. */
  of: number
  /** Server time of the data of these cars, in milliseconds; 0 when there are none. */
  asOf: number
  /** Progress of loading a generation: number of its stored cars, and their maximum. */
  progress?: { cars: number; of: number }
  /** Number of cars for which the phone has room, when more are for sale; 0 when not even changes fit. */
  room?: number
}
/** Data that this phone has, and the server time at which it was true. */
export interface Cached<T> {
  value: T
  asOf: number
  /** Server time of single cars in it that were loaded at other times, by id. */
  times?: ReadonlyMap<string, number>
  /** Whether it was made from cars that happen to be stored: others that the server would name may be missing. */
  partial?: boolean
  /** Cars that this phone searched itself; undefined for a response of the server. */
  scope?: Scope
  /** Whether the worker returned its copy because the server did not respond. */
  fromPhone?: boolean
}
/** A versioned entity in a response; `k` is the lane of the writes about it. */
export interface AnsweredVersion extends Versioned {
  k: string
}
export interface CachedCars {
  favourites: CarCard[]
  /** Viewed cars, the latest view first. */
  viewed: CarCard[]
  /** Server time of each car, by its id. */
  times: ReadonlyMap<string, number>
}
