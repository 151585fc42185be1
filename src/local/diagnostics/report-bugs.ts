import { basePath } from '#contract/http.ts'
import { clientErrorRoutes, mostClientErrors, type ClientError } from '#contract/sync/client-errors.ts'
import { describeBug } from '#contract/values/expected.ts'
import type { Readable } from '../platform/cell.ts'
import type { Env } from '../platform/env.ts'
import type { Connection } from '../sync/reachability.ts'

/**
 * Ports of the bug reporter. It writes a line of this phone's log and a report to the operator, once per bug and page. Its code
 * is loaded with the first bug. A report holds names and code locations, and no text that a person wrote.
 */
export interface BugPorts {
  env: Pick<Env, 'appVersion' | 'beacon'>
  connection: Readable<Connection>
  /** Writes a line of the log; undefined while nothing is stored. */
  engine: Readable<{ note: (event: string, about?: string) => void } | undefined>
}

export function createBugReporter(o: BugPorts): (error: unknown, route: string) => void {
  const known = new Set<string>()
  let unnoted: ClientError[] = []
  let unsent: ClientError[] = []

  function note() {
    const engine = o.engine.get()
    if (!engine) return
    for (const { name, code, route, at } of unnoted)
      engine.note(['bug', name, code, route].filter(Boolean).join(' '), at)
    unnoted = []
  }
  /** Sends each report once; its delivery is not checked, and a failed report is not reported. */
  function send() {
    if (unsent.length === 0 || o.connection.get().state !== 'online') return
    const body = JSON.stringify({ version: o.env.appVersion, errors: unsent })
    unsent = []
    o.env.beacon?.(basePath + clientErrorRoutes.reportClientErrors.path, body)
  }
  o.engine.subscribe(note)
  o.connection.subscribe(send)

  return (error, route) => {
    const bug: ClientError = { ...describeBug(error), route, where: 'page' }
    const words = JSON.stringify(bug)
    if (known.has(words) || known.size >= mostClientErrors) return
    known.add(words)
    unnoted.push(bug)
    unsent.push(bug)
    note()
    send()
  }
}
