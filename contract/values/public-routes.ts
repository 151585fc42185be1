/**
 * Addresses whose page is the same for everybody: the server draws their documents as a guest sees them, and the worker
 * keeps those. Patterns as in the route table of the app.
 */
export const publicRoutes = [
  '/',
  '/listings',
  '/listing/:slug',
  '/dealers',
  '/dealer/:id',
  '/blog',
  '/blog/:slug',
] as const

const patterns = publicRoutes.map((route) => route.replace(/:\w+/, '[^/]+').replace(/\/$/, ''))
const expression = new RegExp(`^(?:${patterns.join('|')})/?$`)

/** Whether a path, as an address spells it, belongs to one of them. A trailing slash is the same page. */
export function isPublicRoute(pathname: string): boolean {
  return expression.test(pathname)
}

/** Occurs once in a drawn document, behind the app: the worker writes the age of a kept one there. */
export const agePlace = '<!--age-->'
