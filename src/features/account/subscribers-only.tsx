import { type ComponentType, useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '#local/react'
import { useSignedIn } from '#parts/use-signed-in.ts'

/** The screen for people with a running plan; others are led to the plans, and guests to the login first (R-ROLE-12). */
export function subscribersOnly(Inner: ComponentType): ComponentType {
  return function SubscribersOnly() {
    const user = useSignedIn()
    const { sure } = useSession()
    const [, navigate] = useLocation()
    const admitted = user?.is_subscriber === true
    const lacksPlan = user !== undefined && !admitted && sure
    useEffect(() => {
      if (lacksPlan) navigate('/subscriptions', { replace: true })
    }, [lacksPlan, navigate])
    return admitted ? <Inner /> : <div className="min-h-dvh" />
  }
}
