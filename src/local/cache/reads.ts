import type { CarCard, CarPage, CarReply } from '#contract/cars.ts'
import { withPictures } from '#contract/values/pictures.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { ReplyOf, Route } from '#contract/http.ts'
import { fill, type GivenRead } from '#contract/first-view.ts'
import type { Province } from '#contract/reference.ts'
import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import type { AuthedRequest, LazyRoute, RequestOptions } from '../transport/http-client.ts'
import type { Cached, AnsweredVersion } from './cached.ts'
import type { CacheWriter } from './cached-reads.ts'

/** A call of the contract; throws as reads do. */
export type Get = <R extends Route>(
  route: R | LazyRoute<R>,
  o?: Pick<RequestOptions<R>, 'params' | 'body'>,
) => Promise<ReplyOf<R>>
export interface Mine<T> {
  value: T
  /** Server time of the answer, where it says so. */
  at?: string
  /** Things with versions in it. */
  versions?: readonly AnsweredVersion[]
}
export interface ReadPorts {
  ask: AuthedRequest
  /** The server's time. */
  now: () => number
  /** Whose data is open. */
  who: () => string | undefined
  /** Runs work on the store once there is one. */
  later: (work: (keep: CacheWriter) => Promise<void>) => void
}

// The schemas of the contract come with the first call.
const cars = async () => (await import('#contract/cars.ts')).carRoutes
const reference = async () => (await import('#contract/reference.ts')).referenceRoutes

/** Milliseconds of an `as_of`. */
export const instantOf = (text: string): number => Date.parse(text)

/** How an answer is stored, by the key of its read; undefined for what only its own screen can keep. */
function keeping(
  [kind, of]: readonly unknown[],
  value: unknown,
  asOf: number,
): ((keep: CacheWriter) => Promise<void>) | undefined {
  switch (kind) {
    case 'listings':
      return (keep) => keep.listings(of as ListQuery, value as CarPage)
    case 'car':
      return (keep) => keep.car(value as CarReply)
    // Makes come without their models.
    case 'provinces':
      return (keep) => keep.provinces(value as Province[], asOf)
    case 'cached':
      return (keep) => keep.cached(String(of), value, asOf)
    default:
      return undefined
  }
}

/**
 * Reads over the network. Each answer is handed on to the phone's store, later and without being waited for.
 * Throws the `AppError` of a failed call, because that is how the query library learns of failures.
 */
export function createReads({ ask, now, who, later }: ReadPorts) {
  const freshest = createFreshest()
  async function get<R extends Route>(
    route: R | LazyRoute<R>,
    o?: Pick<RequestOptions<R>, 'params' | 'body'>,
  ): Promise<{ body: ReplyOf<R>; fromPhone: boolean }> {
    const answer = await ask(route, o)
    if (!answer.ok) throw answer.error
    return answer
  }
  const plain: Get = async (route, o) => (await get(route, o)).body
  /** What carries no time of its own is as old as its answer. */
  function dated<T>(value: T, work: (keep: CacheWriter, asOf: number) => Promise<void>): Cached<T> {
    const asOf = now()
    later((keep) => work(keep, asOf))
    return { value, asOf }
  }
  return {
    /** Brings what every first call needs, before a person wants it: signal may be lost meanwhile. */
    prepare: () => cars().then(() => undefined, ignoreExpected('contract', isMissingFile)),
    async listings(query: ListQuery): Promise<Cached<CarPage>> {
      const { body, fromPhone } = await get(async () => (await cars()).getCarList, { body: query })
      const value = { ...body, data: body.data.map(freshest) }
      if (!fromPhone) later((keep) => keep.listings(query, value))
      return { value, asOf: instantOf(body.as_of), fromPhone }
    },
    async car(slug: string): Promise<Cached<CarReply>> {
      const { body, fromPhone } = await get(async () => (await cars()).getSingleCar, { params: { slug } })
      const value = { ...body, recent_list: body.recent_list.map(freshest) }
      if (!fromPhone) later((keep) => keep.car(value))
      return { value, asOf: instantOf(body.as_of), fromPhone }
    },
    /** Addresses of the pictures that the card of a car may show. */
    async cardPictures(id: string): Promise<Cached<string[]>> {
      const { data, as_of } = await plain(async () => (await cars()).getCarPictures, { params: { id } })
      return { value: data.images, asOf: instantOf(as_of) }
    },
    brands: async () => {
      const { data } = await plain(async () => (await reference()).getAllMakes)
      return dated(data, (keep, asOf) => keep.brands(data, asOf))
    },
    provinces: async () => {
      const { data } = await plain(async () => (await reference()).getAllStates)
      return dated(data, (keep, asOf) => keep.provinces(data, asOf))
    },
    async cities(ids: readonly string[]) {
      const { data } = await plain(async () => (await reference()).getCitiesByStateIds, {
        body: { state_ids: [...ids] },
      })
      return dated(data, (keep, asOf) => keep.cities(ids, data, asOf))
    },
    /** Hands on what a page was drawn from, as if it had been requested here. */
    keepGiven(given: readonly GivenRead[]) {
      for (const { key, value, asOf } of given) {
        const work = keeping(key, fill(value), asOf)
        if (work) later(work)
      }
    },
    /** A public answer, stored under a name among the last ones of its kind; the screen that wants it brings the call. */
    async cached<T>(k: string, load: (get: Get) => Promise<T>) {
      const value = await load(plain)
      return dated(value, (keep, asOf) => keep.cached(k, value, asOf))
    },
    /** An answer for the current person alone, stored for them under a name; the screen that wants it brings the call. */
    async mine<T>(k: string, load: (get: Get) => Promise<Mine<T>>): Promise<Cached<T>> {
      const asker = who()
      const { value, versions, at } = await load(plain)
      const asOf = at === undefined ? now() : instantOf(at)
      // People may change places before the answer is here, and before the store is.
      later((keep) => (who() === asker ? keep.mine(k, value, asOf, versions) : Promise.resolve()))
      return { value, asOf }
    },
  }
}

/** Cards that are remembered. */
const mostRemembered = 2000

/**
 * Remembers the newest card of each car this page has seen and hands it back in place of an older one: an answer that
 * was overtaken on its way never takes a screen back in time (I18), nor a list pictures away from it.
 */
export function createFreshest(): (card: CarCard) => CarCard {
  const newest = new Map<string, CarCard>()
  return (card) => {
    const known = newest.get(card._id)
    if (known && known.version > card.version) return known
    const whole = withPictures(card, known)
    newest.delete(card._id)
    newest.set(card._id, whole)
    if (newest.size > mostRemembered) {
      const [oldest] = newest.keys()
      if (oldest !== undefined) newest.delete(oldest)
    }
    return whole
  }
}
