import { useState } from 'react'
import type { ShownMessage } from '#local/react'

/** Number of messages that one step adds at an end, and the maximum number on the page. */
const step = 40
const most = 120

interface Edges {
  /** Id of the first message on the page; `undefined`: one step before the last. */
  first: string | undefined
  /** Id of the last message on the page; `undefined`: the newest message. */
  last: string | undefined
}

const clamp = (n: number, low: number, high: number) => Math.max(low, Math.min(n, high))

/** Selects the messages of a long conversation that are on the page: a range without gaps that follows the scroll position. */
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
  // Older messages that arrive while the oldest is on the page are added in the same render: one render later the scroll
  // position of a reader at the edge would be lost.
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
    /** Whether the page starts with the oldest loaded message, and whether it ends with the newest. */
    atStart: begin === 0,
    atEnd: end === count,
    /** Whether the page holds the maximum number of messages. */
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

/** Returns a range that contains one message and what follows it. */
function around(messages: readonly ShownMessage[], id: string | undefined): Edges {
  const at = messages.findIndex((message) => message.id === id)
  if (at === -1) return { first: undefined, last: undefined }
  const from = Math.max(0, at - step / 2)
  const to = from + most
  return { first: messages[from]?.id, last: to >= messages.length ? undefined : messages[to - 1]?.id }
}
