interface ComingPage {
  /** First part of the address. */
  start: string
  title: string
  /** What a person will be able to do here. */
  what: string
}

/** Addresses that have no screen of their own yet. */
const pages: readonly ComingPage[] = [
  { start: '/chat', title: 'Chat', what: 'Talk to buyers and sellers without giving your number away.' },
]
const pageAt = (path: string) =>
  pages.find((p) =>
    p.start.endsWith('/') ? path.startsWith(p.start) : path === p.start || path.startsWith(`${p.start}/`),
  )

/** Nothing can be done at this address yet; a text that leads there says so. */
export const isComing = (path: string): boolean => pageAt(path) !== undefined

/** What will be at an address that is not built yet. */
export const comingPageOf = (path: string): ComingPage & { way: { href: string; label: string } } => ({
  ...(pageAt(path) ?? { start: path, title: 'Soon', what: 'Something is being built here.' }),
  way: { href: '/listings', label: 'Browse cars' },
})
