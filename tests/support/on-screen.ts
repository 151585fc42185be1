import { vi } from 'vitest'

/** Stubs `IntersectionObserver`: everything has the visibility `seen` at first, and that of `report` afterwards. */
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
