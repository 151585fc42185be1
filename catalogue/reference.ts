import type { Brand, City, Province } from '../contract/reference.ts'

/** The reference data a query is read against. */
export interface Reference {
  brands: readonly Brand[]
  provinces: readonly Province[]
  cities: readonly City[]
}

/** A parent and the children chosen below it; none chosen means all of them. */
export interface Branch {
  parent: string
  children: string[]
}
