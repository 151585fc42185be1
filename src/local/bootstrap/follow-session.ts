import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import type { ChatService } from '../chat/chat-service.ts'
import type { EventLog } from '../diagnostics/event-log.ts'
import type { OutboxService } from '../outbox-service/outbox-service.ts'
import type { HandOver } from '../partitions/hand-over.ts'
import type { Partitions } from '../partitions/partitions.ts'
import type { Stores } from '../partitions/stores.ts'
import type { createFavourites } from '../saved-cars/favourites.ts'
import type { PinService } from '../saved-cars/pin-service.ts'
import type { ViewService } from './views.ts'
import type { Host } from './host.ts'

export interface FollowSessionPorts {
  host: Host
  stores: Stores
  partitions: Partitions
  eventLog: EventLog
  views: ViewService
  chat: Pick<ChatService, 'leave' | 'follow'>
  sender: OutboxService['sender']
  handOver: HandOver
  favourites: ReturnType<typeof createFavourites>
  pins: Pick<PinService, 'wake'>
}
export interface SessionFollower {
  /** Where that fails the next start asks again. */
  askForFavourites: () => void
  /** Where it cannot be done now it is done at the next start. */
  takeOver: () => Promise<void>
  close: () => void
}
/** Milliseconds: the longest wait for the outbox before the favourites are asked for (S32). */
const patience = 5000

/** Brings databases, chats and favourites into line with the session, each time somebody signs in or out. */
export function followSession(o: FollowSessionPorts): SessionFollower {
  const { host, stores, partitions, views, sender, favourites } = o
  const { env } = host
  const login = () => (host.session.get().user ? 'in' : host.session.get().account ? 'expired' : 'out')

  async function refreshFavourites() {
    const limit = new Promise<void>((resolve) => {
      env.setTimeout(resolve, patience)
    })
    await Promise.race([sender.drained(), limit])
    if (await favourites.refresh()) {
      if (stores.durable) host.markHolding()
      await views.refresh()
    }
    o.pins.wake()
  }
  function askForFavourites() {
    refreshFavourites().catch(ignoreExpected('refresh-favourites', isPassing))
  }
  const takeOver = () => o.handOver.takeOver().catch(ignoreExpected('take-over', isPassing))
  async function follow() {
    o.chat.leave()
    // A database that fails here fails again, and is told, at the next write; the last person's data goes in any case.
    await partitions.settle().catch(ignoreExpected('settle', isPassing))
    o.eventLog.line(partitions.active(), `session ${login()}`)
    await views.refresh()
    o.chat.follow()
    await takeOver()
    await views.refresh()
    sender.kick('login')
    await refreshFavourites()
  }
  const unsubscribe = [
    host.session.subscribe(() => {
      // The favourites are asked for again when the server is back, or at the next start.
      follow().catch(ignoreExpected('follow-session', isPassing))
    }),
    favourites.whenBack(() => {
      // What waits goes out first: a list that is older than it would show hearts as they were.
      sender.kick('answer')
      askForFavourites()
    }),
  ]
  return {
    askForFavourites,
    takeOver,
    close() {
      for (const off of unsubscribe) off()
    },
  }
}
