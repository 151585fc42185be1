import { ignoreExpected } from '#contract/values/expected.ts'
import { createInTurn } from '#contract/values/in-turn.ts'
import { isStorageFailure } from '../database/failures.ts'
import { hold, release } from '../outbox/item-actions.ts'
import { meta, type OwnStore } from '../outbox/command.ts'
import { guestPartition, shownRow, userPartition } from '../database/schema.ts'
import { rememberedUser, type RememberedLogin, type Renewal, type SessionState } from '../session/session.ts'
import { takeUnansweredDeletion } from '../session/unanswered-deletion.ts'
import { offsetRow } from '../sync/reachability.ts'
import type { Identity, ServerTime, Surroundings } from '../sync/ports.ts'
import type { Stores } from './stores.ts'
import { leavingKey, sharedPhotos, tryWrite, type Capabilities } from '../platform/env.ts'
import { runtimeCaches, unpin } from '../cache/eviction.ts'
import type { EventLog } from '../diagnostics/event-log.ts'

export type Partitions = ReturnType<typeof createPartitions>

/** Row of the public `meta`: the remembered login. */
const loginRow = 'login'
/** Milliseconds: a smaller change of the clock's offset is not stored. */
const tolerance = 1000

/**
 * Returns the guest's partition. The plain storage, which names it, reaches the disk later than databases do: a killed browser
 * may start with another name, and the waiting items must still be found.
 */
export async function findGuest(host: Identity, stores: Pick<Stores, 'known'>): Promise<string> {
  const named = guestPartition(host.device)
  const known = await stores.known()
  if (known.includes(named)) return named
  return known.findLast((partition) => partition.startsWith(guestPartition(''))) ?? named
}

/** Returns the service that opens the people's databases and updates waiting items at sign-in and sign-out. */
export function createPartitions(host: Surroundings & Identity & ServerTime, stores: Stores, guest: string) {
  const of = ({ account }: SessionState) => (account === undefined ? guest : userPartition(account))
  const offset = () => host.serverNow() - host.env.now()
  let storedOffset: number | undefined
  let before: string | undefined
  /** Runs changes one after another, else the first of two could finish last. */
  const runExclusive = createInTurn()

  async function end(store: OwnStore) {
    await store.transaction('write', ['meta'], (tx) => tx.delete('meta', meta.token))
    await hold(store)
  }
  /** Ends logins that ended while the store half was not loaded: the worker must not use them. */
  async function endLeftBehind(active: string) {
    const lasting = rememberedUser(host.env.localStorage)
    const mine = new Set([active, guest, ...(lasting === undefined ? [] : [userPartition(lasting)])])
    for (const partition of await stores.known()) {
      if (mine.has(partition)) continue
      try {
        await end(await stores.own(partition))
      } catch (error) {
        // Another person's broken database must not block this person's.
        ignoreExpected('end-left-behind', isStorageFailure)(error)
      }
    }
  }
  /** Restores the last login from the database, because the plain storage of a killed browser may lack it. */
  async function recall() {
    const { login } = host
    const row = await stores.shared
      .transaction('read', ['meta'], (tx) => tx.get('meta', loginRow))
      .catch(ignoreExpected('recall-login', isStorageFailure))
    if (row?.v) login.recall(row.v as RememberedLogin)
  }
  async function bring() {
    if (before === undefined) await recall()
    const state = host.session.get()
    const active = of(state)
    await stores.own(guest)
    const wasHere = before !== undefined
    if (before === undefined) await endLeftBehind(active)
    else if (before !== active && before !== guest) {
      // Only an open database is used: one that was deleted meanwhile must not be created again.
      const left = stores.opened(before)
      if (left) await end(left)
    }
    before = active
    await note()
    if (active === guest) return
    if (state.user) {
      // A pending deletion of this person's data is cancelled, because it would delete what they write from now on.
      if (wasHere) noteGone(host, state.user.id)
      stores.admit(active)
    }
    const store = await stores.own(active)
    if (!state.user) {
      await end(store)
      return
    }
    // The worker cannot read the plain storage, so the token is copied. A token that ends with the tab is not copied.
    const token = state.remembered ? (state.token ?? state.expired) : undefined
    storedOffset = offset()
    await store.transaction('write', ['meta'], async (tx) => {
      if (token === undefined) await tx.delete('meta', meta.token)
      else await tx.put('meta', { k: meta.token, v: token })
      await tx.put('meta', { k: offsetRow, v: storedOffset })
    })
    await release(store, 'auth')
  }
  function shown() {
    const active = of(host.session.get())
    return active === guest ? [guest] : [guest, active]
  }
  function note() {
    const v = shown()
    const login = host.login.remembered()
    return stores.shared
      .transaction('write', ['meta'], async (tx) => {
        await tx.put('meta', { k: shownRow, v })
        if (login) await tx.put('meta', { k: loginRow, v: login })
      })
      .catch(ignoreExpected('note-shown', isStorageFailure))
  }
  return {
    guest,
    /** Returns the partition whose data is shown: the signed-in person's, also after their token expired. */
    active: () => of(host.session.get()),
    /** Returns the partitions on screen, the guest's first. */
    shown,
    /** Adapts the databases to the session. */
    settle: () => runExclusive(bring),
    /** Adapts the databases from the beginning, because a database that was unavailable has missed changes of the session. */
    settleAnew: () =>
      runExclusive(() => {
        before = undefined
        return bring()
      }),
    /** Stores the current estimate of the server time, for the worker. */
    async keepTime() {
      const store = stores.opened(of(host.session.get()))
      if (!store || storedOffset === undefined || Math.abs(offset() - storedOffset) < tolerance) return
      storedOffset = offset()
      await store.transaction('write', ['meta'], (tx) => tx.put('meta', { k: offsetRow, v: offset() }))
    },
    /** Runs work while no person signs in or out. */
    runExclusive,
  }
}

/** Returns the login of a partition's person while they are the one who is signed in (I7). */
export function loginOf(host: Pick<Identity, 'token' | 'renew'>, partition: string) {
  const token = () => {
    const session = host.token()
    return session && userPartition(session.sub) === partition ? session.token : undefined
  }
  return {
    token,
    /** Exchanges a refused token. */
    renewed: async (refused: string): Promise<Renewal> => {
      const mine = token()
      if (mine === undefined) return { is: 'over' }
      return mine === refused ? host.renew(refused) : { is: 'new', token: mine }
    },
  }
}

/**
 * Returns the accounts whose deletion was interrupted or could not begin. They are in the plain storage, because a deletion may
 * be requested when no database can be opened.
 */
export function leavingIn({ env }: Surroundings): string[] {
  return (env.localStorage?.getItem(leavingKey) ?? '').split(' ').filter((name) => name !== '')
}

/**
 * If a login has ended whose account deletion got no response, the account is deleted: signs the person out and returns the
 * account whose data is to be deleted. A renewed login proves that the account exists.
 */
export function endDeletion({ env, session, leave }: Surroundings & Identity): string | undefined {
  const login = session.get()
  const gone = takeUnansweredDeletion(env.localStorage, login)
  const { user, account } = login
  if (gone === undefined || user || gone !== account) return undefined
  tryWrite(env.localStorage, leavingKey, [...leavingIn({ env }), account].join(' '))
  leave()
  return account
}

/** Removes the note of a pending deletion, after it was done or the person signed in again. */
function noteGone({ env }: Surroundings, account: string): void {
  const before = leavingIn({ env })
  const left = before.filter((name) => name !== account)
  if (left.length === before.length) return
  // If the storage refuses the write, the note stays, and a second deletion finds nothing.
  if (left.length > 0) tryWrite(env.localStorage, leavingKey, left.join(' '))
  else env.localStorage?.removeItem(leavingKey)
}

export interface ForgetPorts {
  host: Surroundings
  stores: Pick<Stores, 'shared' | 'drop'>
  partitions: Pick<Partitions, 'runExclusive'>
  eventLog: Pick<EventLog, 'drop'>
  capabilities: Pick<Capabilities, 'caches'>
  /** Deletes the pictures that were stored for a person's favourites. */
  dropPictures: (partition: string) => Promise<void>
  /** Sends a message to the other tabs. */
  notifyTabs: (message: string) => void
  changed: () => Promise<void>
}
/** Prefix of the message to other tabs; the partition follows it. */
export const leftMessage = 'left '

/**
 * Returns a function that deletes all data of a person from this phone (I20): their database, their pins, the worker's caches,
 * the pictures of their favourites, the number on the icon. The public database holds nothing of them but their pins.
 */
export function createForget(o: ForgetPorts): (account: string) => Promise<void> {
  const { stores } = o
  return async (account) => {
    const partition = userPartition(account)
    // The message is sent before and after: a tab that still works for this person would block the deletion, or write again.
    o.notifyTabs(leftMessage + partition)
    await o.partitions.runExclusive(async () => {
      o.eventLog.drop(partition)
      await unpin(stores.shared, partition)
      await stores.drop(partition)
    })
    await o.dropPictures(partition)
    for (const cache of [...runtimeCaches, sharedPhotos])
      await o.capabilities.caches?.delete(cache).catch(ignoreExpected('drop-cache', isStorageFailure))
    noteGone(o.host, account)
    await o.changed()
    o.notifyTabs(leftMessage + partition)
  }
}
