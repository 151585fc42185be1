import type { AppRoute } from './route-table.ts'

const subscribe = () => import('../features/subscribe/index.ts')

/** Where people see to their own: the profile, ads of their own, plans and orders. */
export const ownRoutes: readonly AppRoute[] = [
  {
    path: '/subscriptions',
    title: 'Subscriptions',
    load: async () => (await subscribe()).loadSubscriptions(),
  },
  {
    path: '/order/:id',
    title: 'Your order',
    noIndex: true,
    load: async () => (await subscribe()).loadOrder(),
  },
  {
    path: '/receipt/:id',
    title: 'Receipt',
    noIndex: true,
    load: async () => (await subscribe()).loadReceipt(),
  },
  {
    path: '/profile',
    title: 'Profile',
    noIndex: true,
    load: async () => (await import('../features/profile/index.ts')).ProfileScreen,
  },
  {
    path: '/admin',
    title: 'Running the place',
    noIndex: true,
    loose: true,
    load: async () => (await import('../features/admin/index.ts')).AdminScreen,
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

const forms = () => import('../features/forms/index.ts')

/** What links in newsletter letters open. */
export const letterRoutes: readonly AppRoute[] = [
  {
    path: '/newsletter/confirm/:token',
    title: 'Confirm your newsletter',
    noIndex: true,
    load: async () => (await forms()).loadConfirm(),
  },
  {
    path: '/newsletter/unsubscribe/:token',
    title: 'Unsubscribe',
    noIndex: true,
    load: async () => (await forms()).loadUnsubscribe(),
  },
]

/** What everybody may read (R-NAV-05 to R-NAV-08); beside the table because that one may name only so many rooms. */
export const newsRoutes: readonly AppRoute[] = [
  {
    path: '/dealers',
    title: 'Dealers',
    waiting: 'grid',
    load: async () => (await import('../features/dealers/index.ts')).loadDealers(),
  },
  {
    path: '/dealer/:id',
    title: 'Dealer',
    waiting: 'grid',
    load: async () => (await import('../features/dealers/index.ts')).loadDealer(),
  },
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

/** What anybody may write to us or to a seller (R-NAV-09, R-NAV-10, R-NAV-26). */
export const formRoutes: readonly AppRoute[] = [
  { path: '/insurance', title: 'Insurance', load: async () => (await forms()).loadInsurance() },
  {
    path: '/book-test-drive',
    title: 'Book A Test Drive',
    load: async () => (await forms()).loadBookTestDrive(),
  },
  {
    path: '/test-drive/:token',
    title: 'Your test drive',
    noIndex: true,
    load: async () => (await forms()).loadTestDriveByLink(),
  },
  { path: '/contact', title: 'Contact', load: async () => (await forms()).loadContact() },
]
