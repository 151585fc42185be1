import { createContext, useContext } from 'react'

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

/** Puts the snackbar within reach; outside of it notices go nowhere. */
export const NotifyContext = createContext<Notify>(() => {})

/** Says something in passing: `notify({ severity: 'success', message: 'Saved' })`. */
export function useNotify(): Notify {
  return useContext(NotifyContext)
}
