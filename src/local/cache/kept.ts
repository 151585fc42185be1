import type { CarCard, CarPage, CarReply, ListQuery } from '#contract/cars.ts'
import type { Enquiry } from '#contract/forms/enquiries.ts'
import type { Brand, City, Province } from '#contract/reference.ts'

/** Something this phone keeps and the server's time it was true. */
export interface Kept<T> {
  value: T
  asOf: number
  /** The worker's copy, served because the server was silent. */
  fromPhone?: boolean
}
export type InquiryPage = { data: Enquiry[]; totalCount: number }
export type KeptCars = { favourites: CarCard[]; viewed: CarCard[] }

/** What was seen, read from the phone alone; undefined means it was never seen. */
export interface Phone {
  listings: (query: ListQuery) => Promise<Kept<CarPage> | undefined>
  car: (slugOrId: string) => Promise<Kept<CarReply> | undefined>
  brands: () => Promise<Kept<Brand[]> | undefined>
  provinces: () => Promise<Kept<Province[]> | undefined>
  cities: (provinceIds: readonly string[]) => Promise<Kept<City[]> | undefined>
  inquiries: (page: number) => Promise<Kept<InquiryPage> | undefined>
  keptCars: () => Promise<Kept<KeptCars>>
}

/** The other direction: fresh answers on their way into the phone. */
export interface Keep {
  listings: (query: ListQuery, page: CarPage) => Promise<void>
  car: (reply: CarReply) => Promise<void>
  brands: (value: Brand[], asOf: number) => Promise<void>
  provinces: (value: Province[], asOf: number) => Promise<void>
  cities: (provinceIds: readonly string[], value: City[], asOf: number) => Promise<void>
  inquiries: (page: number, value: InquiryPage, asOf: number) => Promise<void>
}
