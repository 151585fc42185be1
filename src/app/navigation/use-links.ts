import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { matchingRoute } from './matching-route.ts'
import type { AppRoute } from '../route-table.ts'
import { linkTargetOf, screenAddressOf } from './link-clicks.ts'

/** Follows links inside the app, and fetches a screen's code as soon as a finger or pointer approaches its link. */
export function useLinks(routes: readonly AppRoute[]): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    const warmed = new Set<string>()
    const follow = (event: MouseEvent) => {
      const target = linkTargetOf(event, location)
      if (!target) return
      event.preventDefault()
      navigate(target.to, { replace: target.replace, transition: target.transition })
    }
    const warm = (event: Event) => {
      const url = screenAddressOf(event.target, location.origin)
      const route = url && matchingRoute(routes, url.pathname)
      if (!route || warmed.has(route.path)) return
      warmed.add(route.path)
      // Only a head start: when it fails, following the link says so.
      route.load().catch(() => warmed.delete(route.path))
    }
    document.addEventListener('click', follow)
    document.addEventListener('pointerover', warm, { passive: true })
    document.addEventListener('focusin', warm)
    document.addEventListener('touchstart', warm, { passive: true })
    return () => {
      document.removeEventListener('click', follow)
      document.removeEventListener('pointerover', warm)
      document.removeEventListener('focusin', warm)
      document.removeEventListener('touchstart', warm)
    }
  }, [navigate, routes])
}
