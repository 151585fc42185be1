/** Whether this browser wakes the worker to send with the app closed; only Chromium does (S45). */
export function sendsInBackground(): boolean {
  return (
    'serviceWorker' in navigator &&
    typeof ServiceWorkerRegistration !== 'undefined' &&
    'sync' in ServiceWorkerRegistration.prototype
  )
}
