import { lazy, type ReactNode } from 'react'

const Loaded = lazy(async () => ({ default: (await import('./thank-you-page.tsx')).ThankYouPage }))

/** Apart from the enquiry box, which comes with every car page and must stay small. */
export function ThankYouScreen({ children }: { children?: ReactNode }) {
  return <Loaded>{children}</Loaded>
}
