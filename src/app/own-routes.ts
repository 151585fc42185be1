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
