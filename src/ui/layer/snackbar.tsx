import { createContext, useContext } from 'react'

export interface Notice {
  message: string
  severity: 'success' | 'error' | 'info'
  /** Bold text before the message. */
  title?: string
  action?: { label: string; run: () => void }
  /** Whether the notice stays until it is closed or its action is used. */
  sticky?: boolean
}
export type Notify = (notice: Notice) => void

/** Provides the function that shows a notice; outside of a host it drops the notice. */
export const NotifyContext = createContext<Notify>(() => {})

/** Returns the function that shows a notice: `notify({ severity: 'success', message: 'Saved' })`. */
export function useNotify(): Notify {
  return useContext(NotifyContext)
}
