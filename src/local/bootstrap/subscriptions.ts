import { describeBug, type Bug } from '#contract/values/expected.ts'
import type { Channel, Events, Capabilities } from '../platform/env.ts'
import { leftMessage } from '../partitions/forget.ts'
import type { EventLog } from '../diagnostics/event-log.ts'
import type { Partitions } from '../partitions/partitions.ts'
import { userPartition } from '../session/partition.ts'
import type { createPersistence } from '../storage-quota/storage.ts'
import type { Identity, Surroundings } from '../sync/ports.ts'
import type { Reason } from '../sync/triggers.ts'

/** Told by the worker and by other tabs after they wrote. */
const channelName = 'motorkin'
export const changedMessage = 'changed'
/** The worker was woken and cannot send what only a page may: a login that ends with its tab. */
const kickMessage = 'KICK'

/** The worker met a bug, and has told the operator; the log of this phone is the page's to write. */
const bugMessage = 'BUG'

export interface SubscriptionPorts {
  host: Surroundings & Identity
  capabilities: Capabilities
  partitions: Pick<Partitions, 'active'>
  eventLog: EventLog
  persistence: Pick<ReturnType<typeof createPersistence>, 'ask'>
  kick: (reason: Reason) => void
}
export interface Subscriptions {
  /** Tells the other tabs. */
  notifyTabs: (message: string) => void
  /** Calls the listener after another tab or the worker wrote. Returns an unsubscribe function. */
  onOutsideChange: (listener: () => void) => () => void
  close: () => void
}

/** What reaches this page from other tabs, the worker and the browser; each of them may be missing. */
export function connect(o: SubscriptionPorts): Subscriptions {
  const { host, partitions, eventLog } = o
  const { env } = host
  const outside = new Set<() => void>()
  /** Someone's data was deleted in another tab: this one works for them no more. */
  function left(partition: string) {
    eventLog.drop(partition)
    const { account, remembered } = host.session.get()
    // A remembered login has ended with its token; if there is one again, they are back.
    if (!remembered && account !== undefined && userPartition(account) === partition) host.leave()
  }
  function noteBug({ name, code, at }: Bug) {
    eventLog.line(partitions.active(), ['bug', name, code, 'in the worker'].filter(Boolean).join(' '), at)
  }
  /** The page may be gone in a moment. */
  const hidden = () => void eventLog.flush()
  const undo: (() => void)[] = []
  const on = (target: Events | undefined, type: string, work: (event: unknown) => void) => {
    target?.addEventListener(type, work)
    undo.push(() => target?.removeEventListener(type, work))
  }
  const channel: Channel | undefined = env.channel?.(channelName)
  if (channel) {
    channel.onmessage = ({ data }) => {
      // Another tab may have signed in or out; the storage event can be late.
      host.token()
      if (typeof data === 'string' && data.startsWith(leftMessage)) left(data.slice(leftMessage.length))
      for (const listener of outside) listener()
    }
  }
  on(o.capabilities.worker, 'message', (event) => {
    const { data } = event as { data?: { type?: unknown; bug?: unknown } | null }
    if (data?.type === kickMessage) o.kick('worker')
    if (data?.type === bugMessage) noteBug(describeBug(data.bug))
  })
  on(o.capabilities.network, 'change', () => {
    o.kick('connection')
  })
  on(env.window, 'appinstalled', () => void o.persistence.ask('installed'))
  on(env.window, 'pagehide', hidden)
  on(env.document, 'visibilitychange', () => {
    if (!env.isVisible()) hidden()
  })
  return {
    notifyTabs: (message) => channel?.postMessage(message),
    onOutsideChange(listener) {
      outside.add(listener)
      return () => {
        outside.delete(listener)
      }
    },
    close() {
      for (const off of undo) off()
      channel?.close()
    },
  }
}
