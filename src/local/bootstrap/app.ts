import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { createReads, type Reads } from '../cache/reads.ts'
import { createSettings, type Settings } from '../cache/settings.ts'
import { cell, type Readable } from '../platform/cell.ts'
import { createAccount, type AccountActions } from '../session/account.ts'
import { createContact, firstViews, type Contact } from './host.ts'
import { watchBugs } from '../diagnostics/watch-bugs.ts'
import { createLazy, type Lazy } from './lazy.ts'
import type { Env } from '../platform/env.ts'
import type { FirstView } from '#contract/first-view.ts'
import { createProbe } from '../sync/reachability.ts'
import { listen, type Reason } from '../sync/triggers.ts'
import type { Views } from './views.ts'
import type { Engine } from './services.ts'

/**
 * The first-paint half: session, transport and reads, with the store behind one lazy import. Nothing here waits for
 * a database, and nothing here opens one.
 */
export interface LocalApp {
  readonly env: Env
  /** What the page was drawn from, where the server drew it. */
  readonly given: FirstView | undefined
  /** The drawn page is taken over and has nothing better to do: what waited for that begins. Called once by the screen that shows it. */
  readonly rest: () => void
  /** Calls `work` then, or at once where nothing was drawn; returns how to call it off. */
  readonly onRest: (work: () => void) => () => void
  readonly connection: Contact['connection']
  readonly session: Contact['session']
  readonly views: Readable<Views>
  /** Unread chats, from live data only: undefined while no store is connected. */
  readonly unread: Readable<number | undefined>
  readonly engine: Readable<Engine | undefined>
  readonly account: AccountActions
  /** One call that neither waits nor is stored. */
  readonly ask: Contact['ask']
  /** Another token in place of this one, which says what is so no more. */
  readonly renew: Contact['renew']
  readonly reads: Reads
  readonly settings: Settings
  readonly load: Lazy['load']
  /** The same at once, where this phone is marked as holding data. */
  readonly warm: () => void
  /** What this phone has seen, for screens to start from. */
  readonly phone: Lazy['phone']
  /** Whether this phone holds data that a screen may start from, as far as is known. */
  readonly holding: Lazy['holding']
  /** The same for certain. */
  readonly found: Lazy['found']
  /** False until its databases were read as well: until then no screen shows that there is nothing, or sends a guest away. */
  readonly sure: Readable<boolean>
  readonly serverNow: () => number
  readonly kick: (reason: Reason) => void
  /** Reports bugs from now on; `route` is the pattern of the current address. Returns an unsubscribe function. */
  readonly watchBugs: (route: () => string) => () => void
  /** Begins to listen to the page. Returns an unsubscribe function. */
  readonly start: () => () => void
}

/** What a page that was drawn elsewhere needs no earlier than this: the store, and what may be newer there. */
function createRest(rested: boolean, wake: () => void): Pick<LocalApp, 'rest' | 'onRest'> {
  const atRest = new Set<() => void>()
  return {
    rest() {
      if (rested) return
      rested = true
      wake()
      for (const work of atRest) work()
      atRest.clear()
    },
    onRest(work) {
      if (rested) work()
      else atRest.add(work)
      return () => {
        atRest.delete(work)
      }
    },
  }
}

/** Milliseconds from the start until the settings are requested. */
const settingsAfter = 700
/** Milliseconds: longer than that nobody is kept waiting for what the databases know of a login. */
const patience = 4000

/** `given` is what the server drew the page from: the core then begins as that page shows it, and knows more at once after. */
export function createLocalApp(env: Env, given?: FirstView): LocalApp {
  const { localStorage } = env
  const views = cell(firstViews(undefined))
  // The server draws for a guest: what this phone saved comes after hydration.
  views.set(firstViews(localStorage))
  const contact = createContact(env, () => {
    lazy.engine.get()?.kick('answer')
  })
  const { ask, connection, login: session, remember, serverNow } = contact
  const unread = cell<number | undefined>(undefined)
  const sure = cell(false)
  const certain = () => {
    sure.set(true)
  }
  const lazy = createLazy({
    host: () => ({ ...contact, views, unread, settings: settings.current }),
    storage: localStorage,
    remember,
    whenIdle: env.whenIdle,
    indexedDB: env.indexedDB,
    waits: given !== undefined,
  })
  const settings = createSettings({
    ask,
    storage: localStorage,
    remember,
    name: env.siteName,
    given: given?.settings,
  })
  const account = createAccount({ ask, session, env, remember, left: lazy.left })
  const probe = createProbe({
    isReachable: () => connection.get().state === 'online',
    isVisible: env.isVisible,
    ping: settings.refresh,
    setTimeout: env.setTimeout,
    clearTimeout: env.clearTimeout,
  })
  const kick = (reason: Reason) => {
    // A page that slept missed what other tabs did to the login.
    session.refresh()
    probe.now()
    void account.finishSignOut()
    lazy.engine.get()?.kick(reason)
  }

  const { rest, onRest } = createRest(given === undefined, lazy.wake)
  return {
    env,
    given,
    rest,
    onRest,
    connection,
    session: contact.session,
    views,
    unread,
    engine: lazy.engine,
    account,
    ask,
    renew: contact.renew,
    reads: createReads({ ask, now: serverNow, who: () => session.state().account, later: lazy.later }),
    settings,
    load: lazy.load,
    warm() {
      if (lazy.holding.get()) lazy.load().catch(ignoreExpected('load', isPassing))
    },
    phone: lazy.phone,
    holding: lazy.holding,
    found: lazy.found,
    sure,
    serverNow,
    kick,
    watchBugs: (route) => watchBugs(env.window, route, { env, connection, engine: lazy.engine }),
    start() {
      const off = listen({
        window: env.window,
        document: env.document,
        isVisible: env.isVisible,
        kick,
        hint: contact.hint,
        storage: () => {
          session.refresh()
        },
      })
      const unwatch = connection.subscribe(probe.review)
      probe.start()
      settings.recall()
      // After what a person waits for has been asked.
      const asking = env.setTimeout(() => {
        void settings.refresh()
        void account.finishSignOut()
      }, settingsAfter)
      const limit = env.setTimeout(certain, patience)
      const offRest = onRest(() => {
        lazy
          .found()
          .then((found) => (found ? lazy.load() : undefined))
          // Without its databases the phone knows no more than it does now.
          .catch(ignoreExpected('find-data', isPassing))
          .finally(certain)
      })
      return () => {
        off()
        offRest()
        env.clearTimeout(limit)
        env.clearTimeout(asking)
        unwatch()
        probe.stop()
      }
    },
  }
}
