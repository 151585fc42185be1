import { AppError } from '#contract/errors.ts'
import { ignoreExpected, reportBug } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import {
  askReplica,
  type FollowResult,
  type CatalogueReplica,
  type ReplicaNews,
  type ReplicaQuestion,
  type FromWorker,
  type ToWorker,
} from './types.ts'
import type { Cached } from '../cache/cached.ts'
import type { CarPage } from '#contract/cars.ts'
import type { WorkerPort } from '../platform/env.ts'

export type ReplicaWorker = WorkerPort<ToWorker, FromWorker>
export interface WorkerClientPorts {
  /** Starts the worker; undefined where there are none. */
  spawn: (() => ReplicaWorker) | undefined
  /** The same on the page, loaded when the worker cannot do it. */
  onPage: (news: ReplicaNews) => Promise<CatalogueReplica>
  setTimeout: (work: () => void, ms: number) => unknown
  clearTimeout: (handle: unknown) => void
}
/** A worker that answers no search for this long is dead, milliseconds. */
export const workerAnswerLimit = 15_000

interface Waiting {
  question: ReplicaQuestion
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
  timer: unknown
}

/** The replica as the page sees it: a worker does the work, and where there is none, or it died, the page itself. */
export function createWorkerClient(o: WorkerClientPorts, news: ReplicaNews): CatalogueReplica {
  const waiting = new Map<number, Waiting>()
  let worker: ReplicaWorker | undefined
  let able = o.spawn !== undefined
  let page: Promise<CatalogueReplica> | undefined
  let last = 0

  function here(): Promise<CatalogueReplica> {
    page ??= o.onPage(news).catch((reason: unknown) => {
      // Without signal the file may be missing; the next question tries again.
      page = undefined
      throw reason
    })
    return page
  }
  const askHere = async (question: ReplicaQuestion) => askReplica(await here(), question)
  function giveUp() {
    able = false
    worker?.terminate()
    worker = undefined
    for (const [id, { question, resolve, reject }] of waiting) {
      end(id)
      askHere(question).then(resolve, reject)
    }
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
    else if ('failed' in message)
      end(message.failed)?.reject(new AppError('unavailable', { msg: 'The replica could not be read.' }))
    else if ('bug' in message)
      reportBug(Object.assign(new Error('The worker of the replica met a bug'), message.bug), 'replica')
    else giveUp()
  }
  function started(): ReplicaWorker | undefined {
    if (worker || !able) return worker
    try {
      worker = o.spawn?.()
    } catch {
      // Workers can be forbidden; the page does it.
      able = false
    }
    if (!worker) return undefined
    worker.onmessage = ({ data }) => {
      receive(data)
    }
    worker.onerror = giveUp
    return worker
  }
  function ask(question: ReplicaQuestion): Promise<unknown> {
    const to = started()
    if (!to) return askHere(question)
    return new Promise((resolve, reject) => {
      const id = ++last
      // Following takes as long as the network does.
      const timer = 'follow' in question ? undefined : o.setTimeout(giveUp, workerAnswerLimit)
      waiting.set(id, { question, resolve, reject, timer })
      to.postMessage({ ask: id, ...question })
    })
  }
  return {
    find: (find) => ask({ find }) as Promise<Cached<CarPage> | undefined>,
    follow: (follow) => ask({ follow }) as Promise<FollowResult>,
    cacheChanged() {
      worker?.postMessage({ seen: true })
      page
        ?.then((replica) => {
          replica.cacheChanged()
        })
        .catch(ignoreExpected('replica-seen', isPassing))
    },
    close() {
      able = false
      worker?.terminate()
      worker = undefined
      waiting.clear()
      page
        ?.then((replica) => {
          replica.close()
        })
        .catch(ignoreExpected('close-replica', isPassing))
    },
  }
}
