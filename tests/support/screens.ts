import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Each test starts on an empty page at an address of its own; tests that render on a server have no page.
afterEach(() => {
  if (typeof document === 'undefined') return
  cleanup()
  document.head.replaceChildren()
  document.documentElement.removeAttribute('data-navigated')
  sessionStorage.clear()
  localStorage.clear()
})
