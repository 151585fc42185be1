import { createInTurn } from '#contract/values/in-turn.ts'
import type { WorkerPort } from '../platform/env.ts'
import { createShrink, imageToolsOf, type Shrink, type ShrinkResult } from './shrink.ts'

export type PhotoWorker = WorkerPort<Blob, ShrinkResult | 'unable'>
export interface PhotoWorkerPorts {
  /** Starts the worker; undefined in a browser without workers. */
  spawn: (() => PhotoWorker) | undefined
  /** Shrinks on the page, for browsers whose workers have no canvas. */
  onPage: Shrink | undefined
}

function ask(worker: PhotoWorker, file: Blob): Promise<ShrinkResult | 'unable'> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data)
    // The worker did not load, or it ran out of memory.
    worker.onerror = () => resolve('unable')
    worker.postMessage(file)
  })
}

/**
 * Returns a function that shrinks photos in a worker, one at a time, because each photo takes memory for all its pixels. The
 * worker ends after the last waiting photo, which frees its memory.
 */
export function createPhotoWorkerClient({ spawn, onPage }: PhotoWorkerPorts): Shrink {
  let worker: PhotoWorker | undefined
  let able = spawn !== undefined
  let waiting = 0
  const inTurn = createInTurn()
  function end() {
    worker?.terminate()
    worker = undefined
  }
  async function one(file: Blob): Promise<ShrinkResult | 'unable'> {
    if (able) {
      try {
        worker ??= spawn?.()
        const result = worker ? await ask(worker, file) : 'unable'
        if (result !== 'unable') return result
      } catch {
        // A security policy can forbid workers; then the page shrinks the photo.
      }
      able = false
      end()
    }
    return onPage ? onPage(file) : 'unable'
  }
  return (file) => {
    waiting += 1
    const mine = inTurn(() => one(file))
    void Promise.allSettled([mine]).then(() => {
      waiting -= 1
      if (waiting === 0) end()
    })
    return mine
  }
}

/** Starts the worker of the browser; undefined in a browser without workers. */
export const spawnPhotoWorker: PhotoWorkerPorts['spawn'] =
  typeof Worker === 'undefined'
    ? undefined
    : () =>
        new Worker(new URL('photo-worker.ts', import.meta.url), { type: 'module' }) as unknown as PhotoWorker

/** Creates the client for the browser's worker. */
export function browserPhotoWorker(): Shrink {
  const tools = imageToolsOf()
  return createPhotoWorkerClient({ spawn: spawnPhotoWorker, onPage: tools && createShrink(tools) })
}
