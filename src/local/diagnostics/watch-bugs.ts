import { ignoreExpected, isMissingFile, isOffline, missingFile } from '#contract/values/expected.ts'
import type { BugPorts } from './report-bugs.ts'
import { onEvents, type Events } from '../platform/env.ts'

/** Events of one page that are looked at: a screen that fails at every frame must not cost the phone anything. */
const mostLooks = 50

/**
 * Hears what the page reports as a bug, what is thrown and caught by nobody, and rejections that nobody handles.
 * `route` is the pattern of the current address. Returns an unsubscribe function.
 */
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
    // A script of somebody else says nothing, and neither does a picture.
    if (error !== undefined && error !== null) look(error)
  }
  const unhandled = (event: unknown) => {
    look((event as { reason?: unknown }).reason)
  }
  /** A file of the app that cannot be fetched is a matter of signal, whatever requests it. */
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
