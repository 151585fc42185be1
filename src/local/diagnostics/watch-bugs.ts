import { ignoreExpected, isMissingFile, isOffline, missingFile } from '#contract/values/expected.ts'
import type { BugPorts } from './report-bugs.ts'
import { onEvents, type Events } from '../platform/env.ts'

/** Maximum number of events per page: a screen that fails in every frame must not slow down the phone. */
const mostLooks = 50

/** Reports uncaught errors and unhandled rejections. `route` is the current pattern. Returns an unsubscribe function. */
export function watchBugs(window: Events | undefined, route: () => string, ports: BugPorts): () => void {
  let looks = 0
  let reporting: Promise<(error: unknown, route: string) => void> | undefined
  const load = async () => {
    const { createBugReporter } = await import('./report-bugs.ts').catch(missingFile)
    return createBugReporter(ports)
  }
  function look(error: unknown) {
    if (looks++ >= mostLooks) return
    const at = route()
    reporting ??= load()
    reporting
      .then((report) => {
        report(error, at)
      })
      .catch(ignoreExpected('report-bugs', isOffline))
  }
  const failed = (event: unknown) => {
    const { error } = event as { error?: unknown }
    // The event has no error for a script of another origin or a picture.
    if (error !== undefined && error !== null) look(error)
  }
  const unhandled = (event: unknown) => {
    look((event as { reason?: unknown }).reason)
  }
  /** Marks the error of a missing file of the app as a network failure, not as a bug. */
  const missing = (event: unknown) => {
    const { payload } = event as { payload?: unknown }
    if (isMissingFile(payload)) Object.assign(payload as Error, { code: 'network' })
  }
  return onEvents([
    [window, 'vite:preloadError', missing],
    [window, 'error', failed],
    [window, 'unhandledrejection', unhandled],
  ])
}
