import type { CarCard } from '#contract/cars.ts'
import { type OutboxEntry, useConnection, useCachedCars, useServerNow } from '#local/react'
import { timeOf } from '#parts/freshness.tsx'
import { stateOf, type Tone } from './state-words.ts'
import { partsOf, titleOf } from './titles.ts'

interface Words {
  /** What an item is; cars go by their name where this phone knows it. */
  titled: (entry: OutboxEntry) => string
  /** How far it is. */
  said: (entry: OutboxEntry) => { words: string; tone: Tone }
  /** The car it is about, if this phone has kept it. */
  carOf: (entry: OutboxEntry) => CarCard | undefined
  /** The ad whose words it holds, where the form of ads can mend them. */
  adOf: (entry: OutboxEntry) => string | undefined
}

function adOf({ kind, state, cancelling, payload, error }: OutboxEntry): string | undefined {
  if ((kind !== 'ad.create' && kind !== 'ad.edit') || state === 'done' || state === 'conflict')
    return undefined
  const { adId } = partsOf(payload)
  return cancelling || error?.code === 'corrupt_record' || typeof adId !== 'string' ? undefined : adId
}

/** Items in plain words, by what this phone knows now. */
export function useWords(): Words {
  const offline = useConnection().state === 'offline'
  const now = useServerNow()
  const { data: kept } = useCachedCars()
  const car = (id: unknown) =>
    [...(kept?.favourites ?? []), ...(kept?.viewed ?? [])].find(({ _id }) => _id === id)
  return {
    titled: (entry) => titleOf(entry, (id) => car(id)?.title),
    said: (entry) => stateOf(entry, { offline, clock: (at) => timeOf(at, now) }),
    adOf,
    carOf: ({ payload }) => car(partsOf(payload)['carId']),
  }
}
