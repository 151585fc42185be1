export { NotFoundScreen } from './not-found-screen.tsx'
export { services } from './services.ts'

/** Each screen with a long text has a chunk of its own, which loads when a person opens it. */
export const loadServices = async () => (await import('./services-screen.tsx')).ServicesScreen
export const loadAbout = async () => (await import('./about-screen.tsx')).AboutScreen
export const loadPrivacy = async () => (await import('./privacy-screen.tsx')).PrivacyScreen
export const loadTerms = async () => (await import('./terms-screen.tsx')).TermsScreen
export const loadFaqs = async () => (await import('./faqs-screen.tsx')).FaqsScreen
