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

/** What a page that was drawn elsewhere needs no earlier than this: the store, and what may be newer there. */
function createRest(rested: boolean, wake: () => void) {
  const atRest = new Set<() => void>()
  return {
    /** The drawn page is taken over and has nothing better to do: what waited for that begins. Called once by the screen that shows it. */
    rest: () => {
      if (rested) return
      rested = true
      wake()
      for (const work of atRest) work()
      atRest.clear()
    },
    /** Calls `work` then, or at once where nothing was drawn; returns how to call it off. */
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
/** Milliseconds: longer than that nobody is kept waiting for what the databases know of a login. */
const patience = 4000

/**
 * The first-paint half: session, transport and reads, with the store behind one lazy import. Nothing here waits for
 * a database, and nothing here opens one. `given` is what the server drew the page from: the core then begins as that
 * page shows it, and knows more at once after.
 */
export function createLocalApp(env: Env, given?: FirstView) {
  const views = cell(firstViews(undefined))
  // The server draws for a guest: what this phone saved comes after hydration.
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
    // A page that slept missed what other tabs did to the login.
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
    /** Unread chats, from live data only: undefined while no store is connected. */
    unread: unread as Readable<number | undefined>,
    engine: lazy.engine,
    account,
    /** One call that neither waits nor is stored. */
    ask,
    /** Another token in place of this one, which says what is so no more. */
    renew: contact.renew,
    reads,
    settings,
    load: lazy.load,
    /** The same at once, where this phone is marked as holding data. */
    warm() {
      if (lazy.holding.get()) lazy.load().catch(ignoreExpected('load', isPassing))
    },
    phone: lazy.phone,
    holding: lazy.holding,
    found: lazy.found,
    /** False until its databases were read as well: until then no screen shows that there is nothing, or sends a guest away. */
    sure: sure as Readable<boolean>,
    serverNow,
    kick,
    /** Reports bugs from now on; `route` is the pattern of the current address. Returns an unsubscribe function. */
    watchBugs: (route: () => string) =>
      watchBugs(env.window, route, { env, connection, engine: lazy.engine }),
    /** Begins to listen to the page. Returns an unsubscribe function. */
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
      // After what a person waits for has been asked.
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
