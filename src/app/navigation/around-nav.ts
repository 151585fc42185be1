import type { AroundNavHandler } from 'wouter'

/**
 * Follows a link marked for it with a view transition, where the browser has them and the person wants motion.
 * `flush` renders at once, so that the browser can compare before and after.
 */
export function createAroundNav(flush: (work: () => void) => void): AroundNavHandler {
  return (navigate, to, options) => {
    const plain = !options?.transition || !('startViewTransition' in document)
    if (plain || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      navigate(to, options)
      return
    }
    document.startViewTransition(() => {
      flush(() => navigate(to, options))
    })
  }
}
