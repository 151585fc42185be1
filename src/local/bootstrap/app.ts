import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { createReads } from '../cache/reads.ts'
import { createSettings } from '../cache/settings.ts'
import { cell, type Readable } from '../platform/cell.ts'
import { createAccount } from '../session/account.ts'
import { createContact, firstViews } from './host.ts'
import { watchBugs } from '../diagnostics/watch-bugs.ts'
import { createLazy } from './lazy.ts'
import { onEvents, type Env } from '../platform/env.ts'
import type { FirstView } from '#contract/first-view.ts'
import { createProbe } from '../sync/reachability.ts'
import type { Reason } from '../sync/triggers.ts'
import type { Views } from './views.ts'

export type LocalApp = ReturnType<typeof createLocalApp>

/** Returns the functions that delay work of a drawn page until it is at rest: opening the store, and refreshing reads. */
function createRest(rested: boolean, wake: () => void) {
  const atRest = new Set<() => void>()
  return {
    /** Starts the delayed work when the drawn page is hydrated and idle. Called once by the screen that shows the page. */
    rest: () => {
      if (rested) return
      rested = true
      wake()
      for (const work of atRest) work()
      atRest.clear()
    },
    /** Calls `work` at rest, or at once when no page was drawn; returns a function that cancels it. */
    onRest: (work: () => void): (() => void) => {
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
/** Milliseconds, the maximum wait for a login that only the databases know. */
const patience = 4000

/**
 * Creates the first-paint half: session, transport and reads, with the store behind one lazy import. It waits for no database and
 * opens none. `given` is the data from which the server drew the page: the core starts with the state of that page, and adds the
 * phone's data directly after.
 */
export function createLocalApp(env: Env, given?: FirstView) {
  const views = cell(firstViews(undefined))
  // The server draws for a guest, so the data of this phone is shown after hydration.
  views.set(firstViews(env.localStorage))
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
    env,
    remember,
    waits: given !== undefined,
  })
  const settings = createSettings({ ask, env, remember, given: given?.settings })
  const account = createAccount({ ask, session, env, remember, left: lazy.left })
  const probe = createProbe({
    ...env,
    isReachable: () => connection.get().state === 'online',
    ping: settings.refresh,
  })
  const kick = (reason: Reason) => {
    // A page that was suspended has missed changes of the login by other tabs.
    session.refresh()
    probe.now()
    void account.finishSignOut()
    lazy.engine.get()?.kick(reason)
  }

  const reads = createReads({ ask, now: serverNow, who: () => session.state().account, later: lazy.later })
  const { rest, onRest } = createRest(given === undefined, lazy.wake)
  return {
    env,
    given,
    rest,
    onRest,
    connection,
    session: contact.session,
    views: views as Readable<Views>,
    /** Number of unread chats from live data only; undefined while no store is connected. */
    unread: unread as Readable<number | undefined>,
    engine: lazy.engine,
    account,
    /** Sends one request that neither waits in the outbox nor is stored. */
    ask,
    /** Exchanges a token whose claims are outdated. */
    renew: contact.renew,
    reads,
    settings,
    load: lazy.load,
    /** Loads the engine at once if this phone is marked as holding data. */
    warm() {
      if (lazy.holding.get()) lazy.load().catch(ignoreExpected('load', isPassing))
    },
    phone: lazy.phone,
    holding: lazy.holding,
    found: lazy.found,
    /** Whether the databases were read too. While false, no screen shows an empty state or redirects a guest. */
    sure: sure as Readable<boolean>,
    serverNow,
    kick,
    /** Reports bugs from now on; `route` is the pattern of the current address. Returns an unsubscribe function. */
    watchBugs: (route: () => string) =>
      watchBugs(env.window, route, { env, connection, engine: lazy.engine }),
    /** Subscribes to events of the page. Returns an unsubscribe function. */
    start() {
      const { window, document } = env
      const off = onEvents([
        [window, 'online', contact.hint],
        [window, 'online', () => kick('online')],
        [window, 'offline', contact.hint],
        [window, 'pageshow', () => kick('pageshow')],
        [window, 'focus', () => kick('focus')],
        [document, 'resume', () => kick('resume')],
        [window, 'storage', () => void session.refresh()],
        [document, 'visibilitychange', () => env.isVisible() && kick('visible')],
      ])
      const unwatch = connection.subscribe(probe.review)
      probe.start()
      settings.recall()
      // The requests of the first screen come first.
      const asking = env.setTimeout(() => {
        void settings.refresh()
        void account.finishSignOut()
      }, settingsAfter)
      const limit = env.setTimeout(certain, patience)
      const offRest = onRest(() => {
        void reads.prepare()
        lazy
          .found()
          .then((found) => (found ? lazy.load() : undefined))
          // Without its databases the phone knows no more than now.
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
