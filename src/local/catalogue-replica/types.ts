import type { CarPage } from '#contract/cars.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Cached, ReplicaStatus } from '../cache/cached.ts'
import type { Bug } from '#contract/values/expected.ts'

export const noReplica: ReplicaStatus = { state: 'none', searched: 0, of: 0, asOf: 0 }

/** How to follow the replica. */
export interface FollowOptions {
  /** Cars to keep. */
  window: number
  /** The server's time minus the phone's, ms. */
  offset: number
  /** Ask also when the last answer is young: the person wants it. */
  force: boolean
  /** What was believed of this phone's room is forgotten: the person made some, or wants to know. */
  anew?: boolean
}
export interface FollowResult {
  ok: boolean
  /** Something on the phone changed. */
  news: boolean
  /** Another tab follows at the moment. */
  busy: boolean
}

/** The replica on this phone, in its worker and as the page asks it. */
export interface CatalogueReplica {
  /** Undefined while there is no whole copy. */
  find: (query: ListQuery) => Promise<Cached<CarPage> | undefined>
  follow: (wish: FollowOptions) => Promise<FollowResult>
  /** The page has kept answers of the server: the next search looks at them first. */
  cacheChanged: () => void
  close: () => void
}
/** Sent without a request. */
export interface ReplicaNews {
  /** The replica as it is now. */
  status: (status: ReplicaStatus) => void
  /** Whether our server answered, and its `Date`. */
  onResponse: (seen: { reached: boolean; date: number | undefined }) => void
}

/** What is asked of a replica wherever it is. */
export type ReplicaQuestion = { find: ListQuery } | { follow: FollowOptions }
export type ReplicaAnswer = Cached<CarPage> | FollowResult | undefined
export const askReplica = (replica: CatalogueReplica, question: ReplicaQuestion): Promise<ReplicaAnswer> =>
  'find' in question ? replica.find(question.find) : replica.follow(question.follow)

/** What page and worker tell each other; every question carries a number that its answer repeats. */
export type ToWorker = (ReplicaQuestion & { ask: number }) | { seen: true }
export type FromWorker =
  | { answer: number; value: ReplicaAnswer }
  | { failed: number }
  | { status: ReplicaStatus }
  | { heard: { reached: boolean; date: number | undefined } }
  /** A bug, as plain data. */
  | { bug: Bug }
  /** There is no way to work here. */
  | { unable: true }
