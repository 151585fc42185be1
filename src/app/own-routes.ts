import type { AppRoute } from './route-table.ts'

/** Where people see to their own: the profile, ads of their own. */
export const ownRoutes: readonly AppRoute[] = [
  {
    path: '/profile',
    title: 'Profile',
    noIndex: true,
    load: async () => (await import('../features/profile/index.ts')).ProfileScreen,
  },
  {
    path: '/import',
    title: 'Import ads',
    noIndex: true,
    load: async () => (await import('../features/import/index.ts')).ImportScreen,
  },
  {
    path: '/post/ad',
    title: 'Sell A Car',
    noIndex: true,
    ownBar: true,
    load: async () => (await import('../features/sell/index.ts')).SellScreen,
  },
  {
    path: '/post/ad/:id',
    title: 'Edit your ad',
    noIndex: true,
    ownBar: true,
    load: async () => (await import('../features/sell/index.ts')).EditAdScreen,
  },
]

/** What everybody may read (R-NAV-07, R-NAV-08); beside the table because that one may name only so many rooms. */
export const newsRoutes: readonly AppRoute[] = [
  {
    path: '/blog',
    title: 'News & Reviews',
    waiting: 'grid',
    load: async () => (await import('../features/blog/index.ts')).BlogScreen,
  },
  {
    path: '/blog/:slug',
    title: 'News & Reviews',
    load: async () => (await import('../features/blog/index.ts')).ArticleScreen,
  },
]
