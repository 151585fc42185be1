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
 * Keeps the store half out of a first visit: it is loaded at once only where this phone already holds data, else
 * after the first answer is on screen, or when something must be written.
 */
export function createLazy(o: {
  host: () => Host
  env: Pick<Env, 'localStorage' | 'whenIdle' | 'indexedDB'>
  remember: (key: string, value: string) => void
  /** The first view is there already: nothing reads the store before `wake`. */
  waits: boolean
}) {
  const { localStorage: storage, whenIdle, indexedDB } = o.env
  const engine = cell<Engine | undefined>(undefined)
  const holding = cell(false)
  /** Says whether this phone holds data, where that had to wait for the first view. */
  const wake = () => {
    if (storage?.getItem(holdsKey) === '1') holding.set(true)
  }
  if (!o.waits) wake()
  const waiting: ((keep: CacheWriter) => Promise<void>)[] = []
  let started: Started | undefined
  let idle = false

  function run(target: Engine, work: (keep: CacheWriter) => Promise<void>) {
    // A cache that could not be written costs freshness offline, never the screen.
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
      // Without signal the chunk may be missing; the next need tries again.
      started = undefined
      throw reason
    })
    const reads = Promise.race([first, engine.then(({ phone }) => phone)])
    // The reader learns of it; there may be nobody.
    void Promise.allSettled([reads])
    return { engine, reads }
  }
  const load = () => (started ??= start()).engine
  async function look(): Promise<boolean> {
    if (!indexedDB || !('databases' in indexedDB)) return false
    const there = await indexedDB.databases().catch(ignoreExpected('list-databases', isStorageFailure))
    return (there ?? []).some(({ name = '' }) => /^[ug]_/.test(name))
  }
  // A browser that was just started opens what is on its disk meanwhile, and not when the code of the store is there.
  let looking = holding.get() ? look() : undefined
  return {
    engine: engine as Readable<Engine | undefined>,
    wake,
    load,
    /** What was seen. What is nobody's can be read before the engine stands, so that the first cars do not wait for it. */
    phone: async (): Promise<Phone> => {
      const { engine, reads } = (started ??= start())
      return {
        ...(await reads),
        mine: async <T>(k: string) => (await engine).phone.mine<T>(k),
        cachedCars: async () => (await engine).phone.cachedCars(),
      }
    },
    /** Runs work on the store when there is one; loads it when the page is idle. */
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
    /** This phone holds data, as far as that is known at the moment. */
    holding: holding as Readable<boolean>,
    /** The same for certain: the mark of it reaches the disk later than a database, and a killed browser may have lost it. */
    found: async () => {
      // Looked for once: what this page makes itself it knows of.
      if (!holding.get() && (await (looking ??= look()))) holding.set(true)
      return holding.get()
    },
    /** After someone signed out: resolves when the phone knows it too, or has deleted what it stored of them. */
    left: async (account: string, keep: boolean) => {
      // Written down first: a delete that is cut short, or out of reach now, is ended by the next start.
      if (!keep) o.remember(leavingKey, `${storage?.getItem(leavingKey) ?? ''} ${account}`)
      const target = await load().catch(ignoreExpected('leave', isPassing))
      await (keep ? target?.settled() : target?.forget(account))
    },
  }
}
