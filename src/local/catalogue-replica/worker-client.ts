import { AppError } from '#contract/errors.ts'
import { reportBug } from '#contract/values/expected.ts'
import type {
  FollowResult,
  CatalogueReplica,
  ReplicaNews,
  ReplicaQuestion,
  FromWorker,
  ToWorker,
} from './types.ts'
import type { Cached } from '../cache/cached.ts'
import type { CarPage } from '#contract/cars.ts'
import type { Env, WorkerPort } from '../platform/env.ts'

export type ReplicaWorker = WorkerPort<ToWorker, FromWorker>
export interface WorkerClientPorts extends Pick<Env, 'setTimeout' | 'clearTimeout'> {
  /** Starts the worker; throws where workers are forbidden. */
  spawn: () => ReplicaWorker
}
/** Milliseconds without a response to a search after which the worker counts as dead. */
export const workerAnswerLimit = 15_000

interface Waiting {
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
  timer: unknown
}
const unavailable = () => new AppError('unavailable', { msg: 'The replica could not be read.' })

/** Returns the replica for the page, run by a worker. Requests to a dead worker fail; the next one starts a new worker. */
export function createWorkerClient(o: WorkerClientPorts, news: ReplicaNews): CatalogueReplica {
  const waiting = new Map<number, Waiting>()
  let worker: ReplicaWorker | undefined
  let over = false
  let last = 0

  function giveUp() {
    worker?.terminate()
    worker = undefined
    for (const id of waiting.keys()) end(id)?.reject(unavailable())
  }
  function end(id: number): Waiting | undefined {
    const found = waiting.get(id)
    waiting.delete(id)
    if (found?.timer !== undefined) o.clearTimeout(found.timer)
    return found
  }
  function receive(message: FromWorker) {
    if ('status' in message) news.status(message.status)
    else if ('heard' in message) news.onResponse(message.heard)
    else if ('answer' in message) end(message.answer)?.resolve(message.value)
    else if ('failed' in message) end(message.failed)?.reject(unavailable())
    else if ('bug' in message)
      reportBug(Object.assign(new Error('The worker of the replica met a bug'), message.bug), 'replica')
    else giveUp()
  }
  function started(): ReplicaWorker | undefined {
    if (over) return undefined
    try {
      worker ??= o.spawn()
    } catch {
      // Some browsers or policies forbid workers.
      return undefined
    }
    worker.onmessage = ({ data }) => {
      receive(data)
    }
    worker.onerror = giveUp
    return worker
  }
  function ask(question: ReplicaQuestion): Promise<unknown> {
    const to = started()
    if (!to) return Promise.reject(unavailable())
    return new Promise((resolve, reject) => {
      const id = ++last
      // A follow has no time limit, because its time depends on the network.
      const timer = 'follow' in question ? undefined : o.setTimeout(giveUp, workerAnswerLimit)
      waiting.set(id, { resolve, reject, timer })
      to.postMessage({ ask: id, ...question })
    })
  }
  return {
    find: (find) => ask({ find }) as Promise<Cached<CarPage> | undefined>,
    follow: (follow) => ask({ follow }) as Promise<FollowResult>,
    cacheChanged: () => worker?.postMessage({ seen: true }),
    close() {
      over = true
      giveUp()
    },
  }
}
