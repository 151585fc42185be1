import { lazy } from 'react'
import { lazyRequired } from '#parts/use-at-rest.ts'

export { EnquiryBox } from './enquiry-box.tsx'
export { canRewrite, isOnItsWay, onItsWayMessage } from './rewrite/can-rewrite.ts'

/** Dialog to change a waiting write. */
export const RewriteDialog = lazyRequired(
  async () => (await import('./rewrite/rewrite-dialog.tsx')).RewriteDialog,
)

/** Separate from the enquiry box, which loads with every car page and must stay small. */
export const ThankYouScreen = lazy(async () => ({
  default: (await import('./thank-you-page.tsx')).ThankYouPage,
}))
