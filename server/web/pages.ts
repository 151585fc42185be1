import {
  type AppPage,
  type PagePath,
  pages as table,
  pathPattern,
  publicPages,
  type PublicPath,
} from '#contract/pages.ts'

/** Files that the first view of a page needs beside the entry. */
interface FirstView {
  /**
   * Modules that the app loads at once for this page. The page names their files, so that their loading does not wait for the
   * entry.
   */
  modules?: readonly string[]
  /** First picture of the page as AVIF, when it is the same for every visitor. */
  picture?: string
}
/** Page of the app as the server sends it (R-NAV-02 to R-NAV-27). */
export interface ServedPage extends AppPage, FirstView {
  /** Whether the server draws the page; other pages are sent as the app alone. */
  isDrawn: boolean
}

const account = ['src/features/account/index.ts']
const sell = ['src/features/sell/index.ts']

const firstViews: Record<PublicPath, FirstView> & Partial<Record<PagePath, FirstView>> = {
  '/': { modules: ['src/app/screens/home/home-screen.tsx'], picture: '/hero/1.avif' },
  '/listings': { modules: ['src/features/browse/index.ts'] },
  '/listing/:slug': { modules: ['src/app/screens/car-detail.tsx'] },
  '/saved': { modules: ['src/features/saved/index.ts'] },
  '/viewed': { modules: ['src/features/saved/index.ts'] },
  '/compare': { modules: ['src/features/compare/index.ts'] },
  '/storage': { modules: ['src/features/storage/index.ts'] },
  '/outbox': { modules: ['src/app/screens/outbox-screen.tsx'] },
  '/dealers': { modules: ['src/features/dealers/dealers-screen.tsx'] },
  '/dealer/:id': { modules: ['src/features/dealers/dealer-screen.tsx'] },
  '/blog': { modules: ['src/features/blog/blog-screen.tsx'] },
  '/blog/:slug': { modules: ['src/features/blog/article-screen.tsx'] },
  '/login': { modules: account },
  '/account': { modules: account },
  '/subscriptions': { modules: ['src/features/subscribe/choose/subscriptions-screen.tsx'] },
  '/profile': { modules: ['src/features/profile/index.ts'] },
  '/post/ad': { modules: sell },
  '/post/ad/:id': { modules: sell },
}

export const servedPages: readonly ServedPage[] = table.map((page) => ({
  ...page,
  ...firstViews[page.path],
  isDrawn: publicPages.some(({ path }) => path === page.path),
}))

const matchers = servedPages.map((page) => ({ page, expression: pathPattern(page) }))

/** Returns the page of a path; undefined when the app has none. */
export function servedPageOf(path: string): ServedPage | undefined {
  return matchers.find(({ expression }) => expression.test(path))?.page
}

/** Returns a path without its escapes. */
export const decodedPath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    // A path with a broken escape matches no file and no page.
    return path
  }
}
