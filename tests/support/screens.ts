import { setImmediate as nodeImmediate, setTimeout as nodeTimeout } from 'node:timers'
import { cleanup, configure } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterAll, afterEach } from 'vitest'
// Modules that a page imports with its first call: loading them on a busy machine takes longer than a screen is waited for.
import '#contract/blogs.ts'
import '#contract/cars.ts'
import '#contract/reference.ts'
import '#contract/users/dealers.ts'
import '#contract/users/users.ts'

declare global {
  interface Window {
    /** Controls of happy-dom, such as the window size; absent in a real browser. */
    happyDOM?: DetachedWindowAPI
  }
}

// happy-dom has its own setImmediate, which makes transactions of fake-indexeddb end too early.
globalThis.setImmediate = nodeImmediate

// The timeout is long, because only a failing test reaches it.
configure({ asyncUtilTimeout: 30_000 })

// happy-dom has no idle callbacks; each runs at once here.
globalThis.requestIdleCallback = (work) =>
  Number(setTimeout(() => work({ didTimeout: false, timeRemaining: () => 50 }), 0))
globalThis.cancelIdleCallback = (handle) => clearTimeout(handle)

// Each test starts on an empty page with its own path; tests that render on a server have no page.
afterEach(() => {
  if (typeof document === 'undefined') return
  cleanup()
  document.head.replaceChildren()
  document.documentElement.removeAttribute('data-path')
  sessionStorage.clear()
  localStorage.clear()
})

// Pending work of the last test ends while a window exists, because React reads it at every change. The timers are Node's
// own, whatever a test has replaced them with.
afterAll(async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise<void>((next) => void nodeTimeout(next, 1))
})
