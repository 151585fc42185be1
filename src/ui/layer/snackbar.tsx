import { createContext, type ReactNode, useContext } from 'react'

export interface Notice {
  message: string
  severity: 'success' | 'error' | 'info'
  /** In bold before the message. */
  title?: string
  action?: { label: string; run: () => void }
  /** Stays until it is closed or acted upon. */
  sticky?: boolean
}
export type Notify = (notice: Notice) => void

const nowhere: Notify = () => {}
const NotifyContext = createContext<Notify>(nowhere)

/** Puts the snackbar within reach; outside of it notices go nowhere. */
export function NotifyProvider({ notify, children }: { notify: Notify; children: ReactNode }) {
  return <NotifyContext value={notify}>{children}</NotifyContext>
}

/** Says something in passing: `notify({ severity: 'success', message: 'Saved' })`. */
export function useNotify(): Notify {
  return useContext(NotifyContext)
}
