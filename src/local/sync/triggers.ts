import { onEvents, type Events } from '../platform/env.ts'

/** Why the sender is woken: everything that makes it worth looking whether something can be sent now. */
export type Reason =
  | 'start'
  | 'enqueue'
  | 'online'
  | 'visible'
  | 'pageshow'
  | 'focus'
  | 'resume'
  | 'login'
  | 'answer'
  | 'timer'
  | 'manual'
  | 'connection'
  | 'worker'

export interface TriggerPorts {
  window: Events | undefined
  document: Events | undefined
  isVisible: () => boolean
  kick: (reason: 'online' | 'visible' | 'pageshow' | 'focus' | 'resume') => void
  /** The browser's opinion of the network changed. */
  hint: () => void
  /** Another tab wrote to the storage. */
  storage: () => void
}

/** Listens to the page. Returns an unsubscribe function. */
export const listen = (p: TriggerPorts): (() => void) =>
  onEvents([
    [
      p.window,
      'online',
      () => {
        p.hint()
        p.kick('online')
      },
    ],
    [p.window, 'offline', p.hint],
    [p.window, 'pageshow', () => p.kick('pageshow')],
    [p.window, 'focus', () => p.kick('focus')],
    [p.document, 'resume', () => p.kick('resume')],
    [p.window, 'storage', p.storage],
    [p.document, 'visibilitychange', () => p.isVisible() && p.kick('visible')],
  ])
