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

/** Sends a request of the contract; throws as reads do. */
export type Get = <R extends Route>(
  route: R | LazyRoute<R>,
  o?: Pick<RequestOptions<R>, 'params' | 'body'>,
) => Promise<ReplyOf<R>>
export interface Mine<T> {
  value: T
  /** Server time of the response, if it contains one. */
  at?: string
  /** Versioned entities in the response. */
  versions?: readonly AnsweredVersion[]
}
export interface ReadPorts {
  ask: AuthedRequest
  /** Server time in milliseconds. */
  now: () => number
  /** Id of the person whose data is open. */
  who: () => string | undefined
  /** Runs work on the store once the store is open. */
  later: (work: (keep: CacheWriter) => Promise<void>) => void
}

// The schemas of the contract are loaded with the first request.
const cars = async () => (await import('#contract/cars.ts')).carRoutes
const reference = async () => (await import('#contract/reference.ts')).referenceRoutes

/** Returns the milliseconds of an `as_of`. */
export const instantOf = (text: string): number => Date.parse(text)

/** Returns the work that stores a response, by the key of its read; undefined when only the screen itself can store it. */
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
    // There is no case for makes, because a document holds them without their models.
    case 'provinces':
      return (keep) => keep.provinces(value as Province[], asOf)
    case 'cached':
      return (keep) => keep.cached(String(of), value, asOf)
    default:
      return undefined
  }
}

/**
 * Returns the reads over the network. Each response is also stored on the phone, later and without being awaited. Throws the
 * `AppError` of a failed request, because the query library learns of failures from it.
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
  /** Uses the time of the response for data without a time of its own. */
  function dated<T>(value: T, work: (keep: CacheWriter, asOf: number) => Promise<void>): Cached<T> {
    const asOf = now()
    later((keep) => work(keep, asOf))
    return { value, asOf }
  }
  return {
    /** Loads the schemas of the first requests early, because the network may be gone when a person needs them. */
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
    /** Requests the addresses of the pictures that the card of a car may show. */
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
    /** Stores the data from which a page was drawn, as if it had been requested here. */
    keepGiven(given: readonly GivenRead[]) {
      for (const { key, value, asOf } of given) {
        const work = keeping(key, fill(value), asOf)
        if (work) later(work)
      }
    },
    /** Requests public data and stores it under a name; the screen that needs the data brings the request. */
    async cached<T>(k: string, load: (get: Get) => Promise<T>) {
      const value = await load(plain)
      return dated(value, (keep, asOf) => keep.cached(k, value, asOf))
    },
    /** Requests data of the current person and stores it for them under a name; the screen brings the request. */
    async mine<T>(k: string, load: (get: Get) => Promise<Mine<T>>): Promise<Cached<T>> {
      const asker = who()
      const { value, versions, at } = await load(plain)
      const asOf = at === undefined ? now() : instantOf(at)
      // Another person may sign in before the response arrives or the store opens.
      later((keep) => (who() === asker ? keep.mine(k, value, asOf, versions) : Promise.resolve()))
      return { value, asOf }
    },
  }
}

/** Maximum number of remembered cards. */
const mostRemembered = 2000

/**
 * Returns a function that remembers the newest card of each car and returns it in place of an older one. A response that was
 * overtaken by a newer one never replaces newer data (I18), and a card of a list, which has fewer pictures, never removes known
 * ones.
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
