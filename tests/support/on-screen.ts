import { vi } from 'vitest'

/**
 * A browser that tells what is on screen, as a test decides: everything at first unless `seen` says otherwise, and what
 * `report` says from then on.
 */
export function stubOnScreen(seen = true): { report: (seen: boolean) => void } {
  const watched = new Set<() => void>()
  let now = seen
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: () => void
      constructor(report: (entries: { isIntersecting: boolean }[], observer: object) => void) {
        this.#tell = () => report([{ isIntersecting: now }], this)
      }
      observe() {
        watched.add(this.#tell)
        this.#tell()
      }
      disconnect() {
        watched.delete(this.#tell)
      }
    },
  )
  return {
    report: (on) => {
      now = on
      for (const tell of watched) tell()
    },
  }
}
