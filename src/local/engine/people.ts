import { hold, release } from '../outbox/acts.ts'
import { meta } from '../outbox/command.ts'
import { guestPartition, userPartition } from '../session/partition.ts'
import { tokenKey, type SessionState } from '../session/session.ts'
import { readToken } from '../session/token.ts'
import type { Host } from './face.ts'
import type { Stores } from './stores.ts'

/** Whose databases are open, and what signing in and out does to what waits in them. Nothing is ever deleted. */
export interface People {
  guest: string
  /** The partition whose data is shown: the signed-in person's, also after their token ran out. */
  active: () => string
  /** Where a new write goes: a guest's stays a guest's. */
  writes: () => string
  /** Those on screen, the guest's first. */
  shown: () => string[]
  /** Brings the databases into line with the session. */
  settle: () => Promise<void>
}

export function createPeople(host: Host, stores: Stores): People {
  const guest = guestPartition(host.device)
  const of = ({ account }: SessionState) => (account === undefined ? guest : userPartition(account))
  let before: string | undefined
  let last: Promise<void> = Promise.resolve()

  async function setToken(partition: string, token: string | undefined) {
    const store = await stores.own(partition)
    await store.transaction('write', ['meta'], (tx) =>
      token === undefined ? tx.delete('meta', meta.token) : tx.put('meta', { k: meta.token, v: token }),
    )
    if (token === undefined) await hold(store)
  }
  /** A login may have ended while this half was not there to hear of it: the worker must not go on with it. */
  async function endLeftBehind(active: string) {
    const lasting = readToken(host.env.localStorage?.getItem(tokenKey) ?? '')
    const mine = new Set([active, guest, ...(lasting ? [userPartition(lasting.sub)] : [])])
    for (const partition of await stores.known()) {
      if (mine.has(partition)) continue
      try {
        await setToken(partition, undefined)
      } catch {
        // Another person's broken database is no reason to keep this one from theirs.
      }
    }
  }
  async function bring() {
    const state = host.session.get()
    const active = of(state)
    await stores.own(guest)
    if (before === undefined) await endLeftBehind(active)
    else if (before !== active && before !== guest) await setToken(before, undefined)
    before = active
    if (active === guest) return
    const store = await stores.own(active)
    if (!state.user) {
      await setToken(active, undefined)
      return
    }
    // The worker cannot read the plain storage; a token that dies with the tab is not for it.
    const mirrored = state.remembered ? state.token : undefined
    await store.transaction('write', ['meta'], (tx) =>
      mirrored === undefined ? tx.delete('meta', meta.token) : tx.put('meta', { k: meta.token, v: mirrored }),
    )
    await release(store, 'auth')
  }
  return {
    guest,
    active: () => of(host.session.get()),
    writes() {
      const { user } = host.session.get()
      return user ? userPartition(user.id) : guest
    },
    shown() {
      const active = of(host.session.get())
      return active === guest ? [guest] : [guest, active]
    },
    settle() {
      // One after another, else the first of two changes could have the last word.
      last = last.catch(() => undefined).then(bring)
      return last
    },
  }
}
