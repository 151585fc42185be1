import type { Brand, City, Province } from '../contract/reference.ts'

/** The reference data a query is read against. */
export interface Reference {
  brands: readonly Brand[]
  provinces: readonly Province[]
  cities: readonly City[]
  /** Ids of verified dealers; a phone may not know them. */
  verified?: readonly string[] | undefined
}

/** A parent and the children chosen below it; none chosen means all of them. */
export interface Branch {
  parent: string
  children: string[]
}
