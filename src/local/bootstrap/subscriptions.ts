import { describeBug, type Bug, ignoreExpected } from '#contract/values/expected.ts'
import { cell } from '../platform/cell.ts'
import { onEvents, type Capabilities } from '../platform/env.ts'
import type { EventLog } from '../diagnostics/event-log.ts'
import { endDeletion, leftMessage, type Partitions } from '../partitions/partitions.ts'
import { within } from '../database/live.ts'
import { userPartition } from '../database/schema.ts'
import type { createPersistence } from '../storage-quota/data-use.ts'
import type { Identity, Surroundings } from '../sync/ports.ts'
import type { Reason } from '../sync/triggers.ts'
import { isPassing } from '../database/failures.ts'
import type { ChatService } from '../chat/chat-service.ts'
import type { Sender } from '../outbox-service/sender.ts'
import type { HandOver } from '../partitions/hand-over.ts'
import type { Stores } from '../partitions/stores.ts'
import type { createFavourites } from '../saved-cars/favourites.ts'
import type { PinService } from '../saved-cars/pin-service.ts'
import type { ViewService } from './views.ts'
import type { Host } from './host.ts'

/** Name of the channel on which the worker and other tabs send a message after they wrote. */
const channelName = 'motorkin'
export const changedMessage = 'changed'
/** Message of the worker that cannot send the items of a login that ends with its tab: only a page may send them. */
const kickMessage = 'KICK'

/** Message of the worker about a bug that it has reported to the operator; the page writes it to the log. */
const bugMessage = 'BUG'

export interface SubscriptionPorts {
  host: Surroundings & Identity
  capabilities: Capabilities
  partitions: Pick<Partitions, 'active'>
  eventLog: EventLog
  persistence: Pick<ReturnType<typeof createPersistence>, 'ask'>
  kick: (reason: Reason) => void
}

/** Subscribes to messages and events of other tabs, the worker and the browser; each source may be missing. */
export function connect(o: SubscriptionPorts) {
  const { host, partitions, eventLog } = o
  const { env } = host
  const outsideChanges = cell(0)
  /** Ends this tab's session for a person whose data was deleted in another tab. */
  function left(partition: string) {
    eventLog.drop(partition)
    const { account, remembered } = host.session.get()
    // A remembered login has ended already; if there is one now, the person has signed in again.
    if (!remembered && account !== undefined && userPartition(account) === partition) host.leave()
  }
  function noteBug({ name, code, at }: Bug) {
    eventLog.line(partitions.active(), ['bug', name, code, 'in the worker'].filter(Boolean).join(' '), at)
  }
  /** Writes the log at once, because the page may be killed soon. */
  const hidden = () => void eventLog.flush()
  const channel = env.channel?.(channelName)
  if (channel) {
    channel.onmessage = ({ data }) => {
      // Another tab may have signed in or out; the storage event can be late.
      host.token()
      if (typeof data === 'string' && data.startsWith(leftMessage)) left(data.slice(leftMessage.length))
      outsideChanges.set(outsideChanges.get() + 1)
    }
  }
  function listenToWorker(event: unknown) {
    const { data } = event as { data?: { type?: unknown; bug?: unknown } | null }
    if (data?.type === kickMessage) o.kick('worker')
    if (data?.type === bugMessage) noteBug(describeBug(data.bug))
  }
  const off = onEvents([
    [o.capabilities.worker, 'message', listenToWorker],
    [o.capabilities.network, 'change', () => o.kick('connection')],
    [env.window, 'appinstalled', () => void o.persistence.ask('installed')],
    [env.window, 'pagehide', hidden],
    [env.document, 'visibilitychange', () => env.isVisible() || hidden()],
  ])
  return {
    /** Sends a message to the other tabs. */
    notifyTabs: (message: string) => channel?.postMessage(message),
    /** Number of writes by other tabs or the worker. */
    outsideChanges,
    close() {
      off()
      channel?.close()
    },
  }
}

export interface FollowSessionPorts {
  host: Host
  stores: Stores
  partitions: Partitions
  eventLog: EventLog
  views: ViewService
  chat: Pick<ChatService, 'leave' | 'follow'>
  sender: Sender
  handOver: HandOver
  favourites: ReturnType<typeof createFavourites>
  pins: Pick<PinService, 'wake'>
  /** Deletes all data of a person from this phone. */
  forget: (account: string) => Promise<void>
}
/** Milliseconds, the maximum wait for the outbox before the favourites are requested (S32). */
const patience = 5000

/** Updates databases, chats and favourites each time a person signs in or out. */
export function followSession(o: FollowSessionPorts) {
  const { host, stores, partitions, views, sender, favourites } = o
  const { env } = host
  const login = () => (host.session.get().user ? 'in' : host.session.get().account ? 'expired' : 'out')

  async function refreshFavourites() {
    await within(patience, env, sender.drained())
    if (await favourites.refresh()) {
      if (stores.durable) host.markHolding()
      await views.refresh()
    }
    o.pins.wake()
  }
  /** Requests the favourites; if this fails, the next start retries. */
  function askForFavourites() {
    refreshFavourites().catch(ignoreExpected('refresh-favourites', isPassing))
  }
  /** Moves the guest's data; if this fails, the next start retries. */
  const takeOver = () => o.handOver.takeOver().catch(ignoreExpected('take-over', isPassing))
  const takeForms = () => o.handOver.takeForms().catch(ignoreExpected('take-forms', isPassing))
  let handed: Promise<unknown> = Promise.resolve()
  async function follow() {
    o.chat.leave()
    // A database that fails here fails again, and is reported, at the next write. The last person's data is deleted in any case.
    const settled = partitions.settle().catch(ignoreExpected('settle', isPassing))
    handed = settled.then(takeForms)
    await settled
    const gone = endDeletion(host)
    if (gone !== undefined) await o.forget(gone).catch(ignoreExpected('forget', isPassing))
    o.eventLog.line(partitions.active(), `session ${login()}`)
    await views.refresh()
    o.chat.follow()
    await handed
    await takeOver()
    await views.refresh()
    sender.kick('login')
    await refreshFavourites()
  }
  const unsubscribe = [
    host.session.subscribe(() => {
      // The favourites are requested again when the server is back, or at the next start.
      follow().catch(ignoreExpected('follow-session', isPassing))
    }),
    favourites.whenBack(() => {
      // Waiting items are sent first: an older list would show hearts without them.
      sender.kick('answer')
      askForFavourites()
    }),
  ]
  return {
    askForFavourites,
    async takeOver() {
      await takeForms()
      await takeOver()
    },
    /** Resolves when the guest's form drafts have moved to the person who signed in. */
    handed: () => handed,
    close() {
      for (const off of unsubscribe) off()
    },
  }
}
