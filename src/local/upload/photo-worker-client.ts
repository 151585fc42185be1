import { createInTurn } from '#contract/values/in-turn.ts'
import type { WorkerPort } from '../platform/env.ts'
import { createShrink, imageToolsOf, type Shrink, type ShrinkResult } from './shrink.ts'

export type PhotoWorker = WorkerPort<Blob, ShrinkResult | 'unable'>
export interface PhotoWorkerPorts {
  /** Starts the worker; undefined where there are no workers. */
  spawn: (() => PhotoWorker) | undefined
  /** Reduces a photo on the page, for browsers whose workers have no canvas. */
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
 * Creates a function that reduces photos one at a time, because each needs memory for all its pixels. The worker is terminated
 * when no photo is left, which frees its memory.
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
        // Some browsers forbid workers; the page then reduces the photo.
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

/** Starts the worker of a real page; undefined where there are no workers. */
export const spawnPhotoWorker: PhotoWorkerPorts['spawn'] =
  typeof Worker === 'undefined'
    ? undefined
    : () =>
        new Worker(new URL('photo-worker.ts', import.meta.url), { type: 'module' }) as unknown as PhotoWorker

/** Returns the function for a real page. */
export function browserPhotoWorker(): Shrink {
  const tools = imageToolsOf()
  return createPhotoWorkerClient({ spawn: spawnPhotoWorker, onPage: tools && createShrink(tools) })
}
