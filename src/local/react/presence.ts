import { startTransition, useCallback, useEffect, useState } from 'react'
import type { Connection } from '../sync/reachability.ts'
import { useHydrated, useLocal, useReadable } from './context.ts'

export type { Connection }

export function useSession() {
  const { account, session, sure } = useLocal()
  const { user, account: whose } = useReadable(session)
  return {
    user,
    /** Id of the person whose data is open, also after their login expired. */
    account: whose,
    /** Whether it is certain that a person is signed in, or that nobody is. */
    sure: useReadable(sure) || user !== undefined,
    signIn: account.signIn,
    signOut: account.signOut,
    /** Deletes all data of this person from this phone; a person who has signed in since stays signed in. */
    forget: (person: string) =>
      session.get().account === person ? account.signOut({ keep: false }) : account.forget(person),
  }
}

/** Returns the state of the connection, known by responses of the server, not by the browser's opinion. */
export function useConnection(): Connection {
  return useReadable(useLocal().connection)
}

/** Returns false before the first response of the server: until then this phone's clock, perhaps years wrong, counts. */
export function useKnowsTime(): boolean {
  const { connection, holding } = useLocal()
  const { lastContact } = useReadable(connection)
  return useReadable(holding) || lastContact !== undefined
}

/** Returns a function that checks whether our server responds now, whatever it did before or the browser reports. */
export function useSignOfLife(): () => Promise<boolean> {
  const { connection, settings } = useLocal()
  return useCallback(async () => {
    await settings.refresh()
    return connection.get().state === 'online'
  }, [connection, settings])
}

/** Returns the origin of the site; on the server and during hydration of a drawn page, as the server knows it. */
export function useOrigin(): string {
  const { given } = useLocal()
  const hydrated = useHydrated()
  return hydrated || given === undefined ? location.origin : given.origin
}

const minute = 60_000

/** Returns the server time as far as this phone knows it, updated once a minute; a drawn page begins with its own time. */
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
