import { Suspense } from 'react'
import { lazyPart } from '#parts/use-at-rest.ts'

/** Without signal its code may not come; the search goes on without it. */
const AlertButton = lazyPart(async () => (await import('./alert-button.tsx')).AlertButton)

/** Offers an e-mail alert for a model of which no car is for sale. */
export function AlertChip({ model }: { model: string }) {
  return (
    <Suspense fallback={null}>
      <AlertButton model={model} />
    </Suspense>
  )
}
