import { useEffect, useState, useEffectEvent } from 'react'
import { nearestCity, type ListingState, type Position } from '#catalogue'
import { grouped } from '#contract/values/region.ts'
import { changeFilters } from './filter-change.ts'
import { useReference } from './use-reference.ts'

export type NearSearchResult = { next: ListingState } | { words: string }
interface Props {
  state: ListingState
  onDone: (outcome: NearSearchResult) => void
}

/** Search radius around the nearest city, km. */
const around = 50
/** Distance to the nearest city, km, above which its cars are not near the person. */
const tooFar = 1000
const patience = 10_000
const maximumAge = 10 * 60_000

const refusals: Record<number, string> = {
  1: 'You have not allowed this site to know where you are. Allow it in the settings of your browser, or choose your city.',
  2: 'Your phone could not tell where you are. Choose your city instead.',
  3: 'Your phone took too long to tell where you are. Try again, or choose your city.',
}
const unable = 'This browser cannot tell where you are. Choose your city instead.'

/** Reads the position of the phone; the browser asks the person for permission. Rejects with the reason to show. */
function locate(): Promise<Position> {
  return new Promise((resolve, reject) => {
    const { geolocation } = navigator as Partial<Navigator>
    if (!geolocation) {
      reject(new Error(unable))
      return
    }
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      ({ code }) => reject(new Error(refusals[code] ?? unable)),
      { timeout: patience, maximumAge },
    )
  })
}

/** Returns the search for a position, or the reason why there is none. The position itself stays on this phone. */
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
    next: changeFilters(state, { province: [province], city: [city.city_name], within_km: around }),
  }
}

/** Locates the person and reports the search, or the reason for a failure. Renders nothing. */
export function FindNear({ state, onDone }: Props) {
  const reference = useReference()
  const [position, setPosition] = useState<Position>()
  const answer = useEffectEvent(onDone)
  useEffect(() => {
    let cancelled = false
    locate().then(
      (here) => {
        if (!cancelled) setPosition(here)
      },
      (error: Error) => {
        if (!cancelled) answer({ words: error.message })
      },
    )
    return () => {
      cancelled = true
    }
  }, [])
  const { ready } = reference
  useEffect(() => {
    if (position && ready) answer(searchNear(position, state, reference))
  }, [position, ready, reference, state])
  return null
}
