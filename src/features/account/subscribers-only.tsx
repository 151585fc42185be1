import { type ComponentType, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useSession } from '#local/react'

/** The screen for people with a running plan; others are led to the plans, and guests to the login first (R-ROLE-12). */
export function subscribersOnly(Inner: ComponentType): ComponentType {
  return function SubscribersOnly() {
    const { user, sure } = useSession()
    const [path, navigate] = useLocation()
    const search = useSearch()
    const here = search === '' ? path : `${path}?${search}`
    const admitted = user?.is_subscriber === true
    const leave = user ? '/subscriptions' : `/login?next=${encodeURIComponent(here)}`
    useEffect(() => {
      if (!admitted && sure) navigate(leave, { replace: true })
    }, [admitted, sure, leave, navigate])
    return admitted ? <Inner /> : <div className="min-h-dvh" />
  }
}
