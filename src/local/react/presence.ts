import { startTransition, useCallback, useEffect, useState } from 'react'
import type { Connection } from '../sync/reachability.ts'
import { useHydrated, useLocal, useReadable } from './context.ts'

export type { Connection }

export function useSession() {
  const { account, session, sure } = useLocal()
  const { user, account: whose } = useReadable(session)
  return {
    user,
    /** Whose data is open, also after their login ran out. */
    account: whose,
    /** False while it is not known for certain that nobody is signed in. */
    sure: useReadable(sure) || user !== undefined,
    signIn: account.signIn,
    signOut: account.signOut,
    /** Nothing of this person stays on this phone; who has come in their place meanwhile stays signed in. */
    forget: (person: string) =>
      session.get().account === person ? account.signOut({ keep: false }) : account.forget(person),
  }
}

/** Known by real answers of the server, not by what the browser believes. */
export function useConnection(): Connection {
  return useReadable(useLocal().connection)
}

/**
 * False while this phone never had an answer of the server: its idea of the server's time is its own clock then, which may
 * be wrong by years.
 */
export function useKnowsTime(): boolean {
  const { connection, holding } = useLocal()
  const { lastContact } = useReadable(connection)
  return useReadable(holding) || lastContact !== undefined
}

/** Asks our server for a sign of life. An answer of a moment ago, or the browser's own opinion, is none. */
export function useSignOfLife(): () => Promise<boolean> {
  const { connection, settings } = useLocal()
  return useCallback(async () => {
    await settings.refresh()
    return connection.get().state === 'online'
  }, [connection, settings])
}

/** Where the site is; on the server and while a drawn page is hydrated, as the server knows it. */
export function useOrigin(): string {
  const { given } = useLocal()
  const hydrated = useHydrated()
  return hydrated || given === undefined ? location.origin : given.origin
}

const minute = 60_000

/** The server's time as far as this phone knows it, moving once a minute; a drawn page begins at its own. */
export function useServerNow(): number {
  const { serverNow, env, given } = useLocal()
  const hydrated = useHydrated()
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    let handle: unknown
    const tick = () => {
      startTransition(() => setNow(serverNow()))
      handle = env.setTimeout(tick, minute)
    }
    tick()
    return () => {
      env.clearTimeout(handle)
    }
  }, [serverNow, env])
  return hydrated ? now : (given?.at ?? now)
}
