import type { SiteSettings } from '#contract/reference.ts'
import type { Cell, Readable } from '../platform/cell.ts'
import type { Api, Holding, Identity, ServerTime, Surroundings } from '../sync/ports.ts'
import type { Views } from '../views/types.ts'

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
