/** The parts of a browser this needs; a test hands in a small one. */
export interface ScrollWorld {
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
