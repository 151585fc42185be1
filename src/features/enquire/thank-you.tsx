import { lazy } from 'react'

const Loaded = lazy(async () => ({ default: (await import('./thank-you-page.tsx')).ThankYouPage }))

/** Apart from the enquiry box, which comes with every car page and must stay small. */
export function ThankYouScreen() {
  return <Loaded />
}
