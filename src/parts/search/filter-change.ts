import { fold, listingDefaults, transmissionKey, type ListingState } from '#catalogue'

/** The parts of the state that hold a list of chosen options. */
export type ListKey =
  | 'make'
  | 'model'
  | 'bodytype'
  | 'year'
  | 'fueltype'
  | 'transmission'
  | 'province'
  | 'city'

/** Two spellings of one option; ids and titles are compared as text. */
export function same(key: ListKey, a: string, b: string): boolean {
  return key === 'transmission' ? transmissionKey(a) === transmissionKey(b) : fold(a) === fold(b)
}
export function isChosen(state: ListingState, key: ListKey, value: string): boolean {
  return state[key].some((v) => same(key, v, value))
}

/** Any change of a filter or of the order goes back to the first page (R-LIST-17, R-STATE-08). */
export function changed(state: ListingState, patch: Partial<ListingState>): ListingState {
  const next = { ...state, ...patch, page: 1 }
  // A distance needs a city to be measured from.
  return next.city.length === 0 ? { ...next, within_km: undefined } : next
}

/** An option switched off. */
export function without(state: ListingState, key: ListKey, value: string): ListingState {
  return changed(state, { [key]: state[key].filter((v) => !same(key, v, value)) })
}

/** An option switched on or off. */
export function toggled(state: ListingState, key: ListKey, value: string): ListingState {
  return isChosen(state, key, value)
    ? without(state, key, value)
    : changed(state, { [key]: [...state[key], value] })
}

/** A brand or a province, with everything that may be chosen below it. */
export interface Parent {
  id: string
  title: string
  /** Unknown while the reference data is not here. */
  children: readonly { id: string; title: string }[] | undefined
}
const childKey = { make: 'model', province: 'city' } as const
export type ParentKey = keyof typeof childKey

/**
 * A parent goes together with its children (R-STATE-10): a model left behind would bring its brand back. Without the
 * reference data nobody can say whose children they are, so all of them go.
 */
export function withoutParent(state: ListingState, key: ParentKey, parent: Parent): ListingState {
  const below = childKey[key]
  const own = parent.children
  const orphaned = (value: string) =>
    own === undefined || own.some((c) => same(below, c.id, value) || same(below, c.title, value))
  return changed(state, {
    [key]: state[key].filter((v) => !same(key, v, parent.title) && !same(key, v, parent.id)),
    [below]: state[below].filter((v) => !orphaned(v)),
  })
}

/** Everything back to its default; the order too (R-STATE-11). */
export const cleared: ListingState = listingDefaults
