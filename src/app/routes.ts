import { pageHead } from '#contract/heads/page-heads.ts'
import { formRoutes, letterRoutes, newsRoutes, ownRoutes } from './own-routes.ts'
import type { AppRoute } from './route-table.ts'

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
  ...newsRoutes,
  ...letterRoutes,
  ...formRoutes,
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
  ...ownRoutes,
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
