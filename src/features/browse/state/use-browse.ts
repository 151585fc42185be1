import { ignoreExpected } from '#contract/values/expected.ts'
import { useEffect, useState } from 'react'
import { queryOf, type ListingState } from '#catalogue'
import type { CarPage } from '#contract/cars.ts'
import { useListings, useReplica, type Reading, isPassing } from '#local/react'
import { useListingAddress } from './use-listing-address.ts'
import { useSettled } from './use-settled.ts'
import { breakpoints } from '#contract/limits.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'

/** Behind the open sheet nobody sees the cards, so they wait until the choosing pauses. */
const behindSheetMs = 700

export interface Sheet {
  /** Undefined until it was first opened: its code is not needed before. */
  open: boolean | undefined
  section: string | undefined
}
export interface Browse {
  state: ListingState
  reading: Reading<CarPage>
  /** The last known number, also while the next one is on its way. */
  count: number | undefined
  loading: boolean
  wide: boolean
  sheet: Sheet
  change: (next: ListingState) => void
  turnTo: (page: number) => void
  openSheet: (section?: string) => void
  closeSheet: () => void
  /** Asks the server what changed, for these cars and for the catalogue replica. */
  refresh: () => void
}

/** The state of /listings: the address, the cards that answer it, and whether the filters are open. */
export function useBrowse(given: CarPage | undefined): Browse {
  const { state, go } = useListingAddress()
  // R-LIST-09: room for the filter panel beside the results.
  const wide = useMediaQuery(`(min-width: ${breakpoints.drawer + 1}px)`)
  const [sheet, setSheet] = useState<Sheet & { changed: boolean }>({
    open: undefined,
    section: undefined,
    changed: false,
  })
  const asked = useSettled(state, sheet.open === true ? behindSheetMs : 0)
  // What was given answers the first address only.
  const [first] = useState(asked)
  const reading = useListings(queryOf(asked, false), asked === first ? given : undefined)
  const replica = useReplica()
  const [count, setCount] = useState(reading.data?.count_records)
  const known = reading.data?.count_records
  if (known !== undefined && known !== count) setCount(known)

  // The window grew: the panel stands beside the results now (R-LIST-11).
  if (wide && sheet.open === true) setSheet({ ...sheet, open: false })
  useEffect(() => {
    // Back leaves the sheet together with the filters that were chosen in it.
    if (sheet.open !== true) return
    const onBack = () => setSheet((s) => ({ ...s, open: false }))
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [sheet.open])

  const inSheet = sheet.open === true
  function change(next: ListingState) {
    // One visit to the sheet is one step back, however many filters were touched.
    go(next, { replace: inSheet && sheet.changed })
    // Other cars are read from the first one on; Back returns to the old place.
    window.scrollTo(0, 0)
    if (inSheet && !sheet.changed) setSheet({ ...sheet, changed: true })
  }
  return {
    state,
    reading,
    count,
    loading: asked !== state || reading.status === 'loading',
    wide,
    sheet,
    change,
    turnTo: (page) => {
      go({ ...state, page })
      window.scrollTo(0, 0)
    },
    openSheet: (section) => setSheet({ open: true, section, changed: false }),
    closeSheet: () => setSheet({ ...sheet, open: false }),
    refresh: () => {
      reading.refresh()
      // Where the replica cannot be refreshed, these cars were asked for all the same.
      replica.refresh().catch(ignoreExpected('refresh-market', isPassing))
    },
  }
}
