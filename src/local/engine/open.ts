import { clearDraft, noteViewed, readDraft, saveDraft } from '../cache/mine.ts'
import { remove, retry } from '../outbox/acts.ts'
import type { RemoveResult } from '../outbox/entry.ts'
import { createSender } from '../sync/sender.ts'
import type { Engine, Host, Reason, Views } from './face.ts'
import { createFavourites } from './favourites.ts'
import { createPeople } from './people.ts'
import { createPut } from './putting.ts'
import { createSending } from './sending.ts'
import { createShelves } from './shelves.ts'
import { openStores } from './stores.ts'
import { createFollowUp, createLook } from './views.ts'

/** Longest wait for the outbox before the favourites are asked for (SYNC 4.8). */
const patience = 5000
/** Told by the worker and by other tabs after they wrote. */
export const channelName = 'motorkin'

/** The half that stores and sends. */
export async function openEngine(host: Host): Promise<Engine> {
  const { env } = host
  const stores = await openStores(env)
  const people = createPeople(host, stores)
  await people.settle()
  const look = createLook(stores, people)
  const followUp = createFollowUp(host, stores.shared, people)
  const outside = new Set<() => void>()
  const channel = env.channel?.(channelName)

  async function publish(views: Views) {
    host.views.set(views)
    await followUp(views)
  }
  /** The news of a change. Where it cannot be made the change stands all the same, and the next look has it. */
  const show = async () => {
    try {
      await publish(await look())
    } catch {
      // Screens keep what they had.
    }
  }
  const sending = createSending(host, stores, show)
  const favourites = createFavourites(host, stores, people)
  const sender = createSender<Reason>({
    round: sending.all,
    hurry: sending.hurryAll,
    now: env.now,
    setTimeout: env.setTimeout,
    clearTimeout: env.clearTimeout,
    isVisible: env.isVisible,
    wakeWorker: env.wakeWorker,
  })
  async function refreshFavourites() {
    const limit = new Promise<void>((resolve) => {
      env.setTimeout(resolve, patience)
    })
    await Promise.race([sender.drained(), limit])
    if (await favourites.refresh()) await show()
    await favourites.fetchDetails(host.views.get().favourites)
  }
  async function followSession() {
    // A database that fails here fails again, and is told, at the next write; the last person's data goes in any case.
    await people.settle().catch(() => undefined)
    await show()
    sender.kick('login')
    await refreshFavourites()
  }
  const unwatch = host.session.subscribe(() => {
    // The favourites are asked for again at the next start.
    followSession().catch(() => undefined)
  })
  if (channel) {
    channel.onmessage = () => {
      for (const listener of outside) listener()
    }
  }
  /** Every partition on screen may hold the item. */
  async function act<R>(work: (store: Awaited<ReturnType<typeof stores.own>>) => Promise<R>): Promise<R[]> {
    const results: R[] = []
    for (const partition of people.shown()) results.push(await work(await stores.own(partition)))
    await show()
    return results
  }
  const own = () => stores.own(people.active())

  await sending.releaseUpgraded()
  await show()
  sender.kick('start')
  refreshFavourites().catch(() => undefined)

  return {
    durable: stores.durable,
    put: createPut({
      host,
      stores,
      people,
      sending,
      async saved() {
        host.markHolding()
        await show()
        sender.kick('enqueue')
        channel?.postMessage('changed')
      },
    }),
    async retry(id) {
      await act((store) => retry(store, id, env.now()))
      sender.kick('manual')
    },
    async remove(id): Promise<RemoveResult> {
      const results = await act((store) => remove(store, id))
      // What is nowhere any more may have been sent long ago.
      return results.find((result) => result !== undefined) ?? 'unknown'
    },
    kick: sender.kick,
    drained: sender.drained,
    ...createShelves(host, stores, people),
    async viewed(carId) {
      await noteViewed(await own(), carId, env.now())
      await show()
    },
    drafts: {
      read: async (key) => readDraft(await own(), key),
      async save(key, values) {
        await saveDraft(await own(), key, values, env.now())
        if (stores.durable) host.markHolding()
      },
      clear: async (key) => clearDraft(await own(), key),
    },
    look,
    show: publish,
    onOutsideChange(listener) {
      outside.add(listener)
      return () => {
        outside.delete(listener)
      }
    },
    close() {
      sender.stop()
      unwatch()
      channel?.close()
      stores.close()
    },
  }
}
