export { EnquiryBox } from './enquiry-box.tsx'
export { canRewrite, isOnItsWay, onItsWay } from './rewrite/can-rewrite.ts'
export { LazyRewriteDialog } from './rewrite/rewrite.tsx'
export { ThankYouScreen } from './thank-you.tsx'
