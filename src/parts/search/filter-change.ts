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
function isSameOption(key: ListKey, a: string, b: string): boolean {
  return key === 'transmission' ? transmissionKey(a) === transmissionKey(b) : fold(a) === fold(b)
}
export function isChosen(state: ListingState, key: ListKey, value: string): boolean {
  return state[key].some((v) => isSameOption(key, v, value))
}

/** Any change of a filter or of the order goes back to the first page (R-LIST-17, R-STATE-08). */
export function changeFilters(state: ListingState, patch: Partial<ListingState>): ListingState {
  const next = { ...state, ...patch, page: 1 }
  // A distance needs a city to be measured from.
  return next.city.length === 0 ? { ...next, within_km: undefined } : next
}

/** An option switched off. */
export function removeOption(state: ListingState, key: ListKey, value: string): ListingState {
  return changeFilters(state, { [key]: state[key].filter((v) => !isSameOption(key, v, value)) })
}

/** An option switched on or off. */
export function toggleOption(state: ListingState, key: ListKey, value: string): ListingState {
  return isChosen(state, key, value)
    ? removeOption(state, key, value)
    : changeFilters(state, { [key]: [...state[key], value] })
}

/** A brand or a province, with everything that may be chosen below it. */
interface Parent {
  id: string
  title: string
  /** Unknown while the reference data is not here. */
  children: readonly { id: string; title: string }[] | undefined
}
const childKey = { make: 'model', province: 'city' } as const
type ParentKey = keyof typeof childKey

/**
 * A parent goes together with its children (R-STATE-10): a model left behind would bring its brand back. Without the
 * reference data it is unknown whose children they are, so all of them go.
 */
export function removeParent(state: ListingState, key: ParentKey, parent: Parent): ListingState {
  const below = childKey[key]
  const own = parent.children
  const orphaned = (value: string) =>
    own === undefined ||
    own.some((c) => isSameOption(below, c.id, value) || isSameOption(below, c.title, value))
  return changeFilters(state, {
    [key]: state[key].filter((v) => !isSameOption(key, v, parent.title) && !isSameOption(key, v, parent.id)),
    [below]: state[below].filter((v) => !orphaned(v)),
  })
}

/** Everything back to its default; the order too (R-STATE-11). */
export const defaultFilters: ListingState = listingDefaults
