import { asksUnknown, readQuery, wishesIn } from '#catalogue'
import type { CarPage, ListQuery } from '#contract/cars.ts'
import type { Cached } from '../cache/cached.ts'
import type { Current } from './current.ts'
import { currentForm } from './feed/generations.ts'

/** Looks again this often when a car of the answer turns out to have changed. */
const mostLooks = 3

/**
 * The server's answer to a search, made here: the same cars in the same order with the same counts, out of those this
 * phone keeps. Undefined while it keeps none.
 */
export async function answerHere(current: Current, query: ListQuery): Promise<Cached<CarPage> | undefined> {
  const view = await current.view()
  if (!view) return undefined
  const { reference, whole } = await current.reference()
  const search = readQuery(query, reference)
  // Rows of an app before this one say nothing of colours or equipment: better no answer than a wrong one.
  if (search.filter.tags.length > 0 && view.generation.form !== currentForm) return undefined
  // A phone that does not know who is verified.
  if (asksUnknown(search, reference)) return undefined
  let found = view.find(search)
  let cards = await current.dressed(found.cards)
  for (let looks = 1; !cards && looks < mostLooks; looks++) {
    found = view.find(search)
    cards = await current.dressed(found.cards)
  }
  const { generation, size } = view
  const { asOf } = generation
  const value: CarPage = {
    success: true,
    msg: '',
    data: cards ?? found.cards,
    count_records: found.total,
    ...wishesIn(search, found.wishes),
    as_of: new Date(asOf).toISOString(),
    ...(query.facets ? { facets: view.facets(search.filter) } : {}),
  }
  return {
    value,
    asOf,
    ...(size < generation.total && { partial: true }),
    scope: {
      searched: size,
      of: Math.max(generation.total, size),
      asOf,
      ...(!whole && { listsMissing: true }),
    },
  }
}
