import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { useCallback } from 'react'
import type { CarCard, CarDetail } from '#contract/cars.ts'
import { comparable } from '../cache/mine.ts'
import { useLocal, useReadable } from './context.ts'
import { useCarReading, useCachedCars } from './reads.ts'

export { comparable, mostCompared } from '../cache/mine.ts'

/** Hooks for what a person looked at and compares; no first view needs them. */

/** Forgets what was looked at; what it answers brings it back. Undefined when the store did not answer. */
export function useClearViewed(): () => Promise<(() => Promise<void>) | undefined> {
  const { load } = useLocal()
  return useCallback(
    () =>
      load()
        .then((engine) => engine.clearViewed())
        .catch(ignoreExpected('clear-viewed', isPassing)),
    [load],
  )
}

export interface Comparing {
  /** Slugs of the cars this person is about to compare. */
  slugs: readonly string[]
  /** False when it could not be stored. */
  set: (slugs: readonly string[]) => Promise<boolean>
}
const none: readonly string[] = []

export function useComparing(): Comparing {
  const { load, views } = useLocal()
  const { comparing = none } = useReadable(views)
  const set = useCallback(
    (slugs: readonly string[]) =>
      load()
        .then(async (engine) => {
          await engine.compare(comparable(slugs))
          return true
        })
        .catch(ignoreExpected('compare', isPassing))
        .then((set) => set ?? false),
    [load],
  )
  return { slugs: comparing, set }
}

/** One car of a comparison, with signal or without. */
export interface Compared {
  slug: string
  /** `partly`: only what its card says is known here. `absent`: not on this phone, and the server is silent. */
  state: 'loading' | 'ready' | 'partly' | 'absent' | 'gone'
  car: Omit<CarCard, 'creator'> | undefined
  /** What only its own page tells; undefined unless `ready`. */
  detail: CarDetail | undefined
  /** Server time of what is shown, ms. */
  asOf: number | undefined
  retry: () => void
}

/**
 * The cars of these slugs (at most four), from the server, else from their kept pages, else from kept cards. Comparing
 * is not looking at a car: nothing is noted as viewed.
 */
export function useCompared(slugs: readonly string[]): Compared[] {
  const wanted = comparable(slugs)
  const [a = '', b = '', c = '', d = ''] = wanted
  const cachedCars = useCachedCars()
  const cards = [...(cachedCars.data?.favourites ?? []), ...(cachedCars.data?.viewed ?? [])]
  const readings = [useCarReading(a), useCarReading(b), useCarReading(c), useCarReading(d)]
  return wanted.flatMap((slug, i): Compared[] => {
    const reading = readings[i]
    if (!reading) return []
    const { data, asOf, error, status, refresh } = reading
    if (data) return [{ slug, state: 'ready', car: data.data, detail: data.data, asOf, retry: refresh }]
    const rest = { slug, detail: undefined, retry: refresh }
    if (error?.code === 'not_found' || error?.code === 'gone')
      return [{ ...rest, state: 'gone', car: undefined, asOf: undefined }]
    const card = cards.find((car) => car.slug === slug || car._id === slug)
    if (card) return [{ ...rest, state: 'partly', car: card, asOf: cachedCars.data?.times.get(card._id) }]
    const waiting = status === 'loading' || cachedCars.status === 'loading'
    return [{ ...rest, state: waiting ? 'loading' : 'absent', car: undefined, asOf: undefined }]
  })
}
