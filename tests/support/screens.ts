import { setImmediate as nodeImmediate, setTimeout as nodeTimeout } from 'node:timers'
import { cleanup, configure } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterAll, afterEach } from 'vitest'
// What a page fetches with its first call: to load it takes a busy machine longer than a screen is waited for.
import '#contract/blogs.ts'
import '#contract/cars.ts'
import '#contract/reference.ts'
import '#contract/users/dealers.ts'
import '#contract/users/users.ts'

declare global {
  interface Window {
    /** The window's own controls, such as its size; absent in a real browser. */
    happyDOM?: DetachedWindowAPI
  }
}

// happy-dom brings a setImmediate of its own, which lets transactions of fake-indexeddb end too early.
globalThis.setImmediate = nodeImmediate

// What a screen waits for has come long before this, unless it never comes.
configure({ asyncUtilTimeout: 30_000 })

// happy-dom knows no idle moments; each comes at once here.
globalThis.requestIdleCallback = (work) =>
  Number(setTimeout(() => work({ didTimeout: false, timeRemaining: () => 50 }), 0))
globalThis.cancelIdleCallback = (handle) => clearTimeout(handle)

// Each test starts on an empty page at an address of its own; tests that render on a server have no page.
afterEach(() => {
  if (typeof document === 'undefined') return
  cleanup()
  document.head.replaceChildren()
  document.documentElement.removeAttribute('data-path')
  sessionStorage.clear()
  localStorage.clear()
})

// What the last test of a file left under way ends while there is still a window: React asks for it at every change.
// The timers are Node's own, whatever a test has put in their place.
afterAll(async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise<void>((next) => void nodeTimeout(next, 1))
})
