import { type ComponentType, useCallback, useState } from 'react'
import { useNotify } from './layer/snackbar.tsx'

/**
 * A part whose code comes when it is first wanted; undefined until then. `want` calls `there` as soon as it can be shown, and
 * `missing` where its code cannot be had; without that the message is shown.
 */
export function useOnDemand<P>(load: () => Promise<ComponentType<P>>, message?: string) {
  const notify = useNotify()
  const [Part, setPart] = useState<ComponentType<P>>()
  const want = useCallback(
    (there: () => void, missing = () => message && notify({ severity: 'error', message })) =>
      void load().then((part) => {
        setPart(() => part)
        there()
      }, missing),
    [load, notify, message],
  )
  return [Part, want] as const
}
