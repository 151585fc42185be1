import { lazy, Suspense } from 'react'
import type { AlertButton as Button } from './alert-button.tsx'

/** Without signal its code may not come; the search goes on without it. */
const NoAlert: typeof Button = () => null
const AlertButton = lazy(() =>
  import('./alert-button.tsx').then(
    (part) => ({ default: part.AlertButton }),
    () => ({ default: NoAlert }),
  ),
)

/** Offers an e-mail alert for a model of which no car is for sale. */
export function AlertChip({ model }: { model: string }) {
  return (
    <Suspense fallback={null}>
      <AlertButton model={model} />
    </Suspense>
  )
}
