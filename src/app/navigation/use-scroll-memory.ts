import { useEffect } from 'react'

/** The parts of a browser that the scroll memory needs; a test passes its own. */
interface ScrollWorld {
  scrollY: () => number
  scrollTo: (y: number) => void
  /** Returns the key of the current history entry. */
  entry: () => string
  pathname: () => string
  /** Calls `work` when the height of the page changes; returns an unsubscribe function. */
  onGrow: (work: () => void) => () => void
}

/**
 * Restores scroll positions. Back and Forward return to the position at which a page was left, also when its content loads
 * late. A new page starts at the top. A changed query on the same page (a filter) does not scroll.
 */
export function createScrollMemory(world: ScrollWorld, places = new Map<string, number>()) {
  let entry = world.entry()
  let path = world.pathname()
  let stopWaiting: (() => void) | undefined
  const giveUp = () => {
    stopWaiting?.()
    stopWaiting = undefined
  }
  const restore = (y: number) => {
    giveUp()
    const reached = () => {
      world.scrollTo(y)
      return Math.abs(world.scrollY() - y) <= 1
    }
    if (reached()) return
    stopWaiting = world.onGrow(() => {
      if (reached()) giveUp()
    })
  }
  return {
    places,
    /** Records the position after a scroll. While a restore waits for content, the position is not known yet. */
    scrolled: () => {
      if (!stopWaiting) places.set(entry, world.scrollY())
    },
    /** Ends a waiting restore when the person uses the wheel, a finger or a key. */
    giveUp,
    /** Handles pushState and replaceState. */
    moved: () => {
      const before = path
      entry = world.entry()
      path = world.pathname()
      if (path === before) return
      giveUp()
      world.scrollTo(0)
    },
    /**
     * Handles the load of the page: a reload restores its position. In a drawn page a person may have scrolled before this code
     * ran, and may leave without scrolling again: that position is recorded and stays.
     */
    begun: () => {
      const place = places.get(entry)
      if (place === undefined) places.set(entry, world.scrollY())
      else restore(place)
    },
    /** Handles Back and Forward. */
    returned: () => {
      entry = world.entry()
      path = world.pathname()
      restore(places.get(entry) ?? 0)
    },
  }
}

const storeKey = 'scroll-places'
/** Number of history entries whose positions are stored. */
const most = 50

interface Entries {
  currentEntry?: { key: string } | null
}

function readPlaces(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storeKey) ?? '[]') as [string, number][])
  } catch {
    return new Map() // Storage is blocked or has an old format: every page starts at the top.
  }
}
/** Stores the positions for a reload; returns false when the storage is blocked. */
function writePlaces(places: ReadonlyMap<string, number>): boolean {
  try {
    sessionStorage.setItem(storeKey, JSON.stringify([...places].slice(-most)))
    return true
  } catch {
    return false
  }
}

/** Connects the scroll memory to this window. */
export function useScrollMemory(): void {
  useEffect(() => {
    const { navigation } = window as { navigation?: Entries }
    const memory = createScrollMemory(
      {
        scrollY: () => window.scrollY,
        scrollTo: (y) => window.scrollTo(0, y),
        entry: () => navigation?.currentEntry?.key ?? location.pathname + location.search,
        pathname: () => location.pathname,
        onGrow: (work) => {
          const watcher = new ResizeObserver(work)
          watcher.observe(document.documentElement)
          return () => watcher.disconnect()
        },
      },
      readPlaces(),
    )
    const before = history.scrollRestoration
    history.scrollRestoration = 'manual'
    const keep = () => void writePlaces(memory.places)
    const on: [string, () => void][] = [
      ['pushState', memory.moved],
      ['replaceState', memory.moved],
      ['popstate', memory.returned],
      ['scroll', memory.scrolled],
      ['wheel', memory.giveUp],
      ['touchstart', memory.giveUp],
      ['keydown', memory.giveUp],
      ['pagehide', keep],
    ]
    for (const [type, work] of on) addEventListener(type, work, { passive: true })
    memory.begun()
    return () => {
      for (const [type, work] of on) removeEventListener(type, work)
      history.scrollRestoration = before
    }
  }, [])
}
