import { isPassing } from '#local/worker'
import { basePath } from '#contract/http.ts'
import { describeBug, ignoreExpected, isMissingFile, isAborted } from '#contract/values/expected.ts'

/** Maximum bugs that one run of the worker reports. */
export const mostBugs = 5

/**
 * Reports uncaught errors and unhandled rejections of the worker: open pages log them, the operator gets a report. Each bug
 * is reported once; without a network it is only in the log.
 */
export function watchWorkerBugs(o: {
  scope: Pick<EventTarget, 'addEventListener'>
  /** Name of the build. */
  version: string
  pages: () => Promise<readonly { postMessage: (message: unknown) => void }[]>
  network: (url: string, init: RequestInit) => Promise<Response>
}): void {
  const known = new Set<string>()
  async function report(error: unknown) {
    const bug = describeBug(error)
    const words = JSON.stringify(bug)
    if (known.has(words) || known.size >= mostBugs) return
    known.add(words)
    for (const page of await o.pages()) page.postMessage({ type: 'BUG', bug })
    await o.network(`${basePath}client-errors`, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        version: o.version,
        errors: [{ ...bug, route: '/sw.js', where: 'worker' }],
      }),
    })
  }
  const look = (error: unknown) => {
    report(error).catch(ignoreExpected('report-bugs', isMissingFile, isAborted))
  }
  o.scope.addEventListener('error', (event) => {
    look((event as ErrorEvent).error)
  })
  o.scope.addEventListener('unhandledrejection', (event) => {
    const { reason } = event as PromiseRejectionEvent
    // A promise that is handed to the browser may fail for lack of network or space. The caller sees that failure, or the
    // work is repeated, so it is no bug.
    if (!isPassing(reason)) look(reason)
  })
}
