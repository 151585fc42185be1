import { ignoreExpected } from '#contract/values/expected.ts'
import { type ComponentType, useCallback, useState } from 'react'
import { useSession, isPassing } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import type { SignOutProps } from './sign-out.tsx'

/** Logout. Its questions come with the first tap, so that no first view pays for them. */
export function useLogout() {
  const { signOut } = useSession()
  const notify = useNotify()
  // The sign-out dialog and its result; undefined while no sign-out runs.
  const [Leaving, setLeaving] = useState<ComponentType<SignOutProps>>()
  const end = useCallback(() => setLeaving(undefined), [])
  const logout = useCallback(() => {
    void import('./sign-out.tsx').then(
      ({ SignOut }) => setLeaving(() => SignOut),
      // Without a confirmation nothing is deleted. The session is over, even if the store fails.
      async () => {
        await signOut({ keep: true }).catch(ignoreExpected('sign-out', isPassing))
        notify({ severity: 'success', message: 'You are logged out. What waits stays on this phone.' })
      },
    )
  }, [signOut, notify])
  return { logout, Leaving, end }
}
