import type { Brand, City, Province } from '../contract/reference.ts'

/** The reference data that a query is read against. */
export interface Reference {
  brands: readonly Brand[]
  provinces: readonly Province[]
  cities: readonly City[]
  /** Ids of verified dealers; undefined on a phone that does not have them. */
  verified?: readonly string[] | undefined
}

/** A parent and the children chosen below it; an empty list means all children. */
export interface Branch {
  parent: string
  children: string[]
}
