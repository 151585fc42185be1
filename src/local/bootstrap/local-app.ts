import type { FirstView } from '#contract/first-view.ts'
import type { Reads } from '../cache/reads.ts'
import type { Settings } from '../cache/settings.ts'
import type { Readable } from '../platform/cell.ts'
import type { Env } from '../platform/env.ts'
import type { AccountActions } from '../session/account.ts'
import type { Reason } from '../sync/triggers.ts'
import type { Views } from '../views/types.ts'
import type { Contact } from './contact.ts'
import type { Lazy } from './lazy.ts'
import type { Engine } from './types.ts'

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
  readonly session: Contact['sessionState']
  readonly views: Readable<Views>
  /** Unread chats, from live data only: undefined while nothing is heard. */
  readonly unread: Readable<number | undefined>
  readonly engine: Readable<Engine | undefined>
  readonly account: AccountActions
  /** One call that neither waits nor is kept. */
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
  /** False until its databases were heard as well: until then nobody is told that there is nothing, or sent away as a guest. */
  readonly sure: Readable<boolean>
  readonly serverNow: () => number
  readonly kick: (reason: Reason) => void
  /** Tells of bugs from now on; `route` is the pattern of the current address. Returns an unsubscribe function. */
  readonly watchBugs: (route: () => string) => () => void
  /** Begins to listen to the page. Returns an unsubscribe function. */
  readonly start: () => () => void
}

/** What a page that was drawn elsewhere needs no earlier than this: the store, and what may be newer there. */
export function createRest(rested: boolean, wake: () => void): Pick<LocalApp, 'rest' | 'onRest'> {
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
