import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { useOutbox, useSession } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { waitingOf } from '../outbox/waiting.ts'

interface Logout {
  /** Logs out, or asks first when something has not been sent yet. */
  logout: () => void
  /** How many things the question is about; 0 while nothing is asked. */
  asking: number
  leave: () => void
  stay: () => void
}

/** Logout, told to the person, with a question before work that waits. */
export function useLogout(): Logout {
  const { signOut } = useSession()
  const count = waitingOf(useOutbox()).length
  const [asking, setAsking] = useState(0)
  const [, navigate] = useLocation()
  const notify = useNotify()
  const stay = useCallback(() => setAsking(0), [])
  const leave = useCallback(() => {
    setAsking(0)
    void signOut().then(() => {
      navigate('/')
      notify({ severity: 'success', message: 'You are logged out.' })
    })
  }, [signOut, navigate, notify])
  const logout = useCallback(() => {
    if (count > 0) setAsking(count)
    else leave()
  }, [count, leave])
  return { logout, asking, leave, stay }
}
