/** Where in a conversation one reads: pixels between the upper edge of the box and that of a message. */
export interface Anchor {
  id: string
  top: number
}

const key = 'chat-place'

/** What the page before this one left for it; read once, so that nothing of it stays with the tab. */
function readLeft(): [string, Anchor][] {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return text === null ? [] : [JSON.parse(text) as [string, Anchor]]
  } catch {
    return [] // Blocked storage or an older format: the conversation opens at its newest message.
  }
}

/** Where each conversation was left, as long as the page is open; at the bottom where there is none. */
export const scrollPlaces = new Map<string, Anchor>(readLeft())

/**
 * Hands the place over to the page that is loaded in this one's stead, as when a new version is taken. Returns an
 * unsubscribe function.
 */
export function saveScrollPlace(other: string, place: () => Anchor | undefined): () => void {
  const leave = () => {
    const anchor = place()
    try {
      if (anchor) sessionStorage.setItem(key, JSON.stringify([other, anchor]))
    } catch {
      // Blocked storage: as above.
    }
  }
  // The page was not unloaded after all: it knows its places itself.
  const back = () => void readLeft()
  addEventListener('pagehide', leave)
  addEventListener('pageshow', back)
  return () => {
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', back)
  }
}
