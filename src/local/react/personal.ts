import { useCallback } from 'react'
import type { CarCard, CarDetail } from '#contract/cars.ts'
import { comparable } from '../cache/mine.ts'
import { useAttempt, useLocal, useReadable } from './context.ts'
import { isGone, useCarReading, useCachedCars } from './reads.ts'

export { comparable, mostCompared } from '../cache/mine.ts'

/** Hooks for viewed and compared cars; no first view needs them. */

/** Returns a function that deletes the views and resolves to one that restores them; undefined when storage failed. */
export function useClearViewed(): () => Promise<(() => Promise<void>) | undefined> {
  const attempt = useAttempt()
  return useCallback(() => attempt('clear-viewed', (engine) => engine.clearViewed()), [attempt])
}

const none: readonly string[] = []

/** Returns the slugs of the cars that this person compares, and functions that change them. */
export function useComparing() {
  const { views } = useLocal()
  const { comparing = none } = useReadable(views)
  /** Returns the current slugs at the moment of the call, also after the screen was unmounted. */
  const current = useCallback(() => views.get().comparing ?? none, [views])
  const attempt = useAttempt()
  /** Stores the slugs; false when that failed. */
  const set = useCallback(
    async (slugs: readonly string[]) => {
      const saved = attempt('compare', (engine) => engine.compare(comparable(slugs)).then(() => true))
      return (await saved) ?? false
    },
    [attempt],
  )
  /** Adds or removes one car, keeping concurrent changes; undefined when that failed. */
  const change = useCallback(
    (slug: string, on: boolean) => attempt('compare', (engine) => engine.compareOne(slug, on)),
    [attempt],
  )
  return { slugs: comparing, current, set, change }
}

/** One car of a comparison, online or offline. */
export interface Compared {
  slug: string
  /** `partly`: only its card is known here. `absent`: not on this phone, and the server does not respond. */
  state: 'loading' | 'ready' | 'partly' | 'absent' | 'gone'
  car: Omit<CarCard, 'creator'> | undefined
  /** Data of its page; undefined unless `ready`. */
  detail: CarDetail | undefined
  /** Server time of the shown data, in milliseconds. */
  asOf: number | undefined
  retry: () => void
}

/** Returns the cars of these slugs (at most four), from the server, stored pages or stored cards. No view is noted. */
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
