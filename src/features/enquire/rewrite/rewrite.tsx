import { lazy, Suspense, useState } from 'react'
import type { RewriteProps } from './rewrite-dialog.tsx'

const Loaded = lazy(async () => ({ default: (await import('./rewrite-dialog.tsx')).RewriteDialog }))

/** Other words for something that waits; the form's code comes when it is first opened. */
export function RewriteDialog(props: RewriteProps) {
  const [asked, setAsked] = useState(props.open)
  if (props.open && !asked) setAsked(true)
  return <Suspense fallback={null}>{asked && <Loaded {...props} />}</Suspense>
}
