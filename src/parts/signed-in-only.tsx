import { type ComponentType, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { User } from '#contract/users/users.ts'
import { useSession } from '#local/react'

/** Returns the signed-in person; sends everybody else to the login, which returns to the same address. */
export function useSignedIn() {
  const { user, sure } = useSession()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const here = search === '' ? path : `${path}?${search}`
  const out = sure && !user
  useEffect(() => {
    if (out) navigate(`/login?next=${encodeURIComponent(here + location.hash)}`, { replace: true })
  }, [out, here, navigate])
  return user
}

/** Wraps a screen for signed-in people; another person gets a new instance of it. */
export const signedInOnly = (Inner: ComponentType<{ user: User }>): ComponentType =>
  function SignedInOnly() {
    const user = useSignedIn()
    return user ? <Inner key={user.id} user={user} /> : <div className="min-h-dvh" />
  }
