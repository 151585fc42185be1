import { ignoreExpected, missingFile } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import type { ChatErrorCode } from './chat-store.ts'
import type { ChatSession } from './chat-session.ts'
import type { SiteSettings } from '#contract/reference.ts'
import type { OwnStore } from '../outbox/command.ts'
import { cell, type Cell, type Readable } from '../platform/cell.ts'
import type { OutboxItem } from '../database/records.ts'
import { userPartition } from '../database/schema.ts'
import type { SendResult } from '../outbox/sending/verdict.ts'
import type { Api, Identity, ServerTime, Surroundings } from '../sync/ports.ts'

export type ChatService = ReturnType<typeof createChatService>

/** Errors that a new login may resolve. */
const refusals: ReadonlySet<unknown> = new Set<ChatErrorCode>(['forbidden', 'unauthenticated'])

interface ChatServicePorts {
  stores: { own: (partition: string) => Promise<OwnStore>; isDurable: (partition: string) => boolean }
  /** Called when the number of unread chats changed. */
  counted: () => Promise<void>
}

/**
 * Manages the chats of the signed-in person. They open when the page is idle and the person has a plan, or when a screen
 * asks.
 */
export function createChatService(
  host: Surroundings &
    Identity &
    ServerTime &
    Api & { unread: Cell<number | undefined>; settings: Readable<SiteSettings> },
  { stores, counted }: ChatServicePorts,
) {
  const session = cell<ChatSession | undefined>(undefined)
  /** Owner of the open or opening session. Each attempt has its own object, which identifies stale attempts. */
  let opening: { me: string } | undefined
  let over = false
  let send: ((item: OutboxItem) => Promise<SendResult | undefined>) | undefined
  const user = () => host.session.get().user

  async function open(mine: { me: string }): Promise<void> {
    const { me } = mine
    const isWanted = () => !over && opening === mine && user()?.id === me
    const { openChat, sendDirectly } = await import('./open-chat.ts').catch(missingFile)
    if (!isWanted()) return
    const partition = userPartition(me)
    const opened = await openChat({
      host,
      me,
      own: () => stores.own(partition),
      durable: stores.isDurable(partition),
      counted: () => void counted(),
    })
    const isOurs = opened.store.kind === host.settings.get().chat.store
    if (!isWanted() || !isOurs) {
      opened.close()
      // The settings arrived while the session opened, and they name another store.
      return isOurs ? undefined : open(mine)
    }
    session.set(opened)
    send = (item) => sendDirectly(opened.store, item)
  }
  function wake() {
    const me = user()?.id
    if (me === undefined || over || opening?.me === me) return
    // The session of another person is closed first, whether or not `leave` was called before.
    shut()
    const mine = { me }
    opening = mine
    open(mine).catch((error: unknown) => {
      // The next call of `wake` retries.
      if (opening === mine) opening = undefined
      ignoreExpected('open-chat', isPassing)(error)
    })
  }
  function shut() {
    opening = undefined
    session.get()?.close()
    session.set(undefined)
  }
  function follow() {
    if (user()?.is_subscriber !== true) return
    if (opening === undefined) host.env.whenIdle(wake)
    // The person may have bought a plan or signed in again since the store refused.
    else if (refusals.has(session.get()?.view.get().error)) session.get()?.retry()
  }
  const unwatch = host.settings.subscribe(() => {
    const kind = session.get()?.store.kind
    if (kind === undefined || kind === host.settings.get().chat.store) return
    // The operator has changed the store of the chats, or this phone did not have the settings yet.
    shut()
    wake()
  })
  return {
    session: session as Readable<ChatSession | undefined>,
    wake,
    /** Sends a message directly to the store. Returns `undefined` when the store takes no messages from the phone. */
    direct(item: OutboxItem): Promise<SendResult | undefined> {
      const me = session.get()?.me
      const mine = me !== undefined && user()?.id === me
      return mine && send ? send(item) : Promise.resolve(undefined)
    },
    /** Closes the session when its owner is no longer signed in; afterwards nothing of that person is stored or sent. */
    leave() {
      if (opening !== undefined && user()?.id !== opening.me) shut()
    },
    /** Opens the chats of the current person when they have a plan, and retries a session that the store refused. */
    follow,
    close() {
      over = true
      unwatch()
      session.get()?.close()
    },
  }
}
