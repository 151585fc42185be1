import { isPassing } from '#local/worker'
import { basePath } from '#contract/http.ts'
import { describeBug, ignoreExpected, isMissingFile, isAborted } from '#contract/values/expected.ts'

/** Bugs that one life of the worker reports. */
export const mostBugs = 5

/**
 * Reports what is thrown in the worker and caught by nobody, and rejections that nobody handles: open pages write
 * it into their log, the operator gets a report. Once; without a network it is in the log alone.
 */
export function watchWorkerBugs(o: {
  scope: Pick<EventTarget, 'addEventListener'>
  /** Names the build. */
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
    // What is handed to the browser may fail for want of a network or of room: it fails for the caller, or comes back.
    if (!isPassing(reason)) look(reason)
  })
}
