import { setImmediate as afterIO } from 'node:timers'
import { afterEach } from 'vitest'
import { noteBug, takeBugs } from './bugs.ts'

// Makes reported bugs and unhandled rejections fail the test in which they happen.
globalThis.reportError = noteBug
// Test files of one worker share this listener.
if (!process.listeners('unhandledRejection').includes(noteBug)) process.on('unhandledRejection', noteBug)

afterEach(async () => {
  // Node reports an unhandled rejection after the microtasks of the test.
  await new Promise<void>((done) => void afterIO(done))
  const bugs = takeBugs()
  if (bugs.length > 0)
    throw new AggregateError(bugs, `Reported as a bug: ${bugs.map((bug) => String(bug)).join('; ')}`)
})
