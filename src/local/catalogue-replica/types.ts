import type { CarPage } from '#contract/cars.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Cached, ReplicaStatus } from '../cache/cached.ts'
import type { Bug } from '#contract/values/expected.ts'

export const noReplica: ReplicaStatus = { state: 'none', searched: 0, of: 0, asOf: 0 }

/** Options for following the replica. */
export interface FollowOptions {
  /** Number of cars to store. */
  window: number
  /** Server time minus phone time, in milliseconds. */
  offset: number
  /** Whether to send a request even if the last response is recent, because the person asked for it. */
  force: boolean
  /** Whether to forget that the phone was full, because the person made room or chose a number. */
  anew?: boolean
}
export interface FollowResult {
  ok: boolean
  /** Whether anything on the phone changed. */
  news: boolean
  /** Whether another tab follows now. */
  busy: boolean
}

/** The replica on this phone, as its worker implements it and the page calls it. */
export interface CatalogueReplica {
  /** Searches the replica; undefined while no generation is complete. */
  find: (query: ListQuery) => Promise<Cached<CarPage> | undefined>
  follow: (wish: FollowOptions) => Promise<FollowResult>
  /** Called after the page cached server responses: the next search reads them first. */
  cacheChanged: () => void
  close: () => void
}
/** Events that the replica sends without a request. */
export interface ReplicaNews {
  /** Called with the new status. */
  status: (status: ReplicaStatus) => void
  /** Called after a request, with whether our server responded, and with its `Date`. */
  onResponse: (seen: { reached: boolean; date: number | undefined }) => void
}

/** Request to a replica in any context. */
export type ReplicaQuestion = { find: ListQuery } | { follow: FollowOptions }
export type ReplicaAnswer = Cached<CarPage> | FollowResult | undefined
export const askReplica = (replica: CatalogueReplica, question: ReplicaQuestion): Promise<ReplicaAnswer> =>
  'find' in question ? replica.find(question.find) : replica.follow(question.follow)

/** Messages between page and worker; each request has a number that its response repeats. */
export type ToWorker = (ReplicaQuestion & { ask: number }) | { seen: true }
export type FromWorker =
  | { answer: number; value: ReplicaAnswer }
  | { failed: number }
  | { status: ReplicaStatus }
  | { heard: { reached: boolean; date: number | undefined } }
  /** A bug, as plain data. */
  | { bug: Bug }
  /** The worker cannot work in this browser. */
  | { unable: true }
