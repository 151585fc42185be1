import { clearDraft, noteViewed, readDraft, saveDraft } from '../cache/mine.ts'
import { createSender } from '../sync/sender.ts'
import { adoptDrafts } from './acts/adopt.ts'
import { createDeciding } from './acts/deciding.ts'
import { createForget, leavingIn } from './acts/forget.ts'
import type { Engine, Host, Reason } from './face.ts'
import { createFavourites } from './favourites.ts'
import { openGround } from './page/ground.ts'
import { changedMessage, connect } from './page/wires.ts'
import { createPut } from './putting.ts'
import { createSending } from './sending.ts'
import { createShelves } from './shelves.ts'

/** Longest wait for the outbox before the favourites are asked for (SYNC 4.8). */
const patience = 5000
/** The page may have slept: other tabs and the worker wrote, and connections died, without it hearing of that. */
const returns: ReadonlySet<Reason> = new Set(['visible', 'pageshow', 'resume', 'focus'])

/** The half that stores and sends. */
export async function openEngine(host: Host): Promise<Engine> {
  const { env } = host
  const outside = new Set<() => void>()
  const ground = await openGround(host, {
    evicted() {
      // The next start asks again.
      refreshFavourites().catch(() => undefined)
    },
    recovered() {
      sender.kick('start')
    },
  })
  const { stores, people, powers, ring, look, lasting, publish, show } = ground

  const sending = createSending(
    host,
    stores,
    async () => {
      await people.keepTime().catch(() => undefined)
      await show()
    },
    ring.line,
  )
  const favourites = createFavourites(host, stores, people)
  const sender = createSender<Reason>({
    round: sending.all,
    hurry: sending.hurryAll,
    now: env.now,
    setTimeout: env.setTimeout,
    clearTimeout: env.clearTimeout,
    isVisible: env.isVisible,
    wakeWorker: powers.wakeWorker,
  })
  const wires = connect({
    host,
    powers,
    kick: sender.kick,
    installed: () => void lasting.ask('installed'),
    hidden: () => void ring.flush(),
    outside() {
      for (const listener of outside) listener()
    },
    left: ground.leave,
  })
  const forget = createForget({ host, stores, people, ring, powers, tell: wires.tell, show })
  const tellChanged = () => {
    wires.tell(changedMessage)
  }

  async function refreshFavourites() {
    const limit = new Promise<void>((resolve) => {
      env.setTimeout(resolve, patience)
    })
    await Promise.race([sender.drained(), limit])
    if (await favourites.refresh()) {
      if (stores.durable) host.markHolding()
      await show()
    }
    await favourites.fetchDetails(host.views.get().favourites)
  }
  async function followSession() {
    await ground.follow()
    sender.kick('login')
    await refreshFavourites()
  }
  const unwatch = host.session.subscribe(() => {
    // The favourites are asked for again when the server is back, or at the next start.
    followSession().catch(() => undefined)
  })
  const stay = favourites.whenBack(() => {
    // What waits goes out first: a list that is older than it would show hearts as they were.
    sender.kick('answer')
    refreshFavourites().catch(() => undefined)
  })
  const put = createPut({
    host,
    stores,
    people,
    sending,
    async saved() {
      host.markHolding()
      await show()
      sender.kick('enqueue')
      tellChanged()
      void lasting.ask('written')
    },
  })
  const own = () => stores.own(people.active())
  /** A form that is opened again, or cleared, finds what was typed a moment ago. */
  let typing: Promise<unknown> = Promise.resolve()

  for (const account of leavingIn(host)) {
    await forget(account).catch(() => undefined)
    // They may be back already, under a new login, and write.
    await people.settle().catch(() => undefined)
  }
  await sending.releaseUpgraded()
  await show()
  sender.kick('start')
  refreshFavourites().catch(() => undefined)
  if (stores.durable) powers.wakeDaily?.().catch(() => undefined)

  return {
    get durable() {
      return stores.durable
    },
    async put(kind, payload, base) {
      const partition = people.writes()
      // Whoever comes back after everything of theirs was deleted is let in a moment later.
      const result = await put(kind, payload, base).catch(async () => {
        await people.settle()
        return put(kind, payload, base)
      })
      ring.line(
        partition,
        result.ok ? `enqueue ${kind}` : `refused ${result.error.code}`,
        result.ok ? result.id : '',
      )
      return result
    },
    ...createDeciding({
      host,
      stores: () => Promise.all(people.shown().map(stores.own)),
      async changed(event, id) {
        ring.line(people.active(), event, id)
        await show()
        tellChanged()
      },
      send: () => {
        sender.kick('manual')
      },
    }),
    report: ground.report,
    async adopt() {
      if (!host.session.get().user) return 0
      const count = await adoptDrafts(await stores.own(people.guest), await own())
      await show()
      tellChanged()
      return count
    },
    async noteEviction() {
      await stores.noteLost()
      await show()
    },
    forget,
    // A database that fails here is broken for the worker as well.
    settled: () => people.settle().catch(() => undefined),
    kick(reason) {
      // What is read here is only news; the next look has it as well.
      if (returns.has(reason)) stores.check().then(show, () => undefined)
      sender.kick(reason)
    },
    drained: sender.drained,
    ...createShelves(host, stores, people),
    async viewed(carId) {
      await noteViewed(await own(), carId, env.now())
      await show()
    },
    drafts: {
      async read(key) {
        await typing
        return readDraft(await own(), key)
      },
      async save(key, values) {
        const saving = stores.withRoom(async () => saveDraft(await own(), key, values, env.now()))
        typing = saving.catch(() => undefined)
        await saving
        if (!stores.durable) return
        host.markHolding()
        void lasting.ask('written')
      },
      async clear(key) {
        await typing
        await clearDraft(await own(), key)
      },
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
      stay()
      wires.close()
      stores.close()
    },
  }
}
