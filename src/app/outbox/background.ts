/** Whether this browser wakes the worker to send with the app closed; only Chromium does (SYNC fact 7). */
export function sendsInBackground(): boolean {
  return (
    'serviceWorker' in navigator &&
    typeof ServiceWorkerRegistration !== 'undefined' &&
    'sync' in ServiceWorkerRegistration.prototype
  )
}
