export { EnquiryBox } from './enquiry-box.tsx'
export { ThankYouScreen } from './thank-you.tsx'
