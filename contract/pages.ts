// The pages of the app, one line each. Router, server, sitemap, worker and tests derive their lists from this table. Other
// data of each page (its screen, its description) is keyed by `PagePath`, so that the compiler reports missing entries.

/** Properties of a page. */
export interface PageRow {
  /** Path; `:name` stands for one segment. */
  path: string
  /** Head title until the screen sets a better one. */
  title: string
  /** Excluded from search engines: listed in `robots.txt`, missing from the sitemap. */
  noIndex?: boolean
  /** Whether the page also matches longer addresses below its path. */
  loose?: boolean
  /** People whom the screen lets in; the screen redirects all others. */
  who: 'everybody' | 'signed-in' | 'signed-out' | 'subscribers'
}

/**
 * Pages with the same content for everybody: the server renders their documents as a guest sees them, and the worker caches
 * those documents.
 */
export const publicPages = [
  { path: '/', title: 'Cars personified', who: 'everybody' },
  { path: '/listings', title: 'Cars for sale', who: 'everybody' },
  { path: '/listing/:slug', title: 'Car', who: 'everybody' },
  { path: '/dealers', title: 'Dealers', who: 'everybody' },
  { path: '/dealer/:id', title: 'Dealer', who: 'everybody' },
  { path: '/blog', title: 'News & Reviews', who: 'everybody' },
  { path: '/blog/:slug', title: 'News & Reviews', who: 'everybody' },
] as const satisfies readonly PageRow[]

const otherPages = [
  { path: '/saved', title: 'Saved cars', noIndex: true, who: 'everybody' },
  { path: '/viewed', title: 'Recently viewed', noIndex: true, who: 'everybody' },
  { path: '/compare', title: 'Compare cars', noIndex: true, who: 'everybody' },
  { path: '/storage', title: 'Storage on this phone', noIndex: true, who: 'everybody' },
  { path: '/outbox', title: 'Waiting to be sent', noIndex: true, who: 'everybody' },
  { path: '/newsletter/confirm/:token', title: 'Confirm your newsletter', noIndex: true, who: 'everybody' },
  { path: '/newsletter/unsubscribe/:token', title: 'Unsubscribe', noIndex: true, who: 'everybody' },
  { path: '/insurance', title: 'Insurance', who: 'everybody' },
  { path: '/book-test-drive', title: 'Book A Test Drive', who: 'everybody' },
  { path: '/test-drive/:token', title: 'Your test drive', noIndex: true, who: 'everybody' },
  { path: '/contact', title: 'Contact', who: 'everybody' },
  { path: '/login', title: 'Login', noIndex: true, who: 'signed-out' },
  { path: '/register', title: 'Register', noIndex: true, who: 'signed-out' },
  { path: '/forgot-password', title: 'Forgot password', noIndex: true, who: 'signed-out' },
  { path: '/reset-password/:id', title: 'Reset password', noIndex: true, who: 'everybody' },
  { path: '/user/verify/:id', title: 'Verify your e-mail', noIndex: true, who: 'everybody' },
  { path: '/account', title: 'Sign-in and security', noIndex: true, who: 'signed-in' },
  { path: '/subscriptions', title: 'Subscriptions', who: 'everybody' },
  { path: '/order/:id', title: 'Your order', noIndex: true, who: 'signed-in' },
  { path: '/receipt/:id', title: 'Receipt', noIndex: true, who: 'signed-in' },
  { path: '/profile', title: 'Profile', noIndex: true, who: 'signed-in' },
  { path: '/admin', title: 'Running the place', noIndex: true, who: 'signed-in', loose: true },
  { path: '/import', title: 'Import ads', noIndex: true, who: 'signed-in' },
  { path: '/post/ad', title: 'Sell A Car', noIndex: true, who: 'everybody' },
  { path: '/post/ad/:id', title: 'Edit your ad', noIndex: true, who: 'signed-in' },
  { path: '/chat', title: 'Chat', noIndex: true, who: 'subscribers' },
  { path: '/services', title: 'Services', who: 'everybody' },
  { path: '/about', title: 'About', who: 'everybody' },
  { path: '/privacy', title: 'Privacy', who: 'everybody' },
  { path: '/terms', title: 'Terms', who: 'everybody' },
  { path: '/faqs', title: 'FAQs', who: 'everybody' },
  { path: '/thankyou', title: 'Thank you', noIndex: true, who: 'everybody', loose: true },
] as const satisfies readonly PageRow[]

export type PublicPath = (typeof publicPages)[number]['path']
export type PagePath = PublicPath | (typeof otherPages)[number]['path']
export interface AppPage extends PageRow {
  path: PagePath
}

/** All pages of the app (R-NAV-01 to R-NAV-28). No address matches two of them. */
export const pages: readonly AppPage[] = [...publicPages, ...otherPages]

/** Returns a pattern for the paths of a page; a trailing slash is ignored. */
export function pathPattern({ path, loose }: Pick<PageRow, 'path' | 'loose'>, flags = ''): RegExp {
  const body = path.replace(/\/$/, '').replace(/:[a-z]+/g, '[^/]+')
  return new RegExp(`^${body}${loose ? '(?:/.*)?' : '/?'}$`, flags)
}

/** Addresses that the server answers without the app. */
export const notPages =
  /^\/(?:(?:api|media|dev|og|sitemap)\/|(?:healthz|readyz|metrics|robots\.txt|sitemap\.xml|listings\.rss)$)/

const list = ['page', 'search']
/** Query parameters that the screen of a public page reads; other parameters do not affect its content. */
export const publicQueries: Record<PublicPath, readonly string[]> = {
  '/': [],
  '/listings':
    'brands models year types fueltypes transmissiontypes province city within minprice maxprice q sortby page'.split(
      ' ',
    ),
  '/listing/:slug': [],
  '/dealers': list,
  '/dealer/:id': [...list, 'make', 'body', 'max', 'sort'],
  '/blog': list,
  '/blog/:slug': [],
}

interface Address {
  pathname: string
  searchParams: { get(name: string): string | null }
}
/**
 * Returns the address of a public page as a cache key: the path, and the query parameters that its screen reads, in a fixed
 * order. Returns undefined for other pages.
 */
export function publicAddress({ pathname, searchParams }: Address): string | undefined {
  const page = publicPages.find((one) => pathPattern(one).test(pathname))
  const queries =
    page &&
    publicQueries[page.path].flatMap((name) => {
      const value = searchParams.get(name)
      return value ? `${name}=${encodeURIComponent(value)}` : []
    })
  return queries && `${pathname}?${queries.join('&')}`.replace(/\?$/, '')
}
