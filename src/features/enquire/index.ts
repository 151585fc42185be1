import { lazy } from 'react'

export { EnquiryBox } from './enquiry-box.tsx'
export { canRewrite, isOnItsWay, onItsWayMessage } from './rewrite/can-rewrite.ts'
export { LazyRewriteDialog } from './rewrite/rewrite.tsx'

/** Apart from the enquiry box, which comes with every car page and must stay small. */
export const ThankYouScreen = lazy(async () => ({
  default: (await import('./thank-you-page.tsx')).ThankYouPage,
}))
