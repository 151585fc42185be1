import { ignoreExpected, isRefused, missingFile } from '#contract/values/expected.ts'
import { AppError } from '#contract/errors.ts'
import { isPassing } from '../database/failures.ts'
import { clearDraft, readDraft, saveDraft } from '../cache/mine.ts'
import { createSender } from '../sync/sender.ts'
import { createChatSide } from './page/chat-side.ts'
import { createForget, dropPictures, leavingIn } from './acts/forget.ts'
import { createPersonal } from './acts/personal.ts'
import type { Engine, Hear, Reason } from './face.ts'
import type { Host } from './host.ts'
import { openGround } from './page/ground.ts'
import { createOffline } from './page/offline.ts'
import { changedMessage, connect } from './page/wires.ts'
import { createPut } from './putting.ts'
import { createSending } from './sending.ts'
import { createPublicPhone, createShelves } from './shelves.ts'

/** Longest wait for the outbox before the favourites are asked for (S32). */
const patience = 5000
/** The page may have slept: other tabs and the worker wrote, and connections died, without it hearing of that. */
const returns: ReadonlySet<Reason> = new Set(['visible', 'pageshow', 'resume', 'focus'])

/** The half that stores and sends. `readable` hears of what is nobody's as soon as that can be read. */
export async function openEngine(host: Host, readable: Hear): Promise<Engine> {
  const { env } = host
  const outside = new Set<() => void>()
  let started = false
  const ground = await openGround(host, {
    opened(stores, side) {
      readable(createPublicPhone(stores, side))
    },
    // What is found out while the phone is being opened is followed by its start, which does both.
    evicted() {
      if (started) askForFavourites()
    },
    recovered() {
      if (started) sender.kick('start')
    },
  })
  const { stores, people, capabilities, ring, look, lasting, market, publish, show } = ground

  const chat = createChatSide(host, ground)
  const sending = createSending(
    host,
    stores,
    async () => {
      await people.keepTime().catch(ignoreExpected('keep-time', isPassing))
      await show()
    },
    ring.line,
    (item) => chat.direct(item),
  )
  const offline = createOffline(host, ground, () => sender.drained())
  const { favourites } = offline
  const sender = createSender<Reason>({
    round: sending.all,
    hurry: sending.hurryAll,
    now: env.now,
    setTimeout: env.setTimeout,
    clearTimeout: env.clearTimeout,
    isVisible: env.isVisible,
    wakeWorker: capabilities.wakeWorker,
  })
  const wires = connect({
    host,
    capabilities,
    kick(reason) {
      sender.kick(reason)
      market.kick(reason)
      offline.kick(reason)
    },
    installed: () => void lasting.ask('installed'),
    hidden: () => void ring.flush(),
    bug({ name, code, at }) {
      ring.line(people.active(), ['bug', name, code, 'in the worker'].filter(Boolean).join(' '), at)
    },
    outside() {
      for (const listener of outside) listener()
    },
    left: ground.leave,
  })
  const forget = createForget({ host, stores, people, ring, capabilities, tell: wires.tell, show })
  const tellChanged = () => {
    wires.tell(changedMessage)
  }

  const personal = createPersonal({
    host,
    stores,
    people,
    changed: show,
    tell: tellChanged,
    dropPictures: (partition) => dropPictures(capabilities, partition),
    sell: { put: (...wish) => put(...wish), sent, written },
  })

  async function refreshFavourites() {
    const limit = new Promise<void>((resolve) => {
      env.setTimeout(resolve, patience)
    })
    await Promise.race([sender.drained(), limit])
    if (await favourites.refresh()) {
      if (stores.durable) host.markHolding()
      await show()
    }
    offline.wake()
  }
  /** Where that fails the next start asks again. */
  function askForFavourites() {
    refreshFavourites().catch(ignoreExpected('refresh-favourites', isPassing))
  }
  /** Where it cannot be done now it is done at the next start. */
  const takeOver = () => personal.takeOver().catch(ignoreExpected('take-over', isPassing))
  async function followSession() {
    chat.leave()
    await ground.follow()
    chat.follow()
    await takeOver()
    await show()
    sender.kick('login')
    await refreshFavourites()
  }
  const unwatch = host.session.subscribe(() => {
    // The favourites are asked for again when the server is back, or at the next start.
    followSession().catch(ignoreExpected('follow-session', isPassing))
  })
  const stay = favourites.whenBack(() => {
    // What waits goes out first: a list that is older than it would show hearts as they were.
    sender.kick('answer')
    askForFavourites()
  })
  const put = createPut({
    host,
    stores,
    people,
    sending,
    async saved() {
      written()
      await sent()
    },
  })
  function written() {
    host.markHolding()
    void lasting.ask('written')
  }
  async function sent() {
    await show()
    sender.kick('enqueue')
    tellChanged()
  }
  const own = () => stores.own(people.active())
  /** Loaded when a person decides something; where it cannot be, everything stays as it is. */
  async function deciding() {
    const { createDeciding } = await import('./acts/deciding.ts').catch(missingFile)
    return createDeciding({
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
    })
  }
  /** A form that is opened again, or cleared, finds what was typed a moment ago. */
  let typing: Promise<unknown> = Promise.resolve()

  for (const account of leavingIn(host)) {
    await forget(account).catch(ignoreExpected('forget', isPassing))
    // They may be back already, under a new login, and write.
    await people.settle().catch(ignoreExpected('settle', isPassing))
  }
  await sending.releaseUpgraded()
  await takeOver()
  await show()
  started = true
  sender.kick('start')
  market.kick('start')
  chat.follow()
  askForFavourites()
  if (stores.durable) capabilities.wakeDaily?.().catch(ignoreExpected('wake-daily', isRefused))

  return {
    get durable() {
      return stores.durable
    },
    async put(kind, payload, base, pictures, draft) {
      const partition = people.writes()
      // What is being typed must not come back after it was sent.
      if (draft !== undefined) await typing
      // Nor may it go out under the name of whoever came meanwhile (I7).
      if (people.writes() !== partition) return { ok: false, error: new AppError('unauthenticated') }
      // Whoever comes back after everything of theirs was deleted is let in a moment later.
      const result = await put(kind, payload, base, pictures, draft).catch(async () => {
        await people.settle()
        return put(kind, payload, base, pictures, draft)
      })
      ring.line(
        partition,
        result.ok ? `enqueue ${kind}` : `refused ${result.error.code}`,
        result.ok ? result.id : '',
      )
      return result
    },
    retry: async (id) => (await deciding()).retry(id),
    remove: async (id) => (await deciding()).remove(id),
    revise: async (id, payload) => (await deciding()).revise(id, payload),
    resolve: async (id, how) => (await deciding()).resolve(id, how),
    report: ground.report,
    note(event, about) {
      ring.line(people.active(), event, about)
    },
    adopt: personal.adopt,
    viewed: personal.viewed,
    clearViewed: personal.clearViewed,
    compare: personal.compare,
    keepHeart: personal.keepHeart,
    async noteEviction() {
      await stores.noteLost()
      await show()
    },
    forget,
    // A database that fails here is broken for the worker as well.
    settled: () => people.settle().catch(ignoreExpected('settle', isPassing)),
    kick(reason) {
      // What is read here is only news; the next look has it as well.
      if (returns.has(reason)) chat.follow()
      if (returns.has(reason)) stores.check().then(show).catch(ignoreExpected('look-again', isPassing))
      sender.kick(reason)
      market.kick(reason)
      offline.kick(reason)
    },
    storage: offline.storage,
    drained: sender.drained,
    ...createShelves(host, ground, show),
    market,
    chat,
    drafts: {
      async read(key) {
        await typing
        return readDraft(await own(), key)
      },
      async save(key, values) {
        const saving = stores.withRoom(async () => saveDraft(await own(), key, values, env.now()))
        typing = Promise.allSettled([saving])
        await saving
        if (stores.durable) written()
      },
      async clear(key) {
        await typing
        await clearDraft(await own(), key)
      },
    },
    selling: personal.selling,
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
      market.close()
      chat.close()
      offline.close()
      stores.close()
    },
  }
}
