import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useOnDemand } from '../use-on-demand.ts'
import { useNotify } from './snackbar.tsx'

type ShowError = (message: string) => void
const ErrorAlertContext = createContext<ShowError>(() => {})
const load = async () => (await import('./error-dialog.tsx')).ErrorDialog

/**
 * Holds the alert titled "Error" that shows the server's messages, one after the other; the same words twice are one. Its
 * code is fetched when it is first needed.
 */
export function ErrorAlertHost({ children }: { children: ReactNode }) {
  const [unread, setUnread] = useState<readonly string[]>([])
  const notify = useNotify()
  const [ErrorDialog, want] = useOnDemand(load)
  const show = useCallback(
    (text: string) => {
      const put = () => setUnread((all) => [...new Set([...all, text])])
      // Without signal the dialog's code may be out of reach; the words must not be.
      want(put, () => notify({ severity: 'error', title: 'Error', message: text }))
    },
    [want, notify],
  )
  return (
    <ErrorAlertContext value={show}>
      {children}
      {ErrorDialog && <ErrorDialog unread={unread} onChange={setUnread} />}
    </ErrorAlertContext>
  )
}

/** `const showError = useErrorAlert(); showError(error.message)` */
export function useErrorAlert(): ShowError {
  return useContext(ErrorAlertContext)
}
