import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useOnDemand } from '../use-on-demand.ts'
import { useNotify } from './snackbar.tsx'

type ShowError = (message: string) => void
const ErrorAlertContext = createContext<ShowError>(() => {})
const load = async () => (await import('./error-dialog.tsx')).ErrorDialog

/**
 * Provides the alert titled "Error" that shows the server's messages one after the other; an equal message is shown once. The
 * code of the dialog is fetched with the first message.
 */
export function ErrorAlertHost({ children }: { children: ReactNode }) {
  const [unread, setUnread] = useState<readonly string[]>([])
  const notify = useNotify()
  const [ErrorDialog, want] = useOnDemand(load)
  const show = useCallback(
    (text: string) => {
      const put = () => setUnread((all) => [...new Set([...all, text])])
      // Without a connection the code of the dialog may be unavailable; a notice then shows the message.
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

/** Returns the function that shows an error: `const showError = useErrorAlert(); showError(error.message)`. */
export function useErrorAlert(): ShowError {
  return useContext(ErrorAlertContext)
}
