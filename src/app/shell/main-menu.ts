/** The main navigation, in the order and with the targets of R-NAV-37 and R-NAV-38. */
export const mainMenu = [
  { label: 'Home', href: '/' },
  { label: 'Buy A Car', href: '/listings' },
  { label: 'Sell A Car', href: '/post/ad' },
  { label: 'News & Reviews', href: '/blog' },
  { label: 'Insurance', href: '/insurance' },
] as const

/** Returns the target of the chat icon and of the Chat menu item (R-NAV-34, R-NAV-35). */
export function chatAddress(user: { is_subscriber: boolean } | undefined): string {
  return user?.is_subscriber ? '/chat' : '/subscriptions'
}

/** Returns whether a path belongs to a menu item: `/listings` includes cars, `/saved` includes `/viewed` and `/compare`. */
export function isCurrent(href: string, path: string): boolean {
  if (href === '/saved') return [href, '/viewed', '/compare'].includes(path)
  if (href === '/listings') return path === href || path.startsWith('/listing/')
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
}

/** Message for a menu whose code cannot be fetched. */
export const unreachable = 'The menu could not be loaded. Please try again when you are connected.'
