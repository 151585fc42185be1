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
/** Milliseconds: a smaller error of the clock is not worth a write. */
const tolerance = 1000

/**
 * The guest's database. The plain storage, which names it, reaches the disk later than databases do: a browser that was
 * killed may start under another name, and what waits must be found all the same.
 */
export async function findGuest(host: Identity, stores: Pick<Stores, 'known'>): Promise<string> {
  const named = guestPartition(host.device)
  const known = await stores.known()
  if (known.includes(named)) return named
  return known.findLast((partition) => partition.startsWith(guestPartition(''))) ?? named
}

/** Whose databases are open, and what signing in and out does to what waits in them. Nothing is deleted here. */
export function createPartitions(host: Surroundings & Identity & ServerTime, stores: Stores, guest: string) {
  const of = ({ account }: SessionState) => (account === undefined ? guest : userPartition(account))
  const offset = () => host.serverNow() - host.env.now()
  let storedOffset: number | undefined
  let before: string | undefined
  /** One after another, else the first of two changes could have the last word. */
  const runExclusive = createInTurn()

  async function end(store: OwnStore) {
    await store.transaction('write', ['meta'], (tx) => tx.delete('meta', meta.token))
    await hold(store)
  }
  /** A login may have ended while this half was not there to learn of it: the worker must not go on with it. */
  async function endLeftBehind(active: string) {
    const lasting = rememberedUser(host.env.localStorage)
    const mine = new Set([active, guest, ...(lasting === undefined ? [] : [userPartition(lasting)])])
    for (const partition of await stores.known()) {
      if (mine.has(partition)) continue
      try {
        await end(await stores.own(partition))
      } catch (error) {
        // Another person's broken database is no reason to keep this one from theirs.
        ignoreExpected('end-left-behind', isStorageFailure)(error)
      }
    }
  }
  /** The plain storage may know less than the database of who came and went last before the browser was killed. */
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
      // Only what is open: one that was deleted meanwhile must not come back.
      const left = stores.opened(before)
      if (left) await end(left)
    }
    before = active
    await note()
    if (active === guest) return
    if (state.user) {
      // What they write from now on must not be deleted with what they once left.
      if (wasHere) noteGone(host, state.user.id)
      stores.admit(active)
    }
    const store = await stores.own(active)
    if (!state.user) {
      await end(store)
      return
    }
    // The worker cannot read the plain storage; a token that dies with the tab is not for it.
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
    /** The partition whose data is shown: the signed-in person's, also after their token ran out. */
    active: () => of(host.session.get()),
    /** Those on screen, the guest's first. */
    shown,
    /** Brings the databases into line with the session. */
    settle: () => runExclusive(bring),
    /** The same from the beginning: a database that was away knows nothing of what happened meanwhile. */
    settleAnew: () =>
      runExclusive(() => {
        before = undefined
        return bring()
      }),
    /** Stores the server's time as it is known now, for the worker. */
    async keepTime() {
      const store = stores.opened(of(host.session.get()))
      if (!store || storedOffset === undefined || Math.abs(offset() - storedOffset) < tolerance) return
      storedOffset = offset()
      await store.transaction('write', ['meta'], (tx) => tx.put('meta', { k: offsetRow, v: offset() }))
    },
    /** Runs work while nobody comes or goes. */
    runExclusive,
  }
}

/** The login of a partition's person, as long as they are the one who is signed in (I7). */
export function loginOf(host: Pick<Identity, 'token' | 'renew'>, partition: string) {
  const token = () => {
    const session = host.token()
    return session && userPartition(session.sub) === partition ? session.token : undefined
  }
  return {
    token,
    /** The token in place of one that was refused. */
    renewed: async (refused: string): Promise<Renewal> => {
      const mine = token()
      if (mine === undefined) return { is: 'over' }
      return mine === refused ? host.renew(refused) : { is: 'new', token: mine }
    },
  }
}

/** In the plain storage, because a delete may be requested where no database can be opened. */

/** Those whose delete was cut short, or could not begin. */
export function leavingIn({ env }: Surroundings): string[] {
  return (env.localStorage?.getItem(leavingKey) ?? '').split(' ').filter((name) => name !== '')
}

/**
 * Where a login is over under which an account was asked to be deleted, and the answer was lost, the account is gone:
 * signs the person out, and returns whose data is to be deleted. A login that was renewed proves that the account is there.
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

/** Nothing of theirs is to be deleted any more: it is gone, or they are back. */
function noteGone({ env }: Surroundings, account: string): void {
  const before = leavingIn({ env })
  const left = before.filter((name) => name !== account)
  if (left.length === before.length) return
  // A storage that takes nothing keeps the note; deleting once more finds nothing.
  if (left.length > 0) tryWrite(env.localStorage, leavingKey, left.join(' '))
  else env.localStorage?.removeItem(leavingKey)
}

export interface ForgetPorts {
  host: Surroundings
  stores: Pick<Stores, 'shared' | 'drop'>
  partitions: Pick<Partitions, 'runExclusive'>
  eventLog: Pick<EventLog, 'drop'>
  capabilities: Pick<Capabilities, 'caches'>
  /** Deletes the pictures that were stored for somebody's favourites. */
  dropPictures: (partition: string) => Promise<void>
  /** Notifies the other tabs. */
  notifyTabs: (message: string) => void
  changed: () => Promise<void>
}
/** Sent to the other tabs, with the partition behind it. */
export const leftMessage = 'left '

/**
 * Deletes everything this phone keeps of a person (I20): their database, the cars pinned for them, what the worker
 * kept while they looked, the pictures of their favourites, the number on the icon. What the public database knows of them is their pins alone.
 */
export function createForget(o: ForgetPorts): (account: string) => Promise<void> {
  const { stores } = o
  return async (account) => {
    const partition = userPartition(account)
    // Before and after: a tab that still works for them would hold the database back, or write once more.
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
