import { useCallback } from 'react'
import type { CarCard, CarDetail } from '#contract/cars.ts'
import { comparable } from '../cache/mine.ts'
import { useAttempt, useLocal, useReadable } from './context.ts'
import { isGone, useCarReading, useCachedCars } from './reads.ts'

export { comparable, mostCompared } from '../cache/mine.ts'

/** Hooks for what a person looked at and compares; no first view needs them. */

/** Forgets what was looked at; what it answers brings it back. Undefined when the store did not answer. */
export function useClearViewed(): () => Promise<(() => Promise<void>) | undefined> {
  const attempt = useAttempt()
  return useCallback(() => attempt('clear-viewed', (engine) => engine.clearViewed()), [attempt])
}

const none: readonly string[] = []

/** `slugs`: of the cars this person is about to compare. */
export function useComparing() {
  const { views } = useLocal()
  const { comparing = none } = useReadable(views)
  /** The same at the moment of the call, also after the screen is gone. */
  const current = useCallback(() => views.get().comparing ?? none, [views])
  const attempt = useAttempt()
  /** False when it could not be stored. */
  const set = useCallback(
    async (slugs: readonly string[]) => {
      const saved = attempt('compare', (engine) => engine.compare(comparable(slugs)).then(() => true))
      return (await saved) ?? false
    },
    [attempt],
  )
  /** One more or one less, beside what is chosen by then; undefined when it could not be stored. */
  const change = useCallback(
    (slug: string, on: boolean) => attempt('compare', (engine) => engine.compareOne(slug, on)),
    [attempt],
  )
  return { slugs: comparing, current, set, change }
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
    const { data, asOf, status, refresh } = reading
    const rest = { slug, detail: undefined, retry: refresh }
    if (isGone(reading)) return [{ ...rest, state: 'gone', car: undefined, asOf: undefined }]
    if (data) return [{ slug, state: 'ready', car: data.data, detail: data.data, asOf, retry: refresh }]
    const card = cards.find((car) => car.slug === slug || car._id === slug)
    if (card) return [{ ...rest, state: 'partly', car: card, asOf: cachedCars.data?.times.get(card._id) }]
    const waiting = status === 'loading' || cachedCars.status === 'loading'
    return [{ ...rest, state: waiting ? 'loading' : 'absent', car: undefined, asOf: undefined }]
  })
}
