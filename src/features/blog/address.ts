export interface Place {
  /** From 1. */
  page: number
  search: string
}

const most = 100_000

/** What an address of the list says; nonsense in it is the first page. */
export function placeIn(query: string): Place {
  const said = new URLSearchParams(query)
  const page = Number(said.get('page') ?? 1)
  return {
    page: Number.isInteger(page) && page >= 1 && page <= most ? page : 1,
    search: (said.get('search') ?? '').trim().slice(0, 80),
  }
}

export function addressOf({ page = 1, search = '' }: Partial<Place>): string {
  const said = new URLSearchParams()
  if (search !== '') said.set('search', search)
  if (page > 1) said.set('page', String(page))
  const query = said.toString()
  return query === '' ? '/blog' : `/blog?${query}`
}

export const articleAddress = (slug: string): string => `/blog/${encodeURIComponent(slug)}`
