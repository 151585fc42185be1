import type { SiteSettings } from '#contract/reference.ts'
import type { Cell, Readable } from '../platform/cell.ts'
import { holdsKey, type Env } from '../platform/env.ts'
import { readFavourites } from '../session/mirror.ts'
import type { Api, Holding, Identity, ServerTime, Surroundings } from '../sync/ports.ts'
import type { Views } from '../views/types.ts'
import type { Contact } from './contact.ts'

/** What screens watch. */
export interface Watched {
  views: Cell<Views>
  /** Unread chats of a live store; undefined while there is none. */
  unread: Cell<number | undefined>
  /** What the site says of itself, as far as this phone knows. */
  settings: Readable<SiteSettings>
}
/** All ports, for the roots that put the parts together. */
export interface Host extends Surroundings, Identity, ServerTime, Api, Watched, Holding {}

/** What screens see before a database is open: the hearts that the plain storage mirrors, and nothing else. */
export const firstViews = (storage: Env['localStorage']): Views => ({
  outbox: [],
  favourites: { base: new Set(readFavourites(storage)), wanted: new Map() },
  entities: new Map(),
  evicted: false,
  adoptable: 0,
  drafts: 0,
  outdated: false,
  edition: '',
})

export function hostOf(env: Env, contact: Contact, watched: Watched): Host {
  const { session, clock } = contact
  return {
    ...watched,
    env,
    ask: contact.ask,
    http: contact.http,
    device: contact.device,
    session: contact.sessionState,
    connection: contact.connection,
    serverNow: clock.now,
    loaded: contact.loaded,
    markHolding: () => {
      contact.remember(holdsKey, '1')
    },
    token: () => {
      const { token, expired, user } = session.refresh()
      const bearer = token ?? expired
      return bearer !== undefined && user ? { token: bearer, sub: user.id } : undefined
    },
    renew: contact.renew,
    dropToken: session.drop,
    leave: session.signOut,
    login: session,
  }
}
