import { fold, listingDefaults, transmissionKey, type ListingState } from '#catalogue'

/** Keys of the state that hold a list of chosen options. */
export type ListKey =
  | 'make'
  | 'model'
  | 'bodytype'
  | 'year'
  | 'fueltype'
  | 'transmission'
  | 'province'
  | 'city'

/** Returns whether two values name the same option; ids and titles are compared as text. */
function isSameOption(key: ListKey, a: string, b: string): boolean {
  return key === 'transmission' ? transmissionKey(a) === transmissionKey(b) : fold(a) === fold(b)
}
export function isChosen(state: ListingState, key: ListKey, value: string): boolean {
  return state[key].some((v) => isSameOption(key, v, value))
}

/** Changes a filter or the order, and returns to the first page (R-LIST-17, R-STATE-08). */
export function changeFilters(state: ListingState, patch: Partial<ListingState>): ListingState {
  const next = { ...state, ...patch, page: 1 }
  // A distance needs a city to measure from.
  return next.city.length === 0 ? { ...next, within_km: undefined } : next
}

export function removeOption(state: ListingState, key: ListKey, value: string): ListingState {
  return changeFilters(state, { [key]: state[key].filter((v) => !isSameOption(key, v, value)) })
}

export function toggleOption(state: ListingState, key: ListKey, value: string): ListingState {
  return isChosen(state, key, value)
    ? removeOption(state, key, value)
    : changeFilters(state, { [key]: [...state[key], value] })
}

/** A brand or a province, with the options below it. */
interface Parent {
  id: string
  title: string
  /** Undefined while the reference data is not loaded. */
  children: readonly { id: string; title: string }[] | undefined
}
const childKey = { make: 'model', province: 'city' } as const
type ParentKey = keyof typeof childKey

/**
 * Removes a parent with its children (R-STATE-10): a remaining model would bring its brand back. Without the reference data the
 * children are unknown, so all options of the lower level are removed.
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

/** Defaults of all filters and of the order (R-STATE-11). */
export const defaultFilters: ListingState = listingDefaults
