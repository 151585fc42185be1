import type { Notify } from '#ui/layer/snackbar.tsx'

/** The part of workbox-window's `Workbox` that is used. */
export interface UpdatableWorker {
  addEventListener: (type: 'waiting' | 'controlling', listener: () => void) => void
  messageSkipWaiting: () => void
}

/** Offers a new version when one waits. The page is loaded again only after its person asked for it. */
export function offerUpdate(worker: UpdatableWorker, notify: Notify, reload: () => void): void {
  let accepted = false
  worker.addEventListener('waiting', () => {
    notify({
      severity: 'info',
      message: 'A new version is ready',
      sticky: true,
      action: {
        label: 'Reload',
        run: () => {
          accepted = true
          worker.messageSkipWaiting()
        },
      },
    })
  })
  // Another tab may have accepted the new version: only the page that was asked reloads.
  worker.addEventListener('controlling', () => {
    if (accepted) reload()
  })
}
