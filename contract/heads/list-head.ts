import { type Head, pagedTitle } from './head.ts'

/** A `URLSearchParams` or any other object with `get`. */
export interface QueryParams {
  get(name: string): string | null
}
/** Page and search of a list, as its address holds them. */
export interface ListPlace {
  /** From 1. */
  page: number
  search: string
}

const most = 100_000
const longest = 80

export function pageIn(params: QueryParams): number {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= most ? page : 1
}
export const textIn = (params: QueryParams, name: string): string =>
  (params.get(name) ?? '').trim().slice(0, longest)
export const searchIn = (params: QueryParams): string => textIn(params, 'search')

/** Returns the metadata of a page of dealers or articles. Search engines do not index search results. */
export const listHead = (list: {
  path: string
  title: string
  about: string
  place: ListPlace
}): Required<Head> => ({
  title: pagedTitle(list.title, list.place.page),
  description: list.about,
  canonical: list.place.page > 1 ? `${list.path}?page=${list.place.page}` : list.path,
  noIndex: list.place.search !== '',
})
