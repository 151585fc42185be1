import { formRoutes, letterRoutes, newsRoutes, ownRoutes } from './own-routes.ts'
import type { AppRoute } from './route-table.ts'

const pages = () => import('../features/pages/index.ts')
const chat = () => import('../features/chat/index.ts')
const account = () => import('../features/account/index.ts')

/** Every address of the app, one line each (R-NAV-01 to R-NAV-29). The first that matches is shown. */
export const routes: readonly AppRoute[] = [
  {
    path: '/',
    title: 'Cars personified',
    load: async () => (await import('./screens/home/home-screen.tsx')).HomeScreen,
  },
  {
    path: '/listings',
    title: 'Cars for sale',
    waiting: 'grid',
    load: async () => (await import('../features/browse/index.ts')).ListingsScreen,
  },
  {
    path: '/listing/:slug',
    title: 'Car',
    ownBar: true,
    load: async () => (await import('./screens/car-detail.tsx')).CarDetailScreen,
  },
  {
    path: '/saved',
    title: 'Saved cars',
    waiting: 'grid',
    noIndex: true,
    load: async () => (await import('../features/saved/index.ts')).SavedScreen,
  },
  {
    path: '/viewed',
    title: 'Recently viewed',
    waiting: 'grid',
    noIndex: true,
    load: async () => (await import('../features/saved/index.ts')).ViewedScreen,
  },
  {
    path: '/compare',
    title: 'Compare cars',
    noIndex: true,
    load: async () => (await import('../features/compare/index.ts')).CompareScreen,
  },
  {
    path: '/storage',
    title: 'Storage on this phone',
    noIndex: true,
    load: async () => (await import('../features/storage/index.ts')).StorageScreen,
  },
  {
    path: '/outbox',
    title: 'Waiting to be sent',
    noIndex: true,
    load: async () => (await import('./screens/outbox-screen.tsx')).OutboxScreen,
  },
  ...newsRoutes,
  ...letterRoutes,
  ...formRoutes,
  { path: '/login', title: 'Login', noIndex: true, load: async () => (await account()).LoginScreen },
  {
    path: '/register',
    title: 'Register',
    noIndex: true,
    load: async () => (await account()).RegisterScreen,
  },
  {
    path: '/forgot-password',
    title: 'Forgot password',
    noIndex: true,
    load: async () => (await account()).ForgotPasswordScreen,
  },
  {
    path: '/reset-password/:id',
    title: 'Reset password',
    noIndex: true,
    load: async () => (await account()).ResetPasswordScreen,
  },
  {
    path: '/user/verify/:id',
    title: 'Verify your e-mail',
    noIndex: true,
    load: async () => (await account()).VerifyScreen,
  },
  {
    path: '/account',
    title: 'Sign-in and security',
    noIndex: true,
    load: async () => (await account()).SecurityScreen,
  },
  ...ownRoutes,
  {
    path: '/chat',
    title: 'Chat',
    noIndex: true,
    load: async () => {
      const [{ subscribersOnly }, { ChatScreen }] = await Promise.all([account(), chat()])
      return subscribersOnly(ChatScreen)
    },
  },
  { path: '/services', title: 'Services', load: async () => (await pages()).loadServices() },
  { path: '/about', title: 'About', load: async () => (await pages()).loadAbout() },
  { path: '/privacy', title: 'Privacy', load: async () => (await pages()).loadPrivacy() },
  { path: '/terms', title: 'Terms', load: async () => (await pages()).loadTerms() },
  { path: '/faqs', title: 'FAQs', load: async () => (await pages()).loadFaqs() },
  {
    path: '/thankyou',
    title: 'Thank you',
    noIndex: true,
    loose: true,
    load: async () => (await import('./screens/thank-you-screen.tsx')).ThankYouWithNewsletter,
  },
]

/** For every other address (R-NAV-29). */
export const loadNotFound: AppRoute['load'] = async () => (await pages()).NotFoundScreen
