import { lazy, Suspense, useState } from 'react'
import type { RewriteProps } from './rewrite-dialog.tsx'

const Loaded = lazy(async () => ({ default: (await import('./rewrite-dialog.tsx')).RewriteDialog }))

/** Other words for something that waits; the form's code comes when it is first opened. */
export function LazyRewriteDialog(props: RewriteProps) {
  const [opened, setOpened] = useState(props.open)
  if (props.open && !opened) setOpened(true)
  return <Suspense fallback={null}>{opened && <Loaded {...props} />}</Suspense>
}
