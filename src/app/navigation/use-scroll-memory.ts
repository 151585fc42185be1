import { useEffect } from 'react'
import { createScrollMemory } from './scroll-memory.ts'

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
