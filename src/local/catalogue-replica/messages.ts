import { type Bug } from '#contract/values/expected.ts'
import type { CarPage, ListQuery } from '#contract/cars.ts'
import type { Cached, ReplicaStatus } from '../cache/cached.ts'
import type { FollowResult, FollowOptions } from './types.ts'

/** What page and worker tell each other; every question carries a number that its answer repeats. */
export type ToWorker =
  | { ask: number; find: ListQuery }
  | { ask: number; status: true }
  | { ask: number; follow: FollowOptions }
  | { seen: true }
export type FromWorker =
  | { answer: number; value: Cached<CarPage> | ReplicaStatus | FollowResult | undefined }
  | { failed: number }
  | { status: ReplicaStatus }
  | { heard: { reached: boolean; date: number | undefined } }
  /** A bug, as plain data. */
  | { bug: Bug }
  /** There is no way to work here. */
  | { unable: true }
