import { type ListPlace, pageIn, searchIn } from '#contract/heads/list-head.ts'

/** Reads page and search text from a query; an invalid page is the first page. */
export function readListAddress(query: string): ListPlace {
  const params = new URLSearchParams(query)
  return { page: pageIn(params), search: searchIn(params) }
}

export function withQuery(path: string, params: URLSearchParams): string {
  const query = params.toString()
  return query === '' ? path : `${path}?${query}`
}

/** Returns the address of one page of the list at `path`. */
export function listAddress(path: string, { page = 1, search = '' }: Partial<ListPlace>): string {
  const params = new URLSearchParams()
  if (search !== '') params.set('search', search)
  if (page > 1) params.set('page', String(page))
  return withQuery(path, params)
}
