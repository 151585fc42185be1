import { useState } from 'react'
import type { ShownMessage } from '#local/react'

/** Messages that are put in front or behind at a time, and how many are on the page at most. */
const step = 40
const most = 120

interface Edges {
  /** Id of the first message on the page; undefined: as many as fit before the last. */
  first: string | undefined
  /** Id of the last one; undefined: the newest, whichever that is. */
  last: string | undefined
}

const clamp = (n: number, low: number, high: number) => Math.max(low, Math.min(n, high))

/** Which messages of a long conversation are on the page: a stretch without gaps that moves with the reader. */
export function useLogWindow(messages: readonly ShownMessage[], start?: string) {
  const [edges, setEdges] = useState<Edges>(() => around(messages, start))
  const count = messages.length
  const placeOf = (id: string | undefined, otherwise: number) => {
    const place = id === undefined ? -1 : messages.findIndex((message) => message.id === id)
    return place === -1 ? otherwise : place
  }
  const end = edges.last === undefined ? count : placeOf(edges.last, count - 1) + 1
  const begin = clamp(placeOf(edges.first, end - step), Math.max(0, end - most), end)
  const move = (from: number, to: number) =>
    setEdges({ first: messages[from]?.id, last: to >= count ? undefined : messages[to - 1]?.id })
  // Older messages that come while the oldest one is on the page are put on it at once: a step later the reader,
  // who is at its edge, could not be kept in place.
  const [oldest, setOldest] = useState(messages[0]?.id)
  if (oldest !== messages[0]?.id) {
    setOldest(messages[0]?.id)
    const before = placeOf(oldest, 0)
    if (before > 0 && begin === before) {
      const from = Math.max(0, before - step)
      move(from, Math.min(end, from + most))
    }
  }
  return {
    shown: messages.slice(begin, end),
    /** The page begins with the oldest message there is here, ends with the newest. */
    atStart: begin === 0,
    atEnd: end === count,
    /** As much is on the page as may be. */
    full: end - begin >= most,
    earlier: () => {
      const from = Math.max(0, begin - step)
      move(from, Math.min(end, from + most))
    },
    later: () => {
      const to = Math.min(count, end + step)
      move(Math.max(begin, to - most), to)
    },
    newest: () => setEdges({ first: undefined, last: undefined }),
  }
}

/** A stretch with one message in it and what follows it. */
function around(messages: readonly ShownMessage[], id: string | undefined): Edges {
  const at = messages.findIndex((message) => message.id === id)
  if (at === -1) return { first: undefined, last: undefined }
  const from = Math.max(0, at - step / 2)
  const to = from + most
  return { first: messages[from]?.id, last: to >= messages.length ? undefined : messages[to - 1]?.id }
}
