import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Anchor, saveScrollPlace, scrollPlaces } from './places.ts'

/** Pixels from an end at which more messages load, and from the bottom within which the log follows new messages. */
const near = 800
const atBottomWithin = 48

interface Options {
  other: string
  /** Saved scroll position. */
  place: Anchor | undefined
  /** Whether the messages of the store are loaded; before that no position is saved. */
  known: boolean
  /** Key that changes whenever the messages on the page change. */
  content: string
  /** Newest message of the conversation, and whether this person wrote it. */
  newest: { id: string; mine: boolean } | undefined
  /** Whether the page contains the newest message. */
  atEnd: boolean
  /** Whether adding messages at the top removes some at the bottom. */
  full: boolean
  /** Whether the unread marker is on the page. */
  unread: boolean
  onTop: () => void
  onBottom: () => void
}

const lines = (box: HTMLElement) => box.querySelectorAll<HTMLElement>('[data-message]')

/** Returns the first message that is visible in the box. */
function anchorOf(box: HTMLElement): Anchor | undefined {
  for (const line of lines(box)) {
    const top = line.offsetTop - box.scrollTop
    if (top + line.offsetHeight > 0) return { id: line.dataset['message'] ?? '', top }
  }
  return undefined
}

/**
 * Keeps the scroll position: messages added or removed above move nothing, and only a reader at the bottom follows new
 * messages. The scroll anchoring of the browser is off, because not every browser has it.
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
    // When the box is so high that both ends are near, loading would alternate between the ends.
    if (full && log.scrollHeight < log.clientHeight + 2 * near) return
    if (log.scrollTop < near) onTop()
    else if (!atEnd && below < near) onBottom()
  }, [])

  // The log always scrolls to the person's own new message.
  const lastSeen = useRef(newest?.id)
  useLayoutEffect(() => {
    if (newest?.mine && lastSeen.current !== undefined && newest.id !== lastSeen.current)
      follows.current = true
    lastSeen.current = newest?.id
    settle()
    look()
  }, [content, newest?.id, newest?.mine, settle, look])

  // The log opens at the unread marker unless the reader has scrolled already.
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
    // The on-screen keyboard and a growing composer shrink the box.
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
    /** Whether the newest message is visible. */
    atBottom,
    onScroll: look,
    toBottom: useCallback(() => {
      follows.current = true
      settle()
    }, [settle]),
  }
}
