import { readQuery } from '#catalogue'
import type { CarPage, ListQuery } from '#contract/cars.ts'
import type { Kept } from '../cache/kept.ts'
import type { Current } from './current.ts'

/** Looks again this often when a car of the answer turns out to have changed. */
const mostLooks = 3

/**
 * The server's answer to a search, made here: the same cars in the same order with the same counts, out of those this
 * phone keeps. Undefined while it keeps none.
 */
export async function answerHere(current: Current, query: ListQuery): Promise<Kept<CarPage> | undefined> {
  const view = await current.view()
  if (!view) return undefined
  const search = readQuery(query, await current.reference())
  let found = view.find(search)
  let cards = await current.dressed(found.cards)
  for (let looks = 1; !cards && looks < mostLooks; looks++) {
    found = view.find(search)
    cards = await current.dressed(found.cards)
  }
  const { copy, size } = view
  const { asOf } = copy
  const value: CarPage = {
    success: true,
    msg: '',
    data: cards ?? found.cards,
    count_records: found.total,
    as_of: new Date(asOf).toISOString(),
    ...(query.facets ? { facets: view.facets(search.filter) } : {}),
  }
  return { value, asOf, scope: { searched: size, of: Math.max(copy.total, size), asOf } }
}
