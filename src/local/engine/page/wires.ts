import { describeBug, type Bug } from '#contract/values/expected.ts'
import type { Channel, Events, Capabilities } from '../../platform/env.ts'
import { leftMessage } from '../acts/forget.ts'
import type { Reason } from '../face.ts'
import type { Identity, Surroundings } from '../host.ts'

/** Told by the worker and by other tabs after they wrote. */
export const channelName = 'motorkin'
export const changedMessage = 'changed'
/** The worker was woken and cannot send what only a page may: a login that ends with its tab. */
export const kickMessage = 'KICK'

/** The worker met a bug, and has told the operator; the log of this phone is the page's to write. */
const bugMessage = 'BUG'

export interface WirePorts {
  host: Surroundings & Identity
  capabilities: Capabilities
  kick: (reason: Reason) => void
  /** The home screen has the app now. */
  installed: () => void
  /** The page may be gone in a moment. */
  hidden: () => void
  bug: (bug: Bug) => void
  /** Someone else wrote. */
  outside: () => void
  /** Someone's data was deleted in another tab. */
  left: (partition: string) => void
}
export interface Wires {
  tell: (message: string) => void
  close: () => void
}

/** What reaches this page from other tabs, the worker and the browser; each of them may be missing. */
export function connect(o: WirePorts): Wires {
  const { env } = o.host
  const undo: (() => void)[] = []
  const on = (target: Events | undefined, type: string, work: (event: unknown) => void) => {
    target?.addEventListener(type, work)
    undo.push(() => target?.removeEventListener(type, work))
  }
  const channel: Channel | undefined = env.channel?.(channelName)
  if (channel) {
    channel.onmessage = ({ data }) => {
      // Another tab may have signed in or out; the storage event can be late.
      o.host.token()
      if (typeof data === 'string' && data.startsWith(leftMessage)) o.left(data.slice(leftMessage.length))
      o.outside()
    }
  }
  on(o.capabilities.worker, 'message', (event) => {
    const { data } = event as { data?: { type?: unknown; bug?: unknown } | null }
    if (data?.type === kickMessage) o.kick('worker')
    if (data?.type === bugMessage) o.bug(describeBug(data.bug))
  })
  on(o.capabilities.network, 'change', () => {
    o.kick('connection')
  })
  on(env.window, 'appinstalled', o.installed)
  on(env.window, 'pagehide', o.hidden)
  on(env.document, 'visibilitychange', () => {
    if (!env.isVisible()) o.hidden()
  })
  return {
    tell: (message) => channel?.postMessage(message),
    close() {
      for (const off of undo) off()
      channel?.close()
    },
  }
}
