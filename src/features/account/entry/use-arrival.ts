import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useSession } from '#local/react'

const here = 'https://here.invalid'

/**
 * Where a person returns to after signing in: a path of this site or, for anything else (another site, a scheme,
 * `//host`, a sign-in page itself), the home page (R-AUTH-06).
 */
export function safeNextPath(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/'
  const url = URL.canParse(next, here) ? new URL(next, here) : undefined
  if (url?.origin !== here) return '/'
  // "/..//host" is a path to the parser and another site to a browser that gets it alone.
  if (url.pathname.startsWith('//')) return '/'
  if (/^\/(login|register|forgot-password)\/?$/i.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

/**
 * Arriving at a page for guests. A person who is signed in, now or in a moment, goes on to where they wanted to go,
 * else to the home page (R-AUTH-05, R-AUTH-06, R-AUTH-09, R-AUTH-13, R-ROLE-19).
 */
export function useArrival() {
  const { user } = useSession()
  const [, navigate] = useLocation()
  const next = safeNextPath(new URLSearchParams(useSearch()).get('next'))
  const leaves = user !== undefined
  useEffect(() => {
    if (leaves) navigate(next, { replace: true })
  }, [leaves, next, navigate])
  const { email, said } = Object(useHistoryState<unknown>()) as Record<string, unknown>
  return {
    /** Typed on the page before, so that it is not typed twice. */
    email: typeof email === 'string' ? email : '',
    /** The server's message on the page before, shown here. */
    notice: typeof said === 'string' ? said : undefined,
    /** Another of these pages, from which one still returns to where one wanted to go. */
    onTheWay: (path: string) => (next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`),
  }
}
