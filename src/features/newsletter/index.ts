export { NewsletterForm } from './newsletter.tsx'

/** Pages behind links in letters travel by themselves. */
export const loadConfirm = async () => (await import('./confirm-screen.tsx')).ConfirmScreen
export const loadUnsubscribe = async () => (await import('./unsubscribe-screen.tsx')).UnsubscribeScreen
