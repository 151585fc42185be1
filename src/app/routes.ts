import { type PagePath, type PageRow, pages as table } from '#contract/pages.ts'
import type { AppRoute } from './navigation/matching-route.ts'

const subscribe = () => import('../features/subscribe/index.ts')
const forms = () => import('../features/forms/index.ts')
const pages = () => import('../features/pages/index.ts')
const chat = () => import('../features/chat/index.ts')
const account = () => import('../features/account/index.ts')

/** The screen of every page. */
const screens: Record<PagePath, Omit<AppRoute, keyof PageRow>> = {
  '/': {
    load: async () => (await import('./screens/home/home-screen.tsx')).HomeScreen,
  },
  '/listings': {
    waiting: 'grid',
    load: async () => (await import('../features/browse/index.ts')).ListingsScreen,
  },
  '/listing/:slug': {
    ownBar: true,
    load: async () => (await import('./screens/car-detail.tsx')).CarDetailScreen,
  },
  '/saved': {
    waiting: 'grid',
    load: async () => (await import('../features/saved/index.ts')).SavedScreen,
  },
  '/viewed': {
    waiting: 'grid',
    load: async () => (await import('../features/saved/index.ts')).ViewedScreen,
  },
  '/compare': {
    load: async () => (await import('../features/compare/index.ts')).CompareScreen,
  },
  '/storage': {
    load: async () => (await import('../features/storage/index.ts')).StorageScreen,
  },
  '/outbox': {
    load: async () => (await import('./screens/outbox-screen.tsx')).OutboxScreen,
  },
  '/dealers': {
    waiting: 'grid',
    load: async () => (await import('../features/dealers/index.ts')).loadDealers(),
  },
  '/dealer/:id': {
    waiting: 'grid',
    load: async () => (await import('../features/dealers/index.ts')).loadDealer(),
  },
  '/blog': {
    waiting: 'grid',
    load: async () => (await import('../features/blog/index.ts')).loadBlog(),
  },
  '/blog/:slug': {
    load: async () => (await import('../features/blog/index.ts')).loadArticle(),
  },
  '/newsletter/confirm/:token': {
    load: async () => (await forms()).loadConfirm(),
  },
  '/newsletter/unsubscribe/:token': {
    load: async () => (await forms()).loadUnsubscribe(),
  },
  '/insurance': { load: async () => (await forms()).loadInsurance() },
  '/book-test-drive': {
    load: async () => (await forms()).loadBookTestDrive(),
  },
  '/test-drive/:token': {
    load: async () => (await forms()).loadTestDriveByLink(),
  },
  '/contact': { load: async () => (await forms()).loadContact() },
  '/login': { load: async () => (await account()).LoginScreen },
  '/register': {
    load: async () => (await account()).RegisterScreen,
  },
  '/forgot-password': {
    load: async () => (await account()).ForgotPasswordScreen,
  },
  '/reset-password/:id': {
    load: async () => (await account()).ResetPasswordScreen,
  },
  '/user/verify/:id': {
    load: async () => (await account()).VerifyScreen,
  },
  '/account': {
    load: async () => (await account()).SecurityScreen,
  },
  '/subscriptions': {
    load: async () => (await subscribe()).loadSubscriptions(),
  },
  '/order/:id': {
    load: async () => (await subscribe()).loadOrder(),
  },
  '/receipt/:id': {
    load: async () => (await subscribe()).loadReceipt(),
  },
  '/profile': {
    load: async () => (await import('../features/profile/index.ts')).ProfileScreen,
  },
  '/admin': {
    load: async () => (await import('../features/admin/index.ts')).AdminScreen,
  },
  '/import': {
    load: async () => (await import('../features/import/index.ts')).ImportScreen,
  },
  '/post/ad': {
    ownBar: true,
    load: async () => (await import('../features/sell/index.ts')).SellScreen,
  },
  '/post/ad/:id': {
    ownBar: true,
    load: async () => (await import('../features/sell/index.ts')).EditAdScreen,
  },
  '/chat': {
    load: async () => {
      const [{ subscribersOnly }, { ChatScreen }] = await Promise.all([account(), chat()])
      return subscribersOnly(ChatScreen)
    },
  },
  '/services': { load: async () => (await pages()).loadServices() },
  '/about': { load: async () => (await pages()).loadAbout() },
  '/privacy': { load: async () => (await pages()).loadPrivacy() },
  '/terms': { load: async () => (await pages()).loadTerms() },
  '/faqs': { load: async () => (await pages()).loadFaqs() },
  '/thankyou': {
    load: async () => (await import('./screens/thank-you-screen.tsx')).ThankYouWithNewsletter,
  },
}

/** Every page with its screen (R-NAV-01 to R-NAV-28). */
export const appRoutes: readonly AppRoute[] = table.map((page) => ({ ...page, ...screens[page.path] }))

/** For every other address (R-NAV-29). */
export const loadNotFound: AppRoute['load'] = async () => (await pages()).NotFoundScreen
