import type { Events } from '../platform/env.ts'

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
export function listen(p: TriggerPorts): () => void {
  const undo: (() => void)[] = []
  const on = (target: Events | undefined, type: string, work: () => void) => {
    target?.addEventListener(type, work)
    undo.push(() => target?.removeEventListener(type, work))
  }
  on(p.window, 'online', () => {
    p.hint()
    p.kick('online')
  })
  on(p.window, 'offline', p.hint)
  const kicks = (target: Events | undefined, reason: 'pageshow' | 'focus' | 'resume') =>
    on(target, reason, () => p.kick(reason))
  kicks(p.window, 'pageshow')
  kicks(p.window, 'focus')
  kicks(p.document, 'resume')
  on(p.window, 'storage', p.storage)
  on(p.document, 'visibilitychange', () => {
    if (p.isVisible()) p.kick('visible')
  })
  return () => {
    for (const off of undo) off()
  }
}
