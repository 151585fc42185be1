import { ignoreExpected, missingFile } from '#contract/values/expected.ts'
import { isPassing, isStorageFailure } from '../database/failures.ts'
import type { CacheWriter, Phone, PublicPhone } from '../cache/cached-reads.ts'
import { cell, type Readable } from '../platform/cell.ts'
import { holdsKey, leavingKey, type Env } from '../platform/env.ts'
import type { Engine, Readied } from './services.ts'
import type { Host } from './host.ts'

const mostWaiting = 50

interface Started {
  engine: Promise<Engine>
  reads: Promise<PublicPhone>
}

/**
 * Keeps the store half out of a first visit: it is loaded at once only when this phone already holds data, else after the first
 * response is on screen, or when something must be written.
 */
export function createLazy(o: {
  host: () => Host
  env: Pick<Env, 'localStorage' | 'whenIdle' | 'indexedDB'>
  remember: (key: string, value: string) => void
  /** Whether the first view is already drawn, so that nothing reads the store before `wake`. */
  waits: boolean
}) {
  const { localStorage: storage, whenIdle, indexedDB } = o.env
  const engine = cell<Engine | undefined>(undefined)
  const holding = cell(false)
  /** Reads whether this phone holds data, after the first view. */
  const wake = () => {
    if (storage?.getItem(holdsKey) === '1') holding.set(true)
  }
  if (!o.waits) wake()
  const waiting: ((keep: CacheWriter) => Promise<void>)[] = []
  let started: Started | undefined
  let idle = false

  function run(target: Engine, work: (keep: CacheWriter) => Promise<void>) {
    // A failed write of the cache makes offline data older, but does not affect the screen.
    work(target.keep).catch(ignoreExpected('keep', isPassing))
  }
  async function open(readable: Readied): Promise<Engine> {
    const { openEngine } = await import('./open-engine.ts').catch(missingFile)
    const opened = await openEngine(o.host(), readable)
    engine.set(opened)
    holding.set(true)
    for (const work of waiting.splice(0)) run(opened, work)
    return opened
  }
  function start(): Started {
    let readable: Readied = () => undefined
    const first = new Promise<PublicPhone>((resolve) => {
      readable = resolve
    })
    const engine = open(readable).catch((reason: unknown) => {
      // Offline the chunk may be missing; the next call retries.
      started = undefined
      throw reason
    })
    const reads = Promise.race([first, engine.then(({ phone }) => phone)])
    // Without a reader a rejection would count as unhandled.
    void Promise.allSettled([reads])
    return { engine, reads }
  }
  const load = () => (started ??= start()).engine
  async function look(): Promise<boolean> {
    if (!indexedDB || !('databases' in indexedDB)) return false
    const there = await indexedDB.databases().catch(ignoreExpected('list-databases', isStorageFailure))
    return (there ?? []).some(({ name = '' }) => /^[ug]_/.test(name))
  }
  // A browser that was just started opens its databases meanwhile, instead of when the code of the store is loaded.
  let looking = holding.get() ? look() : undefined
  return {
    engine: engine as Readable<Engine | undefined>,
    wake,
    load,
    /** Returns the reads of cached data. Public data needs no engine, so that the first cars do not wait for it. */
    phone: async (): Promise<Phone> => {
      const { engine, reads } = (started ??= start())
      return {
        ...(await reads),
        mine: async <T>(k: string) => (await engine).phone.mine<T>(k),
        cachedCars: async () => (await engine).phone.cachedCars(),
      }
    },
    /** Runs work on the store if it is loaded; otherwise queues it and loads the store when the page is idle. */
    later: (work: (keep: CacheWriter) => Promise<void>) => {
      const current = engine.get()
      if (current) {
        run(current, work)
        return
      }
      waiting.push(work)
      if (waiting.length > mostWaiting) waiting.shift()
      if (idle) return
      idle = true
      whenIdle(() => {
        idle = false
        load().catch(ignoreExpected('load', isPassing))
      })
    },
    /** Whether this phone holds data, as far as known now. */
    holding: holding as Readable<boolean>,
    /** Resolves to whether this phone holds data, for certain: a killed browser may have lost the mark but kept a database. */
    found: async () => {
      // One search suffices, because this page knows of its own databases.
      if (!holding.get() && (await (looking ??= look()))) holding.set(true)
      return holding.get()
    },
    /** Called after a sign-out. Resolves when the databases are updated, or the person's data is deleted. */
    left: async (account: string, keep: boolean) => {
      // The note comes first: a deletion that is interrupted or impossible now is finished at the next start.
      if (!keep) o.remember(leavingKey, `${storage?.getItem(leavingKey) ?? ''} ${account}`)
      const target = await load().catch(ignoreExpected('leave', isPassing))
      await (keep ? target?.settled() : target?.forget(account))
    },
  }
}
