const here = 'https://here.invalid'

/**
 * Where a person returns to after signing in: a path of this site or, for anything else (another site, a scheme,
 * `//host`, a sign-in page itself), the home page (R-AUTH-06).
 */
export function nextPage(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/'
  const url = URL.canParse(next, here) ? new URL(next, here) : undefined
  if (url?.origin !== here) return '/'
  // "/..//host" is a path to the parser and another site to a browser that gets it alone.
  if (url.pathname.startsWith('//')) return '/'
  if (/^\/(login|register|forgot-password)\/?$/i.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
