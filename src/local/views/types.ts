import type { OutboxEntry } from '../outbox/view/entry.ts'
import type { Favourites, EntityView } from '../outbox/view/overlay.ts'
import type { PinsView } from '../saved-cars/types.ts'

/** What screens watch; replaced as a whole after each change in the database, never edited. */
export interface Views {
  outbox: readonly OutboxEntry[]
  favourites: Favourites
  /** What has versions (own ads, the profile), by lane, with the unfinished writes on top. */
  entities: ReadonlyMap<string, EntityView>
  /** The browser threw away what this phone had kept; told until the person has read it. */
  evicted: boolean
  /** Drafts written as a guest, offered to the signed-in person. */
  adoptable: number
  /** Drafts of the current person: asked about before they are deleted from this phone. */
  drafts?: number
  /** A newer version of the app has taken the database over: this page keeps nothing any more. */
  outdated?: boolean
  /** Slugs of the cars this person is about to compare. */
  comparing?: readonly string[]
  /** How far this phone is with keeping this person's favourites whole. */
  pins?: PinsView
  /** Unread chats, as the live store last told them: counted on the icon. */
  unread?: number
  /** Another one whenever the kept cars of this person changed. */
  edition: string
}
