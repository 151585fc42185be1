/** Runs `work` when the page is idle; returns a cancel function. */
export function whenIdle(work: () => void): () => void {
  // Safari has no `requestIdleCallback`.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 1500)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: 5000 })
  return () => window.cancelIdleCallback(handle)
}
