import { ignoreExpected } from '#contract/values/expected.ts'
import { useEffect, useState, useMemo } from 'react'
import { queryOf, type ListingState, readListingUrl, listingHref } from '#catalogue'
import type { CarPage } from '#contract/cars.ts'
import { useListings, useReplica, isPassing } from '#local/react'
import { breakpoints } from '#contract/limits.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { useLocation, useSearch } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'

/** Milliseconds without a change in the sheet until the cards update: the open sheet hides the cards. */
const behindSheetMs = 700

interface SheetState {
  /** Undefined until the sheet is first opened, because its code is not needed before. */
  open?: boolean
  section?: string | undefined
  changed: boolean
}
export type Browse = ReturnType<typeof useBrowse>

/** Returns the state of /listings: the address, the cards of the search, and whether the filters are open. */
export function useBrowse(given: CarPage | undefined) {
  const { state, go } = useListingAddress()
  // R-LIST-09: the window has space for the filter panel beside the results.
  const wide = useMediaQuery(`(min-width: ${breakpoints.drawer + 1}px)`)
  const [sheet, setSheet] = useState<SheetState>({ changed: false })
  const settled = useSettled(state, sheet.open === true ? behindSheetMs : 0)
  // The initial data is for the first address only.
  const [first] = useState(settled)
  const reading = useListings(queryOf(settled, false), settled === first ? given : undefined)
  const replica = useReplica()
  const [count, setCount] = useState(reading.data?.count_records)
  const loadedCount = reading.data?.count_records
  if (loadedCount !== undefined && loadedCount !== count) setCount(loadedCount)

  // The window became wider, so the panel is beside the results (R-LIST-11).
  if (wide && sheet.open === true) setSheet({ ...sheet, open: false })
  useEffect(() => {
    // Back closes the sheet and undoes the filters that were chosen in it.
    if (sheet.open !== true) return
    const onBack = () => setSheet((s) => ({ ...s, open: false }))
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [sheet.open])

  const inSheet = sheet.open === true
  function change(next: ListingState) {
    // One visit to the sheet is one history entry, however many filters were changed.
    const isOther = go(next, { replace: inSheet && sheet.changed })
    // A new search starts at its first car; Back restores the old position.
    window.scrollTo(0, 0)
    if (isOther && inSheet && !sheet.changed) setSheet({ ...sheet, changed: true })
  }
  return {
    state,
    reading,
    /** Last known number of cars, also while the next one loads. */
    count,
    loading: settled !== state || reading.status === 'loading',
    wide,
    sheet,
    change,
    turnTo: (page: number) => {
      go({ ...state, page })
      window.scrollTo(0, 0)
    },
    openSheet: (section?: string) => setSheet({ open: true, section, changed: false }),
    closeSheet: () => setSheet({ ...sheet, open: false }),
    /** Requests these cars and the changes of the catalogue replica from the server. */
    refresh: () => {
      reading.refresh()
      // A failed refresh of the replica does not affect the request for these cars.
      replica.refresh().catch(ignoreExpected('refresh-market', isPassing))
    },
  }
}

/** State of a history entry in addition to its address. */
interface Entry {
  /** Mileage range in kilometres, which is not part of the address (R-CONST-05). */
  kms?: readonly [number, number]
}

const kmsOf = (entry: unknown): Entry['kms'] => (entry as Entry | null)?.kms
const kmsText = () => kmsOf(history.state)?.join('-') ?? ''

function entryOf(state: ListingState): Entry | null {
  return state.min_kms > 0 || state.max_kms > 0 ? { kms: [state.min_kms, state.max_kms] } : null
}

const addressOf = (state: ListingState) => listingHref(state) + JSON.stringify(entryOf(state))

/** Keeps the search in the address: the address gives the search, a change writes the address (R-LIST-17, R-LIST-18). */
function useListingAddress() {
  const query = useSearch()
  const [, navigate] = useLocation()
  const kms = useLocationProperty(kmsText, () => '')
  const state = useMemo(() => {
    const [min = 0, max = 0] = kms === '' ? [] : kms.split('-').map(Number)
    return { ...readListingUrl(new URLSearchParams(query)), min_kms: min, max_kms: max }
  }, [query, kms])
  /** Returns false when the search is on screen already: it must not add a second history entry. */
  const go = (next: ListingState, { replace = false } = {}) => {
    const isOther = addressOf(next) !== addressOf(state)
    if (isOther) navigate(listingHref(next), { replace, state: entryOf(next) })
    return isOther
  }
  return { state, go }
}

/** Debounces a value by `ms`; 0 returns the value at once. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  if (ms === 0 && settled !== value) setSettled(value)
  useEffect(() => {
    if (settled === value) return
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [settled, value, ms])
  return ms === 0 ? value : settled
}
