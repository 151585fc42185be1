/** Pictures still under way when the worker takes over are told to it this much later. */
const laterMs = 4000

/**
 * On a first visit the worker comes after the first pictures. It is told which ones were shown, so that one visit is
 * enough to see them again without signal; the browser's own cache hands them over without a new download.
 */
export function keepPictures(worker: { messageSW: (message: object) => Promise<unknown> }): void {
  const tell = () => {
    const paths = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name, location.href))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/media/'))
      .map(({ pathname }) => pathname)
    // The worker does not answer this message, so nobody waits for it.
    if (paths.length > 0) void worker.messageSW({ type: 'KEEP_PICTURES', paths: [...new Set(paths)] })
  }
  tell()
  setTimeout(tell, laterMs)
}
