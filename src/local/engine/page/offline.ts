import { ignoreExpected, isRefused, missingFile } from '#contract/values/expected.ts'
import { isPassing } from '../../database/failures.ts'
import { createDataUse } from '../../pins/data-use.ts'
import type { StorageDesk } from '../../pins/face.ts'
import type { JobEnd } from '../../pins/job.ts'
import { allowanceOf } from '../../pins/road.ts'
import { favouriteIds } from '../../outbox/seen/overlay.ts'
import type { Reason } from '../face.ts'
import type { Api, Identity, ServerClock, Surroundings, Watched } from '../host.ts'
import { createFavourites } from '../favourites.ts'
import type { Ground } from './ground.ts'

/** The times without signal: favourites are kept whole, the budget is held, and what was loaded is counted. */
export interface Offline {
  /** What the server says of the hearts. */
  favourites: ReturnType<typeof createFavourites>
  storage: StorageDesk
  /** Looks whether there is anything to do. */
  wake: () => void
  kick: (reason: Reason) => void
  close: () => void
}
/** Milliseconds after the last reason to look. */
const settleFor = 500
/** Another tab does it. */
const busyFor = 30_000
/** After a silent network; twice as long each time in a row, and no longer than the second. */
const againAfter = [15_000, 300_000] as const
/** The budget is looked at when a start is long over. */
const holdAfter = 20_000
const occasions: ReadonlySet<Reason> = new Set([
  'visible',
  'pageshow',
  'resume',
  'online',
  'connection',
  'login',
])

/** `quiet` resolves when nothing is being sent. */
export function createOffline(
  host: Surroundings & Identity & ServerClock & Api & Watched,
  ground: Ground,
  quiet: () => Promise<void>,
): Offline {
  const { env, wire, ask, connection } = host
  const { stores, people, capabilities, lasting } = ground
  const { shared } = stores
  const now = env.now
  let over = false
  let timer: unknown
  let running = false
  let again = false
  let failures = 0

  const use = createDataUse({ shared, now: host.serverNow, later: env.setTimeout })
  let counted = 0
  function count() {
    const all = host.loaded()
    use.add(all - counted)
    counted = all
  }
  const unwatchLoads = capabilities.loads?.(use.add)
  const road = () => capabilities.road?.() ?? { saveData: capabilities.market?.savesData() === true }
  const hearts = () => favouriteIds(host.views.get().favourites).join()
  let before = { state: connection.get().state, hearts: '' }
  /** Something was let go of, and its pictures may still be here. */
  let untidy = false
  const who = () => {
    const active = people.active()
    // A guest who keeps nothing costs nothing.
    if (active === people.guest) return hearts() === '' && !untidy ? undefined : active
    return host.session.get().user ? active : undefined
  }
  async function picturesOf(partition: string) {
    const { openPictures } = await import('../../pins/pictures.ts').catch(missingFile)
    return capabilities.caches && stores.isDurable(partition)
      ? openPictures(capabilities.caches, partition)
      : undefined
  }

  async function attempt(partition: string): Promise<JobEnd | undefined> {
    const { runPins } = await import('../../pins/job.ts').catch(missingFile)
    const own = await stores.own(partition)
    const pictures = await picturesOf(partition)
    const avif = await capabilities.showsAvif?.().catch(ignoreExpected('shows-avif', isRefused))
    const work = () =>
      runPins({
        own,
        shared,
        ask,
        wire,
        pictures,
        format: avif === true ? 'avif' : 'webp',
        allowance: () => allowanceOf(road()),
        cut: () => connection.get().state === 'offline',
        quiet,
        now,
        withSpare: stores.withSpare,
        loaded: use.add,
        here: () => !over && who() === partition,
        changed: () => void ground.show(),
      })
    if (!env.locks) return work()
    const { webLock } = await import('../../sync/locks.ts').catch(missingFile)
    return (await webLock(env.locks).hold(`pins:${partition}`, false, work))?.value
  }
  async function run() {
    const partition = who()
    if (partition === undefined || over) return
    if (running) {
      again = true
      return
    }
    running = true
    again = false
    try {
      const end = await attempt(partition)
      if (!again) untidy = false
      failures = end?.how === 'silent' ? failures + 1 : 0
      if (!end) plan(busyFor)
      else if (again || end.how === 'left') plan(settleFor)
      else if (failures > 0) plan(Math.min(againAfter[0] * 2 ** (failures - 1), againAfter[1]))
      else if (end.again !== undefined) plan(end.again)
    } catch (error) {
      ignoreExpected('pins', isPassing)(error)
      // The job's code or a database was out of reach; the next reason to look tries again.
    } finally {
      running = false
    }
  }
  function plan(after: number) {
    if (over) return
    env.clearTimeout(timer)
    timer = env.setTimeout(() => {
      env.whenIdle(() => void run())
    }, after)
  }
  const wake = () => {
    // A page that does nothing costs nothing.
    if (who() !== undefined) plan(settleFor)
  }
  const undo = [
    connection.subscribe(() => {
      const { state } = connection.get()
      if (state === 'online' && before.state !== 'online') wake()
      before = { ...before, state }
    }),
    host.views.subscribe(() => {
      if (hearts() === before.hearts) return
      before = { ...before, hearts: hearts() }
      untidy = true
      wake()
    }),
  ]

  async function open() {
    const { createDesk } = await import('../../pins/desk.ts').catch(missingFile)
    return createDesk({
      shared,
      owns: () => Promise.all(people.shown().map(stores.own)),
      async mine() {
        const partition = who()
        if (partition === undefined) return undefined
        return { own: await stores.own(partition), pictures: await picturesOf(partition) }
      },
      caches: capabilities.caches,
      evictables: stores.evictables,
      use,
      persisted: capabilities.persisted,
      persist: capabilities.persist && lasting.askNow,
      asked: () => lasting.said(),
      savesData: () => road().saveData === true,
      now,
      wake,
      changed: ground.show,
    })
  }
  const holding = env.setTimeout(() => {
    if (stores.durable)
      env.whenIdle(() => {
        open()
          .then((desk) => desk.hold())
          .catch(ignoreExpected('hold-room', isPassing))
      })
  }, holdAfter)

  return {
    favourites: createFavourites(host, stores, people),
    storage: {
      async read() {
        count()
        return (await open()).read()
      },
      clear: async (what) => (await open()).clear(what),
      ask: async () => (await open()).ask(),
      resume: async () => (await open()).resume(),
    },
    wake,
    kick(reason) {
      if (reason === 'answer') count()
      if (occasions.has(reason)) wake()
    },
    close() {
      over = true
      env.clearTimeout(timer)
      env.clearTimeout(holding)
      unwatchLoads?.()
      for (const off of undo) off()
      count()
      void use.flush()
    },
  }
}
