import { setImmediate as afterIO } from 'node:timers'
import { afterEach } from 'vitest'
import { noteBug, takeBugs } from './bugs.ts'

// What the app reports as a bug, and a rejection that nobody handles, fail the test in which they happen.
globalThis.reportError = noteBug
// Files that share a worker listen once.
if (!process.listeners('unhandledRejection').includes(noteBug))
  // Files that share a process share this one as well.
  if (!process.listeners('unhandledRejection').includes(noteBug)) process.on('unhandledRejection', noteBug)

afterEach(async () => {
  // Node names an unhandled rejection once the microtasks of the test are done.
  await new Promise<void>((done) => void afterIO(done))
  const bugs = takeBugs()
  if (bugs.length > 0)
    throw new AggregateError(bugs, `Reported as a bug: ${bugs.map((bug) => String(bug)).join('; ')}`)
})
