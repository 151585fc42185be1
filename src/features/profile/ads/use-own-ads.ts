import type { AdFields, OwnCar } from '#contract/ads.ts'
import type { Payloads } from '#contract/commands.ts'
import { carLane } from '#contract/sync/lanes.ts'
import { type MyPage, useEntities, useMyCars, useOutbox, type OutboxEntry } from '#local/react'
import { useDecided } from '#parts/forms/standing.tsx'

/** Own ad as this phone shows it: the server's data with the waiting writes on top. */
export interface OwnAd {
  id: string
  /** Undefined for an ad that the server does not have yet. */
  car: OwnCar | undefined
  fields: AdFields
  /** Version on which the next write is based. */
  version: number
  /** Writes of this ad that wait. */
  waiting: readonly OutboxEntry[]
  /** Write of this ad that the person must decide about. */
  undecided: OutboxEntry | undefined
  /** Whether the ad was deleted on this phone. */
  deleted: boolean
  /** Write that creates the ad, while it waits, and the name of its cover. */
  birth: { entry: OutboxEntry; cover: string | undefined } | undefined
}

/** Reads one page of the person's ads; a search covers all of them. */
export function useOwnAds(page: number, search = '') {
  const reading = useMyCars(page, search)
  useDecided(({ state }) => state === 'done' && reading.refresh())
  const entities = useEntities()
  const outbox = useOutbox()
  const entryOf = (id: string | undefined) => outbox.find((entry) => entry.id === id)

  const prefix = carLane('')
  function viewOf(id: string, car?: OwnCar): OwnAd | undefined {
    const seen = entities.get(carLane(id))
    const waiting = (seen?.waiting ?? []).flatMap((one) => entryOf(one) ?? [])
    // The server has deleted the ad; the next response of the list will not contain it.
    if (seen?.deleted && waiting.length === 0) return undefined
    const ahead =
      seen && (waiting.length > 0 || (seen.version ?? 0) >= (car?.version ?? 0)) ? seen : undefined
    return {
      id,
      car,
      // A new ad is for sale unless its status differs.
      fields: { ...(car?.fields ?? { status: 'active' }), ...ahead?.fields } as AdFields,
      version: ahead?.version ?? car?.version ?? 0,
      waiting,
      undecided: entryOf(seen?.undecided),
      deleted: seen?.deleted === true,
      birth: car ? undefined : births.find(({ adId }) => adId === id),
    }
  }
  const births = outbox.flatMap((entry) => {
    if (entry.kind !== 'ad.create' || entry.state === 'done') return []
    const { adId, imageIds } = entry.payload as Payloads['ad.create']
    return { adId, entry, cover: imageIds[0] }
  })
  const unsent = [...entities].flatMap(([lane, seen]) =>
    lane.startsWith(prefix) && seen.version === undefined && !seen.deleted
      ? (viewOf(lane.slice(prefix.length)) ?? [])
      : [],
  )
  const words = search.toLowerCase().split(/\s+/)
  const fits = ({ fields: { title, make, model } }: OwnAd) =>
    words.every((word) => `${title} ${make} ${model}`.toLowerCase().includes(word))
  return {
    reading,
    /** Ads that were created here and are not on the server yet. */
    unsent: unsent.filter(fits),
    adsOf: ({ data }: MyPage<OwnCar>) => data.flatMap((car) => viewOf(car._id, car) ?? []),
  }
}
