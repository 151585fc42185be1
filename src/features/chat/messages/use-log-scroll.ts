import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Anchor, saveScrollPlace, scrollPlaces } from './places.ts'

/** Pixels from an end at which more is loaded, and from the bottom within which one reads the newest. */
const near = 800
const atBottomWithin = 48

interface Options {
  other: string
  /** Where it was left. */
  place: Anchor | undefined
  /** The messages of the store are here: until then no place was chosen. */
  known: boolean
  /** Changes with every change of what is on the page. */
  content: string
  /** The id of the newest message on the page, and whether it was written here. */
  newest: { id: string; mine: boolean } | undefined
  /** The page shows the newest message. */
  atEnd: boolean
  /** More messages in front mean fewer behind. */
  full: boolean
  /** The mark before the first unread message is on the page. */
  unread: boolean
  onTop: () => void
  onBottom: () => void
}

const lines = (box: HTMLElement) => box.querySelectorAll<HTMLElement>('[data-message]')

/** The first message that reaches into the box. */
function anchorOf(box: HTMLElement): Anchor | undefined {
  for (const line of lines(box)) {
    const top = line.offsetTop - box.scrollTop
    if (top + line.offsetHeight > 0) return { id: line.dataset['message'] ?? '', top }
  }
  return undefined
}

/**
 * Keeps what a person reads where it is: messages that are put in front or taken away move nothing, the newest one is
 * followed only by those who are at the bottom. The browser's own anchoring is off, as not every browser has it.
 */
export function useLogScroll(o: Options) {
  const { other, place, content, newest, unread } = o
  const box = useRef<HTMLDivElement>(null)
  const [atBottom, setAtBottom] = useState(!place)
  const follows = useRef(!place)
  const anchor = useRef(place)
  const now = useRef(o)
  useLayoutEffect(() => {
    now.current = o
  })

  const settle = useCallback(() => {
    const log = box.current
    if (!log) return
    if (follows.current) {
      log.scrollTop = log.scrollHeight
      return
    }
    const { current: wanted } = anchor
    if (!wanted) return
    for (const line of lines(log)) {
      if (line.dataset['message'] !== wanted.id) continue
      const moved = line.offsetTop - log.scrollTop - wanted.top
      if (Math.abs(moved) > 0.5) log.scrollTop += moved
      return
    }
  }, [])

  const look = useCallback(() => {
    const log = box.current
    if (!log) return
    const below = log.scrollHeight - log.clientHeight - log.scrollTop
    const { atEnd, full, onTop, onBottom } = now.current
    follows.current = atEnd && below <= atBottomWithin
    anchor.current = anchorOf(log)
    setAtBottom(follows.current)
    // On a page that is higher than all it may hold, both ends are near: neither loads more.
    if (full && log.scrollHeight < log.clientHeight + 2 * near) return
    if (log.scrollTop < near) onTop()
    else if (!atEnd && below < near) onBottom()
  }, [])

  // One's own new message is followed from wherever one reads.
  const lastSeen = useRef(newest?.id)
  useLayoutEffect(() => {
    if (newest?.mine && lastSeen.current !== undefined && newest.id !== lastSeen.current)
      follows.current = true
    lastSeen.current = newest?.id
    settle()
    look()
  }, [content, newest?.id, newest?.mine, settle, look])

  // What is new is read from its beginning, unless the reader has moved already.
  const touched = useRef(place !== undefined)
  useLayoutEffect(() => {
    const log = box.current
    const mark = log?.querySelector<HTMLElement>('[data-unread]')
    if (!log || !mark || touched.current) return
    log.scrollTop = mark.offsetTop - log.clientHeight / 4
    look()
  }, [unread, look])

  useEffect(() => {
    const log = box.current
    if (!log) return
    const touch = () => {
      touched.current = true
    }
    const types = ['wheel', 'touchmove', 'keydown', 'pointerdown']
    for (const type of types) log.addEventListener(type, touch, { passive: true })
    // A keyboard, or a composer that grows, takes room from below.
    const watcher = new ResizeObserver(settle)
    watcher.observe(log)
    const here = () => (follows.current ? undefined : anchor.current)
    const drop = saveScrollPlace(other, () => (now.current.known ? here() : scrollPlaces.get(other)))
    return () => {
      drop()
      for (const type of types) log.removeEventListener(type, touch)
      watcher.disconnect()
      if (!now.current.known) return
      if (follows.current || !anchor.current) scrollPlaces.delete(other)
      else scrollPlaces.set(other, anchor.current)
    }
  }, [other, settle])

  return {
    box,
    /** The newest message is in view. */
    atBottom,
    onScroll: look,
    toBottom: useCallback(() => {
      follows.current = true
      settle()
    }, [settle]),
  }
}
