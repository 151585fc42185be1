import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useSession } from '#local/react'

const here = 'https://here.invalid'

/**
 * Returns the path to open after the login: a path of this site, or the home page for anything else (another site, a scheme,
 * `//host`, a sign-in page itself) (R-AUTH-06).
 */
export function safeNextPath(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/'
  const url = URL.canParse(next, here) ? new URL(next, here) : undefined
  if (url?.origin !== here) return '/'
  // The parser reads "/..//host" as a path, but its result "//host" alone is another site for a browser.
  if (url.pathname.startsWith('//')) return '/'
  if (/^\/(login|register|forgot-password)\/?$/i.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

/**
 * Handles the arrival at a page for guests. A signed-in person, also one who signs in a moment later, is sent to the requested
 * page or the home page (R-AUTH-05, R-AUTH-06, R-AUTH-09, R-AUTH-13, R-ROLE-19).
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
    /** Address typed on the previous page, so that it is not typed twice. */
    email: typeof email === 'string' ? email : '',
    /** The server's message on the previous page, to show here. */
    notice: typeof said === 'string' ? said : undefined,
    /** Returns the address of another page for guests that leads to the same requested page. */
    onTheWay: (path: string) => (next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`),
  }
}
