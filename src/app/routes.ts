import { pageHead } from '#contract/heads/page-heads.ts'
import type { AppRoute } from './route-table.ts'

const subscribe = () => import('../features/subscribe/index.ts')
const forms = () => import('../features/forms/index.ts')
const pages = () => import('../features/pages/index.ts')
const chat = () => import('../features/chat/index.ts')
const account = () => import('../features/account/index.ts')

/** Every address of the app, one line each (R-NAV-01 to R-NAV-29). The first that matches is shown. */
export const routes: readonly AppRoute[] = [
  {
    ...pageHead('/'),
    load: async () => (await import('./screens/home/home-screen.tsx')).HomeScreen,
  },
  {
    ...pageHead('/listings'),
    waiting: 'grid',
    load: async () => (await import('../features/browse/index.ts')).ListingsScreen,
  },
  {
    ...pageHead('/listing/:slug'),
    ownBar: true,
    load: async () => (await import('./screens/car-detail.tsx')).CarDetailScreen,
  },
  {
    ...pageHead('/saved'),
    waiting: 'grid',
    load: async () => (await import('../features/saved/index.ts')).SavedScreen,
  },
  {
    ...pageHead('/viewed'),
    waiting: 'grid',
    load: async () => (await import('../features/saved/index.ts')).ViewedScreen,
  },
  {
    ...pageHead('/compare'),
    load: async () => (await import('../features/compare/index.ts')).CompareScreen,
  },
  {
    ...pageHead('/storage'),
    load: async () => (await import('../features/storage/index.ts')).StorageScreen,
  },
  {
    ...pageHead('/outbox'),
    load: async () => (await import('./screens/outbox-screen.tsx')).OutboxScreen,
  },
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
    load: async () => (await import('../features/blog/index.ts')).loadBlog(),
  },
  {
    ...pageHead('/blog/:slug'),
    load: async () => (await import('../features/blog/index.ts')).loadArticle(),
  },
  {
    ...pageHead('/newsletter/confirm/:token'),
    load: async () => (await forms()).loadConfirm(),
  },
  {
    ...pageHead('/newsletter/unsubscribe/:token'),
    load: async () => (await forms()).loadUnsubscribe(),
  },
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
  { ...pageHead('/login'), load: async () => (await account()).LoginScreen },
  {
    ...pageHead('/register'),
    load: async () => (await account()).RegisterScreen,
  },
  {
    ...pageHead('/forgot-password'),
    load: async () => (await account()).ForgotPasswordScreen,
  },
  {
    ...pageHead('/reset-password/:id'),
    load: async () => (await account()).ResetPasswordScreen,
  },
  {
    ...pageHead('/user/verify/:id'),
    load: async () => (await account()).VerifyScreen,
  },
  {
    ...pageHead('/account'),
    load: async () => (await account()).SecurityScreen,
  },
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
  {
    ...pageHead('/chat'),
    load: async () => {
      const [{ subscribersOnly }, { ChatScreen }] = await Promise.all([account(), chat()])
      return subscribersOnly(ChatScreen)
    },
  },
  { ...pageHead('/services'), load: async () => (await pages()).loadServices() },
  { ...pageHead('/about'), load: async () => (await pages()).loadAbout() },
  { ...pageHead('/privacy'), load: async () => (await pages()).loadPrivacy() },
  { ...pageHead('/terms'), load: async () => (await pages()).loadTerms() },
  { ...pageHead('/faqs'), load: async () => (await pages()).loadFaqs() },
  {
    ...pageHead('/thankyou'),
    loose: true,
    load: async () => (await import('./screens/thank-you-screen.tsx')).ThankYouWithNewsletter,
  },
]

/** For every other address (R-NAV-29). */
export const loadNotFound: AppRoute['load'] = async () => (await pages()).NotFoundScreen
