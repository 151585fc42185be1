import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { createReads } from '../cache/reads.ts'
import { createSettings } from '../cache/settings.ts'
import { cell } from '../platform/cell.ts'
import { createAccount } from '../session/account.ts'
import { createContact } from './contact.ts'
import { firstViews, hostOf } from './host.ts'
import { watchBugs } from '../diagnostics/watch-bugs.ts'
import { createLazy } from './lazy.ts'
import type { Env } from '../platform/env.ts'
import { createRest, type LocalApp } from './local-app.ts'
import type { FirstView } from '#contract/first-view.ts'
import { createProbe } from '../sync/probe.ts'
import { listen, type Reason } from '../sync/triggers.ts'

/** Milliseconds from the start until the settings are asked for. */
const settingsAfter = 700
/** Milliseconds: longer than that nobody is kept waiting for what the databases know of a login. */
const patience = 4000

/** `given` is what the server drew the page from: the core then begins as that page shows it, and knows more at once after. */
export function createLocalApp(env: Env, given?: FirstView): LocalApp {
  const { localStorage } = env
  const views = cell(firstViews(localStorage))
  const contact = createContact(env, () => {
    lazy.engine.get()?.kick('answer')
  })
  const { ask, connection, session, clock } = contact
  const unread = cell<number | undefined>(undefined)
  const sure = cell(false)
  const certain = () => {
    sure.set(true)
  }
  const lazy = createLazy({
    host: () => hostOf(env, contact, { views, unread, settings: settings.current }),
    storage: localStorage,
    remember: contact.remember,
    whenIdle: env.whenIdle,
    indexedDB: env.indexedDB,
    waits: given !== undefined,
  })
  const settings = createSettings({
    ask,
    storage: localStorage,
    remember: contact.remember,
    name: env.siteName,
    given: given?.settings,
  })
  const { remember } = contact
  const account = createAccount({ ask, session, env, remember, left: lazy.left })
  const probe = createProbe({
    isReachable: () => connection.get().state === 'online',
    isVisible: env.isVisible,
    ping: settings.refresh,
    setTimeout: env.setTimeout,
    clearTimeout: env.clearTimeout,
  })
  const kick = (reason: Reason) => {
    // A page that slept heard nothing of what other tabs did to the login.
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
    session: contact.sessionState,
    views,
    unread,
    engine: lazy.engine,
    account,
    ask,
    renew: contact.renew,
    reads: createReads({ ask, now: clock.now, who: () => session.state().account, later: lazy.later }),
    settings,
    load: lazy.load,
    warm() {
      if (lazy.holding.get()) lazy.load().catch(ignoreExpected('load', isPassing))
    },
    phone: lazy.phone,
    holding: lazy.holding,
    found: lazy.found,
    sure,
    serverNow: clock.now,
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
