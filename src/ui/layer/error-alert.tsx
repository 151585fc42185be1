import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'
import { useNotify } from './snackbar.tsx'

type ShowError = (message: string) => void
const ErrorAlertContext = createContext<ShowError>(() => {})
const load = async () => ({ default: (await import('./error-dialog.tsx')).ErrorDialog })
const ErrorDialog = lazy(load)

/** Holds the alert titled "Error" that shows the server's message. Its code is fetched when it is first needed. */
export function ErrorAlertHost({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<string>()
  const [open, setOpen] = useState(false)
  const notify = useNotify()
  const show = useCallback(
    (text: string) => {
      const put = () => {
        setMessage(text)
        setOpen(true)
      }
      // Without signal the dialog's code may be out of reach; the words must not be.
      load().then(put, () => notify({ severity: 'error', title: 'Error', message: text }))
    },
    [notify],
  )
  return (
    <ErrorAlertContext value={show}>
      {children}
      {message !== undefined && (
        <Suspense fallback={null}>
          <ErrorDialog open={open} message={message} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </ErrorAlertContext>
  )
}

/** `const showError = useErrorAlert(); showError(error.message)` */
export function useErrorAlert(): ShowError {
  return useContext(ErrorAlertContext)
}
