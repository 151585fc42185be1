import { type ListPlace, pageIn, searchIn } from '#contract/heads/list-head.ts'

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
