import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useOnDemand } from '../use-on-demand.ts'
import { useNotify } from './snackbar.tsx'

type ShowError = (message: string) => void
const ErrorAlertContext = createContext<ShowError>(() => {})
const load = async () => (await import('./error-dialog.tsx')).ErrorDialog

/** Holds the alert titled "Error" that shows the server's message. Its code is fetched when it is first needed. */
export function ErrorAlertHost({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<string>()
  const [open, setOpen] = useState(false)
  const notify = useNotify()
  const [ErrorDialog, want] = useOnDemand(load)
  const show = useCallback(
    (text: string) => {
      const put = () => {
        setMessage(text)
        setOpen(true)
      }
      // Without signal the dialog's code may be out of reach; the words must not be.
      want(put, () => notify({ severity: 'error', title: 'Error', message: text }))
    },
    [want, notify],
  )
  return (
    <ErrorAlertContext value={show}>
      {children}
      {ErrorDialog && message !== undefined && (
        <ErrorDialog open={open} message={message} onClose={() => setOpen(false)} />
      )}
    </ErrorAlertContext>
  )
}

/** `const showError = useErrorAlert(); showError(error.message)` */
export function useErrorAlert(): ShowError {
  return useContext(ErrorAlertContext)
}
