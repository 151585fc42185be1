/**
 * On a first visit the worker comes after the first pictures. It is told which ones were shown without it, those still
 * under way when it takes over as soon as they are here, so that one visit is enough to see them again without signal;
 * the browser's own cache hands them over without a new download. The answer ends it.
 */
export function cachePictures(worker: { messageSW: (message: object) => Promise<unknown> }): () => void {
  const tell = (entries: readonly PerformanceEntry[]) => {
    const paths = entries
      // What went through the worker it has seen by itself.
      .filter((entry) => (entry as PerformanceResourceTiming).workerStart === 0)
      .map(({ name }) => new URL(name, location.href))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/media/'))
      .map(({ pathname }) => pathname)
    // The worker does not answer this message, so nobody waits for it.
    if (paths.length > 0) void worker.messageSW({ type: 'KEEP_PICTURES', paths: [...new Set(paths)] })
  }
  tell(performance.getEntriesByType('resource'))
  const observer = new PerformanceObserver((list) => tell(list.getEntries()))
  observer.observe({ type: 'resource' })
  return () => observer.disconnect()
}
