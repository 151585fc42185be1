import { useEffect, useRef, useState } from 'react'
import { nearestCity, type ListingState, type Position } from '#catalogue'
import { grouped } from '#contract/values/region.ts'
import { changed } from './filter-change.ts'
import { useReference } from './use-reference.ts'

export type NearSearchResult = { next: ListingState } | { words: string }
interface Props {
  state: ListingState
  onDone: (outcome: NearSearchResult) => void
}

/** How far around the nearest city is looked at first, km. */
const around = 50
/** Farther than this from every city, cars near it are not near the person. */
const tooFar = 1000
const patience = 10_000
const kept = 10 * 60_000

const refusals: Record<number, string> = {
  1: 'You have not allowed this site to know where you are. Allow it in the settings of your browser, or choose your city.',
  2: 'Your phone could not tell where you are. Choose your city instead.',
  3: 'Your phone took too long to tell where you are. Try again, or choose your city.',
}
const unable = 'This browser cannot tell where you are. Choose your city instead.'

/** Asks the phone for its place; the question to the person comes from the browser. */
function locate(): Promise<Position> {
  return new Promise((found, failed) => {
    const { geolocation } = navigator as Partial<Navigator>
    if (!geolocation) {
      failed(new Error(unable))
      return
    }
    geolocation.getCurrentPosition(
      ({ coords }) => found({ lat: coords.latitude, lng: coords.longitude }),
      ({ code }) => failed(new Error(refusals[code] ?? unable)),
      { timeout: patience, maximumAge: kept },
    )
  })
}

/** What to search for at a position, or why not. The position itself stays on this phone. */
export function searchNear(
  position: Position,
  state: ListingState,
  { provinces, cities }: Pick<ReturnType<typeof useReference>, 'provinces' | 'cities'>,
): NearSearchResult {
  const nearest = nearestCity(position, cities)
  const province = provinces.find((p) => p._id === nearest?.city.state_id)?.state_name
  if (!nearest || province === undefined)
    return { words: 'The cities are not known yet. Try again with signal.' }
  const { city, km } = nearest
  if (km > tooFar) {
    return { words: `The nearest city with cars, ${city.city_name}, is ${grouped(km)} km away from you.` }
  }
  return {
    next: changed(state, { province: [province], city: [city.city_name], within_km: around }),
  }
}

/** At work from the tap until it is known where the person is, or why not; shows nothing itself. */
export function FindNear({ state, onDone }: Props) {
  const reference = useReference()
  const [position, setPosition] = useState<Position>()
  const told = useRef(onDone)
  useEffect(() => {
    told.current = onDone
  })
  useEffect(() => {
    let gone = false
    locate().then(
      (here) => {
        if (!gone) setPosition(here)
      },
      (error: Error) => {
        if (!gone) told.current({ words: error.message })
      },
    )
    return () => {
      gone = true
    }
  }, [])
  const { ready } = reference
  useEffect(() => {
    if (position && ready) told.current(searchNear(position, state, reference))
  }, [position, ready, reference, state])
  return null
}
