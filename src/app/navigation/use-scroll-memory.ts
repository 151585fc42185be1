import { useEffect } from 'react'

/** The parts of a browser this needs; a test hands in a small one. */
interface ScrollWorld {
  scrollY: () => number
  scrollTo: (y: number) => void
  /** Names the history entry at hand. */
  entry: () => string
  pathname: () => string
  /** Tells whenever the height of the page changes, until the returned function is called. */
  onGrow: (work: () => void) => () => void
}

/**
 * Back and Forward return to where a page was left, also when its content arrives late; a new page starts at the top;
 * a changed query on the same page (a filter) leaves the place alone.
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
    /** The person scrolled, or a restore did. While a restore waits for content, the place is not yet known. */
    scrolled: () => {
      if (!stopWaiting) places.set(entry, world.scrollY())
    },
    /** A person's own wheel, finger or key ends the waiting. */
    giveUp,
    /** After pushState or replaceState. */
    moved: () => {
      const before = path
      entry = world.entry()
      path = world.pathname()
      if (path === before) return
      giveUp()
      world.scrollTo(0)
    },
    /**
     * The page was loaded: a reload returns to its place, and a person who has begun to scroll stays where they are. In
     * a drawn
     * page they may have scrolled, and may leave it, without scrolling again: that place is remembered as well.
     */
    begun: () => {
      const place = places.get(entry)
      if (place === undefined) places.set(entry, world.scrollY())
      else restore(place)
    },
    /** After Back or Forward. */
    returned: () => {
      entry = world.entry()
      path = world.pathname()
      restore(places.get(entry) ?? 0)
    },
  }
}

const storeKey = 'scroll-places'
/** The newest entries are enough; a tab lives long. */
const most = 50

interface Entries {
  currentEntry?: { key: string } | null
}

function readPlaces(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storeKey) ?? '[]') as [string, number][])
  } catch {
    return new Map() // Blocked storage or an old format: every page starts at the top.
  }
}
/** Whether the places outlive a reload; with blocked storage they live as long as the page does. */
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
