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

/** What another login may put right. */
const refusals: ReadonlySet<unknown> = new Set<ChatErrorCode>(['forbidden', 'unauthenticated'])

interface ChatServicePorts {
  stores: { own: (partition: string) => Promise<OwnStore>; isDurable: (partition: string) => boolean }
  /** The number of unread chats changed. */
  counted: () => Promise<void>
}

/** The chats of the signed-in person: opened when the page is idle and they have a plan, or when a screen asks. */
export function createChatService(
  host: Surroundings &
    Identity &
    ServerTime &
    Api & { unread: Cell<number | undefined>; settings: Readable<SiteSettings> },
  { stores, counted }: ChatServicePorts,
) {
  const session = cell<ChatSession | undefined>(undefined)
  /** For whom they are open or being opened; another object each time, also for the same person. */
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
      // Where the chats are became known meanwhile.
      return isOurs ? undefined : open(mine)
    }
    session.set(opened)
    send = (item) => sendDirectly(opened.store, item)
  }
  function wake() {
    const me = user()?.id
    if (me === undefined || over || opening?.me === me) return
    // Someone else's go first, whoever noticed the change first.
    shut()
    const mine = { me }
    opening = mine
    open(mine).catch((error: unknown) => {
      // The next reason tries again.
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
    // They may have got a plan, or have signed in again, since the store refused.
    else if (refusals.has(session.get()?.view.get().error)) session.get()?.retry()
  }
  const unwatch = host.settings.subscribe(() => {
    const kind = session.get()?.store.kind
    if (kind === undefined || kind === host.settings.get().chat.store) return
    // The operator has moved the chats, or this phone did not know yet where they are.
    shut()
    wake()
  })
  return {
    session: session as Readable<ChatSession | undefined>,
    wake,
    /** Sends a message of theirs past our server, where their store takes it from the phone; undefined where it does not. */
    direct(item: OutboxItem): Promise<SendResult | undefined> {
      const me = session.get()?.me
      const mine = me !== undefined && user()?.id === me
      return mine && send ? send(item) : Promise.resolve(undefined)
    },
    /** Someone may have left: nothing of theirs is stored or sent from now on. */
    leave() {
      if (opening !== undefined && user()?.id !== opening.me) shut()
    },
    /** Opens them for the current person. */
    follow,
    close() {
      over = true
      unwatch()
      session.get()?.close()
    },
  }
}
