export { NewsletterForm } from './newsletter/newsletter.tsx'

/** Each form has a chunk of its own, which loads when a person opens it. */
export const loadBookTestDrive = async () =>
  (await import('./test-drive/book-test-drive-screen.tsx')).BookTestDriveScreen
export const loadContact = async () => (await import('./contact-screen.tsx')).ContactScreen
export const loadInsurance = async () => (await import('./insurance-screen.tsx')).InsuranceScreen

/** Screens behind links in e-mails. */
export const loadConfirm = async () => (await import('./newsletter/link-screens.tsx')).ConfirmScreen
export const loadUnsubscribe = async () => (await import('./newsletter/link-screens.tsx')).UnsubscribeScreen
export const loadTestDriveByLink = async () =>
  (await import('./test-drive/test-drive-by-link-screen.tsx')).TestDriveByLinkScreen
