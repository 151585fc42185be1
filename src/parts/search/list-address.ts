/** One page of a list with a search, as its address says it. */
export interface ListPlace {
  /** From 1. */
  page: number
  search: string
}

const most = 100_000
const longest = 80

export function pageIn(said: URLSearchParams): number {
  const page = Number(said.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= most ? page : 1
}
export const searchIn = (said: URLSearchParams) => (said.get('search') ?? '').trim().slice(0, longest)

/** Nonsense in an address is the first page. */
export function placeIn(query: string): ListPlace {
  const said = new URLSearchParams(query)
  return { page: pageIn(said), search: searchIn(said) }
}

export function withQuery(path: string, said: URLSearchParams): string {
  const query = said.toString()
  return query === '' ? path : `${path}?${query}`
}

/** The address of one page of the list at `path`. */
export function listAddress(path: string, { page = 1, search = '' }: Partial<ListPlace>): string {
  const said = new URLSearchParams()
  if (search !== '') said.set('search', search)
  if (page > 1) said.set('page', String(page))
  return withQuery(path, said)
}
