import { type PagePath, pages as table } from '#contract/pages.ts'
import type { AppRoute } from './navigation/matching-route.ts'

const subscribe = () => import('../features/subscribe/index.ts')
const forms = () => import('../features/forms/index.ts')
const pages = () => import('../features/pages/index.ts')
const account = () => import('../features/account/index.ts')

/** The screen of every page. */
const screens: Record<PagePath, AppRoute['load']> = {
  '/': async () => (await import('./screens/home/home-screen.tsx')).HomeScreen,
  '/listings': async () => (await import('../features/browse/index.ts')).ListingsScreen,
  '/listing/:slug': async () => (await import('./screens/car-detail.tsx')).CarDetailScreen,
  '/saved': async () => (await import('../features/saved/index.ts')).SavedScreen,
  '/viewed': async () => (await import('../features/saved/index.ts')).ViewedScreen,
  '/compare': async () => (await import('../features/compare/index.ts')).CompareScreen,
  '/storage': async () => (await import('../features/storage/index.ts')).StorageScreen,
  '/outbox': async () => (await import('./screens/outbox-screen.tsx')).OutboxScreen,
  '/dealers': async () => (await import('../features/dealers/index.ts')).loadDealers(),
  '/dealer/:id': async () => (await import('../features/dealers/index.ts')).loadDealer(),
  '/blog': async () => (await import('../features/blog/index.ts')).loadBlog(),
  '/blog/:slug': async () => (await import('../features/blog/index.ts')).loadArticle(),
  '/newsletter/confirm/:token': async () => (await forms()).loadConfirm(),
  '/newsletter/unsubscribe/:token': async () => (await forms()).loadUnsubscribe(),
  '/insurance': async () => (await forms()).loadInsurance(),
  '/book-test-drive': async () => (await forms()).loadBookTestDrive(),
  '/test-drive/:token': async () => (await forms()).loadTestDriveByLink(),
  '/contact': async () => (await forms()).loadContact(),
  '/login': async () => (await account()).LoginScreen,
  '/register': async () => (await account()).RegisterScreen,
  '/forgot-password': async () => (await account()).ForgotPasswordScreen,
  '/reset-password/:id': async () => (await account()).ResetPasswordScreen,
  '/user/verify/:id': async () => (await account()).VerifyScreen,
  '/account': async () => (await account()).SecurityScreen,
  '/subscriptions': async () => (await subscribe()).loadSubscriptions(),
  '/order/:id': async () => (await subscribe()).loadOrder(),
  '/receipt/:id': async () => (await subscribe()).loadReceipt(),
  '/profile': async () => (await import('../features/profile/index.ts')).ProfileScreen,
  '/admin': async () => (await import('../features/admin/index.ts')).AdminScreen,
  '/import': async () => (await import('../features/import/index.ts')).ImportScreen,
  '/post/ad': async () => (await import('../features/sell/index.ts')).SellScreen,
  '/post/ad/:id': async () => (await import('../features/sell/index.ts')).EditAdScreen,
  '/chat': async () => {
    const [{ subscribersOnly }, { ChatScreen }] = await Promise.all([
      account(),
      import('../features/chat/index.ts'),
    ])
    return subscribersOnly(ChatScreen)
  },
  '/services': async () => (await pages()).loadServices(),
  '/about': async () => (await pages()).loadAbout(),
  '/privacy': async () => (await pages()).loadPrivacy(),
  '/terms': async () => (await pages()).loadTerms(),
  '/faqs': async () => (await pages()).loadFaqs(),
  '/thankyou': async () => (await import('./screens/thank-you-screen.tsx')).ThankYouWithNewsletter,
}
/** Pages whose loading skeleton is a grid of cards. */
const grids: ReadonlySet<PagePath> = new Set([
  '/listings',
  '/saved',
  '/viewed',
  '/dealers',
  '/dealer/:id',
  '/blog',
])
const ownBars: ReadonlySet<PagePath> = new Set(['/listing/:slug', '/post/ad', '/post/ad/:id'])

/** Every page with its screen (R-NAV-01 to R-NAV-28). */
export const appRoutes: readonly AppRoute[] = table.map((page) => ({
  ...page,
  load: screens[page.path],
  waiting: grids.has(page.path) ? 'grid' : 'page',
  ownBar: ownBars.has(page.path),
}))

/** Loads the screen for every other address (R-NAV-29). */
export const loadNotFound: AppRoute['load'] = async () => (await pages()).NotFoundScreen
