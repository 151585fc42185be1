import { pageHead } from '#contract/heads/page-heads.ts'
import type { AppRoute } from './route-table.ts'

const subscribe = () => import('../features/subscribe/index.ts')

/** Where people see to their own: the profile, ads of their own, plans and orders. */
export const ownRoutes: readonly AppRoute[] = [
  {
    ...pageHead('/subscriptions'),
    load: async () => (await subscribe()).loadSubscriptions(),
  },
  {
    ...pageHead('/order/:id'),
    load: async () => (await subscribe()).loadOrder(),
  },
  {
    ...pageHead('/receipt/:id'),
    load: async () => (await subscribe()).loadReceipt(),
  },
  {
    ...pageHead('/profile'),
    load: async () => (await import('../features/profile/index.ts')).ProfileScreen,
  },
  {
    ...pageHead('/admin'),
    loose: true,
    load: async () => (await import('../features/admin/index.ts')).AdminScreen,
  },
  {
    ...pageHead('/import'),
    load: async () => (await import('../features/import/index.ts')).ImportScreen,
  },
  {
    ...pageHead('/post/ad'),
    ownBar: true,
    load: async () => (await import('../features/sell/index.ts')).SellScreen,
  },
  {
    ...pageHead('/post/ad/:id'),
    ownBar: true,
    load: async () => (await import('../features/sell/index.ts')).EditAdScreen,
  },
]

const forms = () => import('../features/forms/index.ts')

/** What links in newsletter letters open. */
export const letterRoutes: readonly AppRoute[] = [
  {
    ...pageHead('/newsletter/confirm/:token'),
    load: async () => (await forms()).loadConfirm(),
  },
  {
    ...pageHead('/newsletter/unsubscribe/:token'),
    load: async () => (await forms()).loadUnsubscribe(),
  },
]

/** What everybody may read (R-NAV-05 to R-NAV-08); beside the table because that one may name only so many rooms. */
export const newsRoutes: readonly AppRoute[] = [
  {
    ...pageHead('/dealers'),
    waiting: 'grid',
    load: async () => (await import('../features/dealers/index.ts')).loadDealers(),
  },
  {
    ...pageHead('/dealer/:id'),
    waiting: 'grid',
    load: async () => (await import('../features/dealers/index.ts')).loadDealer(),
  },
  {
    ...pageHead('/blog'),
    waiting: 'grid',
    load: async () => (await import('../features/blog/index.ts')).BlogScreen,
  },
  {
    ...pageHead('/blog/:slug'),
    load: async () => (await import('../features/blog/index.ts')).ArticleScreen,
  },
]

/** What anybody may write to us or to a seller (R-NAV-09, R-NAV-10, R-NAV-26). */
export const formRoutes: readonly AppRoute[] = [
  { ...pageHead('/insurance'), load: async () => (await forms()).loadInsurance() },
  {
    ...pageHead('/book-test-drive'),
    load: async () => (await forms()).loadBookTestDrive(),
  },
  {
    ...pageHead('/test-drive/:token'),
    load: async () => (await forms()).loadTestDriveByLink(),
  },
  { ...pageHead('/contact'), load: async () => (await forms()).loadContact() },
]
