/** Scroll position in a conversation: a message, and the pixels from the upper edge of the box to that of the message. */
export interface Anchor {
  id: string
  top: number
}

const key = 'chat-place'

/** Reads and removes the position that the previous page stored, so that it applies once. */
function readLeft(): [string, Anchor][] {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return text === null ? [] : [JSON.parse(text) as [string, Anchor]]
  } catch {
    return [] // Blocked storage or an older format: the conversation opens at its newest message.
  }
}

/** Scroll positions of the conversations while the page is open; a conversation without one opens at the bottom. */
export const scrollPlaces = new Map<string, Anchor>(readLeft())

/** Passes the scroll position to the page that replaces this one, as after an update. Returns an unsubscribe function. */
export function saveScrollPlace(other: string, place: () => Anchor | undefined): () => void {
  const leave = () => {
    const anchor = place()
    try {
      if (anchor) sessionStorage.setItem(key, JSON.stringify([other, anchor]))
    } catch {
      // Storage is blocked: the conversation opens at its newest message.
    }
  }
  // The page came back from the back/forward cache with its positions in memory, so the stored one is removed.
  const back = () => void readLeft()
  addEventListener('pagehide', leave)
  addEventListener('pageshow', back)
  return () => {
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', back)
  }
}
