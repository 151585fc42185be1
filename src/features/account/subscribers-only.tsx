import { type ComponentType, useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '#local/react'
import { signedInOnly } from '#parts/signed-in-only.tsx'

/** Wraps a screen for people with a current plan; sends other people to the plans, and guests to the login first (R-ROLE-12). */
export const subscribersOnly = (Inner: ComponentType): ComponentType =>
  signedInOnly(function SubscribersOnly({ user: { is_subscriber: admitted } }) {
    const { sure } = useSession()
    const [, navigate] = useLocation()
    const lacksPlan = !admitted && sure
    useEffect(() => {
      if (lacksPlan) navigate('/subscriptions', { replace: true })
    }, [lacksPlan, navigate])
    return admitted ? <Inner /> : <div className="min-h-dvh" />
  })
