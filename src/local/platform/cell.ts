/** One observable value: the only kind of state that the core gives to screens. */
export interface Readable<T> {
  get: () => T
  /** Returns the initial value, which a drawn page shows too: hydration starts from it. */
  first: () => T
  /** Calls the listener after each change; returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}
export interface Cell<T> extends Readable<T> {
  set: (value: T) => void
}

export function cell<T>(initial: T): Cell<T> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    first: () => initial,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
