export { EnquiryBox } from './enquiry-box.tsx'
export { canRewrite, isOnItsWay, onItsWayMessage } from './rewrite/can-rewrite.ts'
export { LazyRewriteDialog } from './rewrite/rewrite.tsx'
export { ThankYouScreen } from './thank-you.tsx'
