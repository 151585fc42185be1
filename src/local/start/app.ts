import { createReads, type Reads } from '../cache/reads.ts'
import { createSettings, type Settings } from '../cache/settings.ts'
import { cell, type Readable } from './cell.ts'
import { createAccount, type Account } from '../engine/account.ts'
import { createContact, type Contact } from '../engine/contact.ts'
import type { Engine, Host, Reason, Views } from '../engine/face.ts'
import { createLazy, holdsKey, type Lazy } from '../engine/lazy.ts'
import type { Env } from './env.ts'
import { readFavourites } from '../session/mirror.ts'
import type { SessionState } from '../session/session.ts'
import { createProbe } from '../sync/probe.ts'
import { listen } from '../sync/triggers.ts'

/**
 * The first-paint half: session, transport and reads, with the store behind one lazy import. Nothing here waits for
 * a database, and nothing here opens one.
 */
export interface LocalApp {
  readonly env: Env
  readonly connection: Contact['connection']
  readonly session: Readable<SessionState>
  readonly views: Readable<Views>
  readonly engine: Readable<Engine | undefined>
  readonly account: Account
  readonly reads: Reads
  readonly settings: Settings
  readonly load: Lazy['load']
  /** Whether this phone holds data that a screen may start from. */
  readonly holds: () => boolean
  readonly serverNow: () => number
  readonly kick: (reason: Reason) => void
  /** Begins to listen to the page; returns the way out. */
  readonly start: () => () => void
}

/** Milliseconds from the start until the settings are asked for. */
const settingsAfter = 700

export function createLocalApp(env: Env): LocalApp {
  const { localStorage } = env
  const views = cell<Views>({
    outbox: [],
    favourites: { base: new Set(readFavourites(localStorage)), wanted: new Map() },
    entities: new Map(),
    evicted: false,
    adoptable: 0,
    drafts: 0,
    outdated: false,
    edition: '',
  })
  const contact = createContact(env, () => {
    lazy.engine.get()?.kick('answer')
  })
  const { ask, connection, session, clock } = contact
  const host = (): Host => ({
    env,
    ask,
    wire: contact.wire,
    device: contact.device,
    session: contact.sessionState,
    connection,
    views,
    serverNow: clock.now,
    markHolding: () => {
      contact.remember(holdsKey, '1')
    },
    token: () => {
      const { token, user } = session.refresh()
      return token !== undefined && user ? { token, sub: user.id } : undefined
    },
    dropToken: session.drop,
    leave: session.signOut,
  })
  const lazy = createLazy({ host, storage: localStorage, remember: contact.remember, whenIdle: env.whenIdle })
  const settings = createSettings({ ask, storage: localStorage, remember: contact.remember })
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
    lazy.engine.get()?.kick(reason)
  }

  return {
    env,
    connection,
    session: contact.sessionState,
    views,
    engine: lazy.engine,
    account: createAccount({ ask, session, left: lazy.left }),
    reads: createReads({ ask, now: clock.now, who: () => session.state().account, later: lazy.later }),
    settings,
    load: lazy.load,
    holds: lazy.holds,
    serverNow: clock.now,
    kick,
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
      const asking = env.setTimeout(() => void settings.refresh(), settingsAfter)
      if (lazy.holds()) lazy.load().catch(() => undefined)
      return () => {
        off()
        env.clearTimeout(asking)
        unwatch()
        probe.stop()
      }
    },
  }
}
