import { type ComponentType, useCallback, useState } from 'react'
import { useNotify } from './layer/snackbar.tsx'

/**
 * Loads a component when `want` is first called; the component is undefined until then. `want` calls `there` when the component
 * is loaded and `missing` when its code cannot be loaded; the default of `missing` shows the message.
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
