/** One address of the app and what its first view needs beside the entry (R-NAV-02 to R-NAV-27). */
export interface Page {
  pattern: string
  /** Modules the app loads for it at once; the page names their files, so that nothing waits for the entry. */
  modules?: readonly string[]
  /** The first picture of the page, where every visitor sees the same one; AVIF. */
  picture?: string
}

const listings = ['src/features/browse/index.ts']
const detail = ['src/app/screens/car-detail.tsx']
const account = ['src/features/account/index.ts']
const sell = ['src/features/sell/index.ts']

export const pages: readonly Page[] = [
  { pattern: '/', modules: ['src/app/screens/home/home-screen.tsx'], picture: '/hero/1.avif' },
  { pattern: '/listings', modules: listings },
  { pattern: '/listing/:slug', modules: detail },
  { pattern: '/saved', modules: ['src/features/saved/index.ts'] },
  { pattern: '/viewed', modules: ['src/features/saved/index.ts'] },
  { pattern: '/compare', modules: ['src/features/compare/index.ts'] },
  { pattern: '/storage', modules: ['src/features/storage/index.ts'] },
  { pattern: '/outbox', modules: ['src/app/screens/outbox-screen.tsx'] },
  { pattern: '/dealers', modules: ['src/features/dealers/dealers-screen.tsx'] },
  { pattern: '/dealer/:id', modules: ['src/features/dealers/dealer-screen.tsx'] },
  { pattern: '/blog', modules: ['src/features/blog/blog-screen.tsx'] },
  { pattern: '/blog/:slug', modules: ['src/features/blog/article-screen.tsx'] },
  { pattern: '/insurance' },
  { pattern: '/book-test-drive' },
  { pattern: '/test-drive/:token' },
  { pattern: '/login', modules: account },
  { pattern: '/account', modules: account },
  { pattern: '/register' },
  { pattern: '/forgot-password' },
  { pattern: '/reset-password/:id' },
  { pattern: '/user/verify/:id' },
  { pattern: '/subscriptions', modules: ['src/features/subscribe/choose/subscriptions-screen.tsx'] },
  { pattern: '/order/:id' },
  { pattern: '/receipt/:id' },
  { pattern: '/profile', modules: ['src/features/profile/index.ts'] },
  { pattern: '/chat' },
  { pattern: '/admin' },
  { pattern: '/admin/*' },
  { pattern: '/import' },
  { pattern: '/post/ad', modules: sell },
  { pattern: '/post/ad/:id', modules: sell },
  { pattern: '/services' },
  { pattern: '/about' },
  { pattern: '/privacy' },
  { pattern: '/terms' },
  { pattern: '/faqs' },
  { pattern: '/contact' },
  { pattern: '/newsletter/confirm/:token' },
  { pattern: '/newsletter/unsubscribe/:token' },
  { pattern: '/thankyou' },
  // The one address that does not match exactly (R-NAV-01).
  { pattern: '/thankyou/*' },
]

const matchers = pages.map((page) => ({
  page,
  // A trailing slash is the same page.
  expression: new RegExp(
    `^${page.pattern
      .replace(/:[a-z]+/g, '[^/]+')
      .replace('*', '.*')
      .replace(/\/$/, '')}/?$`,
  ),
}))

/** The page of a path, if the app has one. */
export function pageOf(path: string): Page | undefined {
  return matchers.find(({ expression }) => expression.test(path))?.page
}
